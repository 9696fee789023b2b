import { useState } from "react";
import type { Quote } from "~/api/types";
import { shortId } from "~/lib/format";
import { sayFailed } from "~/lib/say-failed";
import { type StatusOf, statusesOf, statusLabel } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Select } from "~/ui/select";
import { toast } from "~/ui/toast";
import type { BulkResult } from "../desk/types";
import type { Selection } from "../desk/use-selection";
import { useBulkStatus } from "./api";

interface BulkBarProps {
  selection: Selection;
  rows: readonly Quote[];
}

const counted = (count: number) => `${count} ${count === 1 ? "quote" : "quotes"}`;

/** Sets the status of the chosen rows at once, and says which were left as they are and why. */
export function BulkBar({ selection, rows }: BulkBarProps) {
  const [status, setStatus] = useState<StatusOf<"quote">>("quoting");
  const [result, setResult] = useState<BulkResult | null>(null);
  const bulk = useBulkStatus();
  const { ids } = selection;

  const apply = async () => {
    setResult(null);
    try {
      const answer = await bulk.mutateAsync({ ids, status });
      setResult(answer);
      selection.clear();
      toast({
        title: answer.changed.length === 1 ? "Quote Updated" : `${answer.changed.length} Quotes Updated`,
      });
    } catch (error) {
      sayFailed(error, "Update Failed");
    }
  };

  return (
    <div aria-live="polite" className="grid gap-4 empty:hidden">
      {ids.length > 0 && (
        <section
          aria-label="Chosen quotes"
          className="flex flex-wrap items-end gap-3 rounded-card border border-selected-border bg-selected p-4"
        >
          <p className="min-h-12 content-center pr-2 text-sm font-[650] text-heading">
            {counted(ids.length)} chosen
          </p>
          <Field label="Set status to" className="w-full sm:w-56">
            <Select value={status} onChange={(event) => setStatus(event.target.value as StatusOf<"quote">)}>
              {statusesOf("quote").map((each) => (
                <option key={each} value={each}>
                  {statusLabel("quote", each)}
                </option>
              ))}
            </Select>
          </Field>
          <Button
            variant="secondary"
            onClick={() => void apply()}
            pending={bulk.isPending}
            pendingLabel="Saving..."
          >
            Change status
          </Button>
          {ids.length < rows.length && (
            <Button variant="outline" onClick={selection.all}>
              Choose all {rows.length} shown
            </Button>
          )}
          <Button variant="ghost" onClick={selection.clear}>
            Clear
          </Button>
        </section>
      )}
      {result && <BulkOutcome result={result} rows={rows} onClose={() => setResult(null)} />}
    </div>
  );
}

interface BulkOutcomeProps {
  result: BulkResult;
  rows: readonly Quote[];
  onClose: () => void;
}

function BulkOutcome({ result: { changed, skipped }, rows, onClose }: BulkOutcomeProps) {
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.fullName ?? "Quote";
  return (
    <section
      aria-label="What the change did"
      className="flex flex-wrap items-start justify-between gap-3 rounded-card border border-border bg-surface p-4 text-sm"
    >
      <div>
        <p className="font-[650] text-heading">
          {counted(changed.length)} changed
          {skipped.length > 0 && `, ${counted(skipped.length)} left as they were`}.
        </p>
        <ul className="mt-1">
          {skipped.map(({ id, message }) => (
            <li key={id} className="wrap-anywhere">
              {nameOf(id)} <span className="tabular-nums">{shortId(id)}</span>: {message}
            </li>
          ))}
        </ul>
      </div>
      <Button size="sm" variant="outline" onClick={onClose}>
        Close
      </Button>
    </section>
  );
}
