import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { apiUrl } from "~/api/client";
import { hasFailed } from "~/api/failed";
import { formatDate } from "~/lib/format";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/field";
import { LoadFailed } from "~/ui/load-failed";
import { TextInput } from "~/ui/text-input";
import { Section } from "../shared/section";
import { keptDocumentsQuery } from "./api";

/** Finds an erased person's document by its exact number, for the tax office. */
export function KeptDocuments() {
  const [typed, setTyped] = useState("");
  const [reference, setReference] = useState("");
  const documents = useQuery(keptDocumentsQuery(reference));
  const { data, isFetching } = documents;
  const find = (event: FormEvent) => {
    event.preventDefault();
    setReference(typed.trim());
  };
  return (
    <Section
      title="Documents of erased people"
      text="Kept for the tax office, and shown in no list or search. Look one up by its full number."
    >
      <form onSubmit={find} className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <Field label="Invoice number">
          <TextInput
            autoComplete="off"
            placeholder="INV-2026-00001"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Button type="submit" variant="outline" pending={isFetching} pendingLabel="Looking up...">
          Look up
        </Button>
      </form>
      {hasFailed(documents) && <LoadFailed query={documents}>We couldn't look it up.</LoadFailed>}
      {data?.length === 0 && (
        <p role="status" className="text-sm text-muted-foreground">
          No kept document has the number {reference}.
        </p>
      )}
      {data?.map(({ id, reference: number, dated, deleteAfter, hasFile }) => (
        <div key={id} className="flex flex-wrap items-center justify-between gap-3 text-sm">
          <span>
            <b className="font-[650] text-heading">{number}</b>, {formatDate(dated)}. Deleted after{" "}
            {formatDate(deleteAfter)}.
          </span>
          {hasFile && (
            <ButtonLink
              size="sm"
              variant="outline"
              href={apiUrl("/api/desk/retained-documents/{document_id}/pdf", { path: { document_id: id } })}
              download
            >
              Download PDF
            </ButtonLink>
          )}
        </div>
      ))}
    </Section>
  );
}
