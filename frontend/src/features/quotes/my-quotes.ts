import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, apiUrl, type RequestBody } from "~/api/client";
import { invalidate, invoiceKeys, jobKeys, quoteKeys, whatsNextKey } from "~/api/keys";
import { listQuery } from "~/api/pages";
import { getQuery } from "~/api/queries";
import { statusIn } from "~/api/statuses";
import type { Quote, QuoteDetails } from "~/api/types";
import type { Choices } from "./proposal/use-choices";

/** The customer's own quotes, newest first. */
export const myQuotesQuery = () => listQuery(quoteKeys.mine, "/api/quotes");

/** The comments on a quote in pages, newest first. Fetched again whenever the thread is opened. */
export const commentsQuery = (quoteId: string) => ({
  ...listQuery(quoteKeys.part(quoteId, "comments"), "/api/quotes/{quote_id}/comments", {
    path: { quote_id: quoteId },
    query: { ordering: "-createdAt" },
  }),
  staleTime: 0,
});

/**
 * One quote with its visits and lines, for its owner or anyone with its link. Each page that shows it fetches it again.
 */
export const quoteQuery = (id: string) => ({
  ...getQuery(quoteKeys.one(id), "/api/quotes/{quote_id}", { path: { quote_id: id } }),
  gcTime: 0,
});

export type PricedQuote = Quote & { quoteAmount: string };

/** Return whether the customer has a price that they have neither accepted nor declined. It may have expired. */
export function waitsForAnswer<Row extends Quote>(quote: Row): quote is Row & PricedQuote {
  return statusIn("quote", "answerable", quote.status) && quote.quoteAmount !== null;
}

/** Return whether the customer can accept or decline the price. */
export function canAnswer<Row extends Quote>(quote: Row): quote is Row & PricedQuote {
  return waitsForAnswer(quote) && !quote.expired;
}

/** Return whether a visit has a day. Accepting a new price doesn't change it. */
export function hasDay({ jobs }: QuoteDetails): boolean {
  return jobs.some(({ scheduledDate, status }) => scheduledDate && !statusIn("job", "calledOff", status));
}

/** Return whether the customer or staff declined the quote. It has progress only if its lights still have to come down. */
export function isDeclined({ status }: Pick<Quote, "status">): boolean {
  return statusIn("quote", "declined", status);
}

/** Return whether the customer can ask for the quote again: it was declined, or its price has expired. */
export function canAskAgain(quote: Quote): boolean {
  return isDeclined(quote) || quote.expired;
}

/** Return what the customer accepts: the price on their screen and, for a proposal, its revision and their choices. */
export function offerOf(
  { lines, revision }: QuoteDetails,
  { total, chosen }: Pick<Choices, "total" | "chosen">,
) {
  return { quoteAmount: total, ...(lines.length > 0 && { revision, chosen: [...chosen] }) };
}

/**
 * Acceptance creates an invoice, and a decline cancels it and the visits, so all of these are refetched. They are also
 * refetched after an error, which can mean that this page is out of date.
 */
function useQuoteChange<Variables>(send: (variables: Variables) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => invalidate(queryClient, quoteKeys.all, jobKeys.all, invoiceKeys.all, whatsNextKey),
  });
}

type Acceptance = RequestBody<"/api/quotes/{quote_id}/accept", "post">;
type Decline = RequestBody<"/api/quotes/{quote_id}/decline", "post">;

export function useAccept(id: string) {
  return useQuoteChange(
    ({ acceptance, idempotencyKey }: { acceptance: Acceptance; idempotencyKey: string }) =>
      api.post("/api/quotes/{quote_id}/accept", { path: { quote_id: id }, body: acceptance, idempotencyKey }),
  );
}

export function useDecline(id: string) {
  return useQuoteChange(({ why, idempotencyKey }: { why: Decline; idempotencyKey: string }) =>
    api.post("/api/quotes/{quote_id}/decline", { path: { quote_id: id }, body: why, idempotencyKey }),
  );
}

/** Ask for a declined or expired quote again. */
export function useAskAgain(id: string) {
  return useQuoteChange((idempotencyKey: string) =>
    api.post("/api/quotes/{quote_id}/ask-again", { path: { quote_id: id }, idempotencyKey }),
  );
}

/** Return the URL of a quote's PDF, which has the proposal or, once accepted, what was accepted. */
export const quotePdfPath = (id: string) => apiUrl("/api/quotes/{quote_id}/pdf", { path: { quote_id: id } });

/** The specification's body also has the type. The server sets it itself, so the schema doesn't have it. */
const comment = (content: string) => ({ content, commentType: "comment" });

interface NewComment {
  content: string;
  idempotencyKey: string;
}

/** Add a comment to a thread and show it there at once. */
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
