import { Button } from "~/ui/button";
import type { Column } from "./desk-table";
import { type OpenRow, RowToggle } from "./row-panel";
import type { RowEdit } from "./use-row-edit";

interface SaveRowProps {
  edit: Pick<RowEdit<never>, "isDirty" | "isSaving" | "save">;
  /** Names the row: "quote 7be2d310, Eleanor Hayes". */
  what: string;
}

/** The button that saves a row's changes. */
export function SaveRow({ edit, what }: SaveRowProps) {
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

/** The last column of rows that are edited in place. */
export const saveColumn: Column<SaveRowProps & { panel: OpenRow }> = {
  label: "Actions",
  kind: "action",
  cell: ({ edit, what, panel }) => (
    <>
      <SaveRow edit={edit} what={what} />
      <RowToggle what={what} {...panel} />
    </>
  ),
};
