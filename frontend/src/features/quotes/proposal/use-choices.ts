import { useState } from "react";
import { readDraft, writeDraft } from "~/lib/drafts";
import { alternatives, chosenIds, fromCents, proposalTotal } from "~/lib/proposal-total";
import type { ProposalLine } from "~/ui/proposal/proposal-line";

/** The customer's picks. Their texts are stored to say which ones are gone if the quote changes. */
interface Picks {
  revision: number;
  lines: { id: string; text: string }[];
}

interface Proposed {
  id: string;
  revision: number;
  lines: ProposalLine[];
  quoteAmount: string | null;
}

export interface Choices {
  /** The IDs of the checked options, and of the selected line of each choice. */
  chosen: ReadonlySet<string>;
  choose: (line: ProposalLine) => void;
  /** The price with these choices, in dollars. */
  total: string;
  /**
   * The texts of picks that are no longer offered; null if the quote has not changed since the customer began to pick.
   */
  gone: string[] | null;
  /** Delete the stored picks after they were accepted. */
  forget: () => void;
}

const draftOf = (id: string) => `choices:${id}`;

function readPicks(id: string): Picks | null {
  const stored = readDraft(draftOf(id)) as Picks | null;
  return Array.isArray(stored?.lines) && typeof stored.revision === "number" ? stored : null;
}

/** Return the picks with the IDs that their lines have now: a line that was typed again has the same text, but a new ID. */
function inLines(picks: Picks["lines"], lines: readonly ProposalLine[]): Picks["lines"] {
  const others = lines.filter((line) => !picks.some((pick) => pick.id === line.id));
  return picks.map((pick) => {
    if (lines.some((line) => line.id === pick.id)) return pick;
    const index = others.findIndex((line) => line.text === pick.text);
    const [again] = index < 0 ? [] : others.splice(index, 1);
    return again ? { id: again.id, text: again.text } : pick;
  });
}

/**
 * Return the customer's choices in a proposal. They survive a reload and, if their lines still exist, a new revision of
 * the quote. The server decides the price; `total` predicts it.
 */
export function useChoices({ id, revision, lines, quoteAmount }: Proposed): Choices {
  const [picks, setPicks] = useState<Picks>(() => readPicks(id) ?? { revision, lines: [] });
  // The revision that the customer saw first; null on a page that is open from before the first price.
  const isPriced = quoteAmount !== null || picks.lines.length > 0;
  const [firstRevision, setFirstRevision] = useState(isPriced ? picks.revision : null);
  if (firstRevision === null && isPriced) setFirstRevision(revision);
  const current = inLines(picks.lines, lines);
  const picked = new Set(current.map((line) => line.id));
  const chosen = chosenIds(lines, picked);
  const sum = proposalTotal(lines, [...chosen]);

  const choose = (line: ProposalLine) => {
    const replaced = line.choice ? (alternatives(lines).get(line.choice) ?? []) : [line];
    const others = current.filter((each) => !replaced.some((other) => other.id === each.id));
    const isUnchecked = line.optional && picked.has(line.id);
    const next = { revision, lines: isUnchecked ? others : [...others, { id: line.id, text: line.text }] };
    setPicks(next);
    writeDraft(draftOf(id), next);
  };

  const ids = new Set(lines.map((line) => line.id));
  const gone = current.filter((line) => !ids.has(line.id)).map(({ text }) => text);
  return {
    chosen,
    choose,
    total: "cents" in sum && lines.length > 0 ? fromCents(sum.cents) : (quoteAmount ?? "0.00"),
    gone: firstRevision === null || revision === firstRevision ? null : gone,
    forget: () => writeDraft(draftOf(id), null),
  };
}
