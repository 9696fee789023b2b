import type { DeskJob } from "~/api/types";
import { jobRows } from "../shared/rows";
import { useRowEdit } from "../shared/use-row-edit";

const readNotes = ({ notes }: DeskJob) => ({ notes });

/** Edit the notes of a visit. */
export function useNotes(job: DeskJob) {
  const edit = useRowEdit({
    rows: jobRows,
    row: job,
    part: "notes",
    read: readNotes,
    body: (changed) => ({ body: changed }),
    saved: "Job Updated",
  });
  return {
    text: edit.values.notes,
    change: (notes: string) => edit.change({ notes }),
    save: edit.save,
    isDirty: edit.isDirty,
    isSaving: edit.isSaving,
  };
}
