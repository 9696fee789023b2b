import { useQuery } from "@tanstack/react-query";
import { Button } from "~/ui/button";
import { historyQuery } from "./history-list";
import { NewerNote } from "./newer-note";
import type { HistoryKind } from "./rows";
import type { Difference } from "./use-row-edit";

interface ConflictNoteProps {
  kind: HistoryKind;
  id: string;
  differences: readonly Difference[];
  /** Returns a control's label and its value as text. */
  show: (name: string, value: string) => { label: string; words: string };
  /** Discards the typed values. */
  onTakeTheirs: () => void;
}

/** The note over a row that someone else changed while the person was typing: who, when and what. */
export function ConflictNote({ kind, id, differences, show, onTakeTheirs }: ConflictNoteProps) {
  const { data: history, isFetchedAfterMount } = useQuery(historyQuery(kind, id));
  // An older history, from when the row's panel was open, doesn't have the change yet.
  const last = isFetchedAfterMount ? history?.[0] : undefined;
  const changes = differences.map(({ name, from, to }) => {
    const { label, words } = show(name, from);
    return { label, before: words, after: show(name, to).words };
  });
  return (
    <NewerNote by={last?.by} at={last?.at} changes={changes}>
      <Button variant="outline" size="sm" onClick={onTakeTheirs}>
        Discard my changes
      </Button>
    </NewerNote>
  );
}
