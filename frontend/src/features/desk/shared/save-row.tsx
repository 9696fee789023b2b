import { Button } from "~/ui/button";
import type { RowEdit, RowValues } from "./use-row-edit";

/** The button that saves a row's changes. `what` names the row: "quote 7be2d310, Eleanor Hayes". */
export function SaveRow<Values extends RowValues>({ edit, what }: { edit: RowEdit<Values>; what: string }) {
  return (
    <Button
      size="sm"
      className="max-lg:order-last"
      variant={edit.isDirty ? "secondary" : "outline"}
      disabled={!edit.isDirty}
      pending={edit.isSaving}
      pendingLabel="Saving..."
      aria-label={`Save ${what}`}
      // Each row has this button, so it is in the tab order only if the row has changes.
      tabIndex={edit.isDirty || edit.isSaving ? undefined : -1}
      onClick={edit.save}
    >
      Save
    </Button>
  );
}
