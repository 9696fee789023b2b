import { Button } from "~/ui/button";
import type { RowEdit, RowValues } from "./use-row-edit";

/** Saves what was changed in a row. `what` names the row: "quote 7be2d310, Eleanor Hayes". */
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
      // A table has one in each row: there is nothing to stop at where nothing was changed.
      tabIndex={edit.isDirty || edit.isSaving ? undefined : -1}
      onClick={edit.save}
    >
      Save
    </Button>
  );
}
