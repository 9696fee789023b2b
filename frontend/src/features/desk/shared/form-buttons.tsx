import { Button } from "~/ui/button";
import { SubmitButton } from "~/ui/form/form";
import type { AppForm } from "~/ui/form/use-app-form";

interface FormButtonsProps {
  /** The result of `useAppForm`. */
  of: AppForm;
  /** The label of the submit button, such as "Draft invoice". */
  label: string;
  pendingLabel: string;
  onClose: () => void;
  cancelLabel?: string;
}

/** The buttons of a form in a dialog of the desk. Canceling deletes the draft. */
export function FormButtons({
  of: { forgetDraft },
  label,
  pendingLabel,
  cancelLabel = "Cancel",
  onClose,
}: FormButtonsProps) {
  const cancel = () => {
    forgetDraft();
    onClose();
  };
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="outline" onClick={cancel}>
        {cancelLabel}
      </Button>
      <SubmitButton pendingLabel={pendingLabel}>{label}</SubmitButton>
    </div>
  );
}
