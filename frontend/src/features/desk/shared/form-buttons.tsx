import { Button } from "~/ui/button";

interface FormButtonsProps {
  /** Says what happens, such as "Draft invoice". */
  label: string;
  pendingLabel: string;
  pending: boolean;
  forgetDraft: () => void;
  onClose: () => void;
  cancelLabel?: string;
}

/** The foot of a form in a dialog of the desk. Who cancels means it: what was typed is forgotten. */
export function FormButtons({
  label,
  pendingLabel,
  pending,
  cancelLabel = "Cancel",
  ...on
}: FormButtonsProps) {
  const cancel = () => {
    on.forgetDraft();
    on.onClose();
  };
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="outline" onClick={cancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" pending={pending} pendingLabel={pendingLabel}>
        {label}
      </Button>
    </div>
  );
}
