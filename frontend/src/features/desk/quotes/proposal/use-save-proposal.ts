import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { ApiError } from "~/api/errors";
import { invalidate, quoteKeys } from "~/api/keys";
import type { DeskQuoteDetails } from "~/api/types";
import { quoteQuery } from "../../shared/create-from-quote";
import { historyQuery } from "../../shared/history-list";
import { quoteAffects } from "../../shared/keys";
import { invalidateParts, putInLists } from "../../shared/list-cache";
import { contentBody, isStored, type ProposalContent, versionOf } from "./proposal-content";

/** Return whether a proposal is still a draft, which its customer can't see. */
export const isDraft = ({ status }: DeskQuoteDetails) => status === "pending" || status === "quoting";

interface Save {
  /** As it is on the screen, with what someone else has changed since. */
  quote: DeskQuoteDetails;
  content: ProposalContent;
  /** Whether to send the price to the customer, too. */
  send: boolean;
  /** Called when the lines are saved, before the price is sent. */
  onStored: (quote: DeskQuoteDetails) => void;
}

/** Return whether an earlier try, whose response was lost, has stored this already. */
const wasStored = ({ content, send }: Save, now: DeskQuoteDetails) =>
  (isDraft(now) || (send && now.status === "reviewed")) && isStored(content, now);

/**
 * Save a proposal's lines, note and last day, and send its price if asked to. If someone else has changed the proposal,
 * this fails (409). If only other parts of the quote have changed, for example by a comment, the save is repeated. If the
 * response to an earlier try was lost, its lines are found stored.
 */
export function useSaveProposal() {
  const queryClient = useQueryClient();

  const putLines = ({ id, updatedAt }: DeskQuoteDetails, content: ProposalContent) =>
    api.put("/api/quotes/{quote_id}/lines", {
      path: { quote_id: id },
      body: { ...contentBody(content), updatedAt },
    });
  const sendPrice = async ({ id, updatedAt }: DeskQuoteDetails) => {
    await api.patch("/api/quotes/{quote_id}", {
      path: { quote_id: id },
      body: { status: "reviewed", updatedAt },
    });
    return queryClient.fetchQuery({ ...quoteQuery(id), staleTime: 0 });
  };
  const store = async (save: Save) => {
    const { quote, content } = save;
    try {
      return await putLines(quote, content);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      // The note about the conflict names who changed it last.
      void invalidate(queryClient, historyQuery("quotes", quote.id).queryKey);
      const now = await queryClient.fetchQuery({ ...quoteQuery(quote.id), staleTime: 0 });
      if (now.updatedAt === quote.updatedAt) throw error;
      if (wasStored(save, now)) return now;
      if (versionOf(now) !== versionOf(quote)) throw error;
      return putLines(now, content);
    }
  };

  return useMutation({
    mutationFn: async (save: Save) => {
      const stored = await store(save);
      queryClient.setQueryData(quoteQuery(stored.id).queryKey, stored);
      save.onStored(stored);
      return save.send && isDraft(stored) ? sendPrice(stored) : stored;
    },
    onSuccess: (saved) => {
      // The quote itself is in the cache already.
      putInLists(queryClient, quoteKeys, saved);
      void invalidateParts(queryClient, quoteKeys, saved.id);
      void invalidate(queryClient, ...quoteAffects);
    },
  });
}
