import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { listQuery } from "~/api/pages";
import { statusIn } from "~/api/statuses";
import type { Comment, Quote } from "~/api/types";

/** The customer's own quotes, newest first. */
export const myQuotesQuery = () => listQuery<Quote>(["quotes", "mine"], "/api/quotes");

/** The thread of a quote, page by page from its newest comment. */
export const commentsQuery = (quoteId: string) =>
  listQuery<Comment>(["quotes", quoteId, "comments"], `/api/quotes/${quoteId}/comments?ordering=-createdAt`);

/** Whether the quote has a price that the customer has not answered yet. */
export function waitsForAnswer({ status, quoteAmount }: Quote): boolean {
  return statusIn("quote", "answerable", status) && quoteAmount !== null;
}

/** Accepts a quote at the price that was on the screen, or declines it. Whatever happens, the list is asked for anew. */
export function useAnswerQuote({ id, quoteAmount }: Quote) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: "accept" | "decline") =>
      api.post<Quote>(`/api/quotes/${id}/${answer}`, answer === "accept" ? { quoteAmount } : {}),
    // After a refusal too: it says that the price or the status is not what this page shows.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["quotes"] }),
  });
}

interface NewComment {
  content: string;
  idempotencyKey: string;
}

/** Adds a comment to a thread, where it shows at once. */
export function useAddComment(quoteId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = commentsQuery(quoteId);
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: NewComment) =>
      api.post<Comment>(
        `/api/quotes/${quoteId}/comments`,
        { content, commentType: "comment" },
        { idempotencyKey },
      ),
    onSuccess: (comment) => {
      queryClient.setQueryData(queryKey, (thread) => {
        const [newest, ...earlier] = thread?.pages ?? [];
        if (!thread || !newest || newest.rows.some(({ id }) => id === comment.id)) return thread;
        return { ...thread, pages: [{ ...newest, rows: [comment, ...newest.rows] }, ...earlier] };
      });
      // Not awaited: what staff wrote meanwhile may come a moment later.
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}
