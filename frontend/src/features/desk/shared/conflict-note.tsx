import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { formatDateTime } from "~/lib/format";
import { Button } from "~/ui/button";
import { historyQuery } from "./history-list";
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
  const { data: history } = useQuery(historyQuery(kind, id));
  const last = history?.[0];
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-md bg-(--tone-amber-bg) px-4 py-3 text-sm text-(--tone-amber-fg) lg:flex lg:items-center lg:justify-between"
    >
      <div className="flex gap-3">
        <Users className="mt-[0.1em] size-[1.25em] flex-none" />
        <div>
          <p className="font-[650]">
            {last?.by
              ? `${last.by} changed this on ${formatDateTime(last.at)}.`
              : "Someone else just updated this."}
          </p>
          <ul>
            {differences.map(({ name, from, to }) => {
              const { label, words } = show(name, from);
              return (
                <li key={`${name} ${from} ${to}`}>
                  {label}: {words} → {show(name, to).words}
                </li>
              );
            })}
          </ul>
          <p>Your changes are still here; review and save again.</p>
        </div>
      </div>
      <Button variant="outline" size="sm" onClick={onTakeTheirs}>
        Discard my changes
      </Button>
    </div>
  );
}
