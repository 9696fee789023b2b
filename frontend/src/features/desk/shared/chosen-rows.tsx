import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { MAX_SELECTED, type Selection } from "./use-selection";

interface ChosenBarProps {
  /** Names the bar for screen readers: "Selected quotes". */
  name: string;
  /** The number of selected rows: "3 quotes selected". */
  words: string;
  selection: Selection;
  /** The number of rows to select from. */
  count: number;
  /** Follows the number on the button that selects all of them: "drafts". */
  noun?: string;
  /** The actions. */
  children: ReactNode;
}

/** The bulk actions for the selected rows. */
export function ChosenBar({ name, words, selection, count, noun, children }: ChosenBarProps) {
  const most = Math.min(count, MAX_SELECTED);
  return (
    <section
      aria-label={name}
      className="flex flex-wrap items-end gap-3 rounded-card border border-selected-border bg-selected p-4"
    >
      <p className="content-center pr-2 sm:min-h-12 text-sm font-[650] text-heading tabular-nums">{words}</p>
      {children}
      {selection.ids.length < most && (
        <Button variant="outline" onClick={selection.all}>
          {[count > most ? "Select the first" : "Select all", most, noun].filter(Boolean).join(" ")}
        </Button>
      )}
      <Button variant="ghost" onClick={selection.clear}>
        Clear selection
      </Button>
    </section>
  );
}

interface OutcomeProps {
  /** Names the result for screen readers: "Result of sending". */
  name: string;
  /** The number of changed and of skipped rows. */
  summary: string;
  /** The skipped rows, each with its name and the reason. */
  left: readonly { id: string; what: ReactNode; message: string }[];
  onClose: () => void;
}

/** The result of a bulk action. */
export function Outcome({ name, summary, left, onClose }: OutcomeProps) {
  return (
    <section
      aria-label={name}
      className="flex flex-wrap items-start justify-between gap-3 rounded-card border border-border bg-surface p-4 text-sm"
    >
      <div>
        <p className="font-[650] text-heading">{summary}</p>
        <ul className="mt-1">
          {left.map(({ id, what, message }) => (
            <li key={id} className="wrap-anywhere">
              {what}: {message}
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
