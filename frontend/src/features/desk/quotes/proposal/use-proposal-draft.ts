import { useRef, useState } from "react";
import type { DeskQuoteDetails } from "~/api/types";
import { forgetDraft, readDraft, writeDraft } from "~/lib/drafts";
import {
  contentBody,
  contentDifferences,
  type ProposalContent,
  readContent,
  versionOf,
} from "./proposal-content";

/** Unsaved changes, and the version of the quote (`versionOf`) that they started from. */
interface Draft {
  content: ProposalContent;
  before: string;
}

/** Where an unsaved proposal is stored. */
const draftKey = (quoteId: string) => `desk:proposal:${quoteId}`;

function storedDraft(key: string): Draft | null {
  const draft = readDraft(key);
  const isDraft = typeof draft === "object" && draft !== null && "content" in draft && "before" in draft;
  return isDraft ? (draft as Draft) : null;
}

/** Return whether a quote's proposal has unsaved changes. */
export const hasDraft = (quoteId: string) => storedDraft(draftKey(quoteId)) !== null;

/** Return what is typed, including the names of choices whose lines are still blank. */
const asTyped = (content: ProposalContent) =>
  JSON.stringify([contentBody(content), content.ledger.map(({ name }) => name.trim()).filter(Boolean)]);

export type ProposalDraft = ReturnType<typeof useProposalDraft>;

/**
 * Keep unsaved changes of a proposal in state and, for a reload or a new sign-in, in session storage. If someone else
 * changes the proposal in the meantime, `differences` has their changes. Saving again overwrites them on purpose.
 */
export function useProposalDraft(quote: DeskQuoteDetails) {
  const key = draftKey(quote.id);
  const [draft, setDraft] = useState(() => storedDraft(key));
  const latest = useRef(draft);
  const version = versionOf(quote);
  const stored = readContent(quote);
  const content = draft?.content ?? stored;
  const isDirty = draft !== null && asTyped(content) !== asTyped(stored);

  /** Store the draft only while it differs from the saved proposal, but leave what is typed, such as a blank line. */
  const keep = (next: Draft | null, saved = stored) => {
    latest.current = next;
    setDraft(next);
    if (next && asTyped(next.content) !== asTyped(saved)) writeDraft(key, next);
    else forgetDraft(key);
  };
  return {
    content,
    isDirty,
    differences: isDirty && draft.before !== version ? contentDifferences(draft.before, version) : [],
    change: (part: Partial<ProposalContent>) =>
      keep({ content: { ...content, ...part }, before: draft?.before ?? version }),
    discard: () => {
      const discarded = draft;
      keep(null);
      return () => keep(discarded);
    },
    /** Clear the draft after saving, but keep what was typed while the request was pending. */
    settle: (sent: ProposalContent, saved: DeskQuoteDetails) => {
      const typed = latest.current?.content;
      const isNewer = typed && typed !== sent;
      keep(isNewer ? { content: typed, before: versionOf(saved) } : null, readContent(saved));
    },
  };
}
