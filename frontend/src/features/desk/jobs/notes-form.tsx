import type { FormEvent } from "react";
import type { DeskJob } from "~/api/types";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Textarea } from "~/ui/textarea";
import { ConflictNote } from "../shared/conflict-note";
import { jobRows } from "../shared/rows";
import { useRowEdit } from "../shared/use-row-edit";

const readNotes = ({ notes }: DeskJob) => ({ notes });

/** The notes for the crew. Unsaved text survives a reload and signing in again. */
export function NotesForm({ job }: { job: DeskJob }) {
  const edit = useRowEdit({
    rows: jobRows,
    row: job,
    part: "notes",
    read: readNotes,
    body: (changed) => ({ body: changed }),
    saved: "Job Updated",
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      {edit.differences.length > 0 && (
        <ConflictNote
          kind="jobs"
          id={job.id}
          differences={edit.differences}
          show={(_, notes) => ({ label: "Notes", words: notes })}
          onTakeTheirs={edit.reset}
        />
      )}
      <Field label={<span className="sr-only">Notes</span>}>
        <Textarea
          rows={4}
          maxLength={5000}
          value={edit.values.notes}
          onChange={(event) => edit.change({ notes: event.target.value })}
        />
      </Field>
      <Button
        type="submit"
        size="sm"
        variant={edit.isDirty ? "secondary" : "outline"}
        disabled={!edit.isDirty}
        pending={edit.isSaving}
        pendingLabel="Saving..."
        className="justify-self-start"
      >
        Save notes
      </Button>
    </form>
  );
}
