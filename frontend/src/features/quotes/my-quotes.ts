import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { invalidate, quoteKeys, whatsNextKey } from "~/api/keys";
import { listQuery } from "~/api/pages";
import { statusIn } from "~/api/statuses";
import type { Quote } from "~/api/types";

/** The customer's own quotes, newest first. */
export const myQuotesQuery = () => listQuery(quoteKeys.mine, "/api/quotes");

/** The comments on a quote in pages, newest first. */
export const commentsQuery = (quoteId: string) =>
  listQuery(quoteKeys.part(quoteId, "comments"), "/api/quotes/{quote_id}/comments", {
    path: { quote_id: quoteId },
    query: { ordering: "-createdAt" },
  });

export type PricedQuote = Quote & { quoteAmount: string };

/** Return whether the customer can accept or decline the quote's price. */
export function waitsForAnswer(quote: Quote): quote is PricedQuote {
  return statusIn("quote", "answerable", quote.status) && quote.quoteAmount !== null;
}

interface Answer {
  answer: "accept" | "decline";
  /** The name that someone without an account typed to accept. */
  acceptedBy?: string;
}

/** Accept a quote at the price on the screen, or decline it. The quotes are refetched in any case. */
export function useAnswerQuote({ id, quoteAmount }: PricedQuote) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ answer, acceptedBy }: Answer) =>
      answer === "accept"
        ? api.post("/api/quotes/{quote_id}/accept", {
            path: { quote_id: id },
            body: { quoteAmount, ...(acceptedBy && { acceptedBy }) },
          })
        : api.post("/api/quotes/{quote_id}/decline", { path: { quote_id: id }, body: {} }),
    // Also after an error, which can mean that the price or status differs from what this page shows.
    onSettled: () => invalidate(queryClient, quoteKeys.all, whatsNextKey),
  });
}

/** The specification's body names the type too; the server sets it itself, so its schema doesn't have it. */
const comment = (content: string) => ({ content, commentType: "comment" });

interface NewComment {
  content: string;
  idempotencyKey: string;
}

/** Add a comment to a thread, where it appears at once. */
export function useAddComment(quoteId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = commentsQuery(quoteId);
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: NewComment) =>
      api.post("/api/quotes/{quote_id}/comments", {
        path: { quote_id: quoteId },
        body: comment(content),
        idempotencyKey,
      }),
    onSuccess: (comment) => {
      queryClient.setQueryData(queryKey, (thread) => {
        const [newest, ...earlier] = thread?.pages ?? [];
        if (!thread || !newest || newest.rows.some(({ id }) => id === comment.id)) return thread;
        return { ...thread, pages: [{ ...newest, rows: [comment, ...newest.rows] }, ...earlier] };
      });
      // Not awaited, since new comments by staff can appear a moment later.
      void invalidate(queryClient, quoteKeys.one(quoteId), quoteKeys.mine, whatsNextKey);
    },
  });
}
