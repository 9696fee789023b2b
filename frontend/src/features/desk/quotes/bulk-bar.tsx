import { useState } from "react";
import { useSession } from "~/api/auth";
import { type StatusOf, statusOptions } from "~/api/statuses";
import type { DeskQuote } from "~/api/types";
import { formatCount, shortId } from "~/lib/format";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Select } from "~/ui/select";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { ChosenBar, Outcome } from "../shared/chosen-rows";
import type { BulkStatus } from "../shared/types";
import type { Selection } from "../shared/use-selection";
import { useBulkStatus } from "./api";
import { closedNote } from "./quote-values";

interface BulkBarProps {
  selection: Selection;
  rows: readonly DeskQuote[];
}

/** Sets the status of the selected quotes, and lists those that the server skipped and why. */
export function BulkBar({ selection, rows }: BulkBarProps) {
  const [status, setStatus] = useState<StatusOf<"quote">>("quoting");
  const [result, setResult] = useState<BulkStatus | null>(null);
  const bulk = useBulkStatus();
  const { user } = useSession();
  const { ids } = selection;
  const nameOf = (id: string) => (
    <>
      {rows.find((row) => row.id === id)?.fullName ?? "Quote"}{" "}
      <span className="tabular-nums">{shortId(id)}</span>
    </>
  );

  const apply = async () => {
    setResult(null);
    await attempt("Update Failed", async () => {
      const response = await bulk.mutateAsync({ ids, status });
      setResult(response);
      selection.clear();
      toast({
        title: response.changed.length === 1 ? "Quote Updated" : `${response.changed.length} quotes updated`,
        description: closedNote(
          status,
          rows.filter(({ id }) => response.changed.includes(id)),
          user?.id,
        ),
      });
    });
  };

  return (
    <div aria-live="polite" className="grid gap-4 empty:hidden">
      {ids.length > 0 && (
        <ChosenBar
          name="Selected quotes"
          words={`${formatCount(ids.length, "quote")} selected`}
          selection={selection}
          count={rows.length}
        >
          <Field label="Set status to" className="w-full sm:w-56">
            <Select
              value={status}
              onChange={(event) => setStatus(event.target.value as StatusOf<"quote">)}
              options={statusOptions("quote")}
            />
          </Field>
          <Button variant="secondary" onClick={apply} pendingLabel="Saving...">
            Change status
          </Button>
        </ChosenBar>
      )}
      {result && (
        <Outcome
          name="Result of the change"
          summary={outcomeWords(result)}
          left={result.skipped.map(({ id, message }) => ({ id, what: nameOf(id), message }))}
          onClose={() => setResult(null)}
        />
      )}
    </div>
  );
}

function outcomeWords({ changed, skipped }: BulkStatus): string {
  const left = skipped.length > 0 ? `, ${formatCount(skipped.length, "quote")} not changed` : "";
  return `${formatCount(changed.length, "quote")} changed${left}.`;
}
