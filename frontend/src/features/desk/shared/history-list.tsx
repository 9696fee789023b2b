import { useQuery } from "@tanstack/react-query";
import { formatDateTime } from "~/lib/format";
import { NotLoaded } from "~/ui/not-loaded";
import { Skeleton } from "~/ui/skeleton";
import { showHistory } from "./history-words";
import { type HistoryKind, historyRows } from "./rows";
import type { HistoryEntry } from "./types";

/** A row's changes, newest first. Its key is part of the row's, so that invalidating the row refetches it. */
export const historyQuery = (kind: HistoryKind, id: string) => historyRows[kind].history(id);

/** Return "scheduledDate" as "Scheduled date". */
function fieldWords(field: string): string {
  const words = field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return whether an entry is the row's creation, which is the only one that sets the ID. The row shows its values. */
function isCreation({ changes }: HistoryEntry): boolean {
  return changes.some(({ field }) => field === "id");
}

/** The history of a row: who changed what, and when. */
export function HistoryList({ kind, id }: { kind: HistoryKind; id: string }) {
  const history = useQuery(historyQuery(kind, id));
  const { data } = history;
  if (!data)
    return (
      <NotLoaded query={history} name="the history" className="grid gap-3">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-1/2" />
      </NotLoaded>
    );
  if (data.length === 0) return <p className="text-sm text-muted-foreground">No changes yet.</p>;
  const words = (field: string, value: string | null) =>
    value === null || value === "" ? "none" : showHistory(kind, field, value);
  return (
    <ol aria-label="History" className="grid gap-3">
      {data.map((entry) => (
        <li key={entry.id} className="text-sm">
          <p className="text-xs text-muted-foreground">
            <b className="text-heading">{entry.by || "System"}</b>,{" "}
            <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          </p>
          {isCreation(entry) ? (
            <p>Created</p>
          ) : (
            <ul>
              {entry.changes.map(({ field, from, to }) => (
                <li key={field} className="wrap-anywhere">
                  {fieldWords(field)}: {words(field, from)} → {words(field, to)}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
