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

/** What is typed, and the version of the quote that typing began with. */
interface Draft {
  content: ProposalContent;
  before: string;
}

/** Where an unsaved proposal is stored. */
const draftKey = (quoteId: string) => `desk:proposal:${quoteId}`;

function storedDraft(key: string): Draft | null {
  const draft = readDraft(key);
  const fits = typeof draft === "object" && draft !== null && "content" in draft && "before" in draft;
  return fits ? (draft as Draft) : null;
}

/** Return whether something typed into a quote's proposal is not saved. */
export const hasDraft = (quoteId: string) => storedDraft(draftKey(quoteId)) !== null;

const asSent = (content: ProposalContent) => JSON.stringify(contentBody(content));

export type ProposalDraft = ReturnType<typeof useProposalDraft>;

/**
 * Keep what is typed into a proposal, for a reload or a new sign-in in session storage, too. If someone else changes the
 * proposal meanwhile, `differences` says what: the typed one stays, and saving it again overwrites theirs on purpose.
 */
export function useProposalDraft(quote: DeskQuoteDetails) {
  const key = draftKey(quote.id);
  const [draft, setDraft] = useState(() => storedDraft(key));
  const latest = useRef(draft);
  const version = versionOf(quote);
  const stored = readContent(quote);
  const content = draft?.content ?? stored;
  const isDirty = draft !== null && asSent(content) !== asSent(stored);

  const keep = (next: Draft | null) => {
    latest.current = next;
    setDraft(next);
    if (next) writeDraft(key, next);
    else forgetDraft(key);
  };
  return {
    content,
    isDirty,
    /** The version that typing began with, to tell whether a newer one changed the proposal. */
    before: draft?.before ?? version,
    differences: isDirty && draft.before !== version ? contentDifferences(draft.before, version) : [],
    change: (part: Partial<ProposalContent>) =>
      keep({ content: { ...content, ...part }, before: draft?.before ?? version }),
    discard: () => {
      const discarded = draft;
      keep(null);
      return () => keep(discarded);
    },
    /** Forgets what was saved, and keeps what was typed while that was on its way. */
    settle: (sent: ProposalContent, saved: DeskQuoteDetails) => {
      const typed = latest.current?.content;
      keep(typed && typed !== sent ? { content: typed, before: versionOf(saved) } : null);
    },
  };
}
