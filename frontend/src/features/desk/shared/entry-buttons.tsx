import type { UseMutationResult } from "@tanstack/react-query";
import { Button } from "~/ui/button";
import { SubmitButton } from "~/ui/form/form";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";

interface EntryButtonsProps {
  /** The name of one entry, such as "saved reply". */
  kind: string;
  /** Deletes the entry; null for a new one. */
  remove: UseMutationResult<unknown, Error, void> | null;
  /** Called after the form was canceled or its entry deleted. */
  onDone: () => void;
}

/** The buttons of a form for one entry of a list that the office keeps: delete, cancel, save. */
export function EntryButtons({ kind, remove, onDone }: EntryButtonsProps) {
  const removeIt = () =>
    attempt(`Couldn't delete the ${kind}`, async () => {
      await remove?.mutateAsync();
      toast({ title: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} deleted` });
      onDone();
    });
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {remove && (
        <Button
          size="sm"
          variant="ghost"
          className="mr-auto text-error-text"
          onClick={removeIt}
          pendingLabel="Deleting..."
        >
          Delete
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={onDone}>
        Cancel
      </Button>
      <SubmitButton size="sm" variant="secondary" pendingLabel="Saving...">
        Save
      </SubmitButton>
    </div>
  );
}
