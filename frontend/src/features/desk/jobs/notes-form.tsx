import type { FormEvent } from "react";
import type { DeskJob } from "~/api/types";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Textarea } from "~/ui/textarea";
import { useNotes } from "./use-notes";

/** The notes for the crew. Unsaved text survives a reload and signing in again. */
export function NotesForm({ job }: { job: DeskJob }) {
  const notes = useNotes(job);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    notes.save();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label={<span className="sr-only">Notes</span>}>
        <Textarea
          rows={4}
          maxLength={5000}
          value={notes.text}
          onChange={(event) => notes.change(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        size="sm"
        variant={notes.isDirty ? "secondary" : "outline"}
        disabled={!notes.isDirty}
        pending={notes.isSaving}
        pendingLabel="Saving..."
        className="justify-self-start"
      >
        Save notes
      </Button>
    </form>
  );
}
