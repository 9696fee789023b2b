import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, apiUrl } from "~/api/client";
import { invalidate } from "~/api/keys";
import { listQuery } from "~/api/pages";
import { freshQuery } from "~/api/queries";
import { deskKeys, paymentAffects } from "../../shared/keys";

/** The payments by month. Like the other parts, they are refetched whenever the view is opened. */
export const moneyQuery = freshQuery(deskKeys.money("months"), "/api/desk/money");

/** What is due on open invoices and tree orders, by age. */
export const agingQuery = freshQuery(deskKeys.money("due"), "/api/desk/money/due");

/** The open disputes, and the season's score. */
export const disputesQuery = freshQuery(deskKeys.money("disputes"), "/api/desk/disputes");

/** The payouts, newest first. */
export const payoutsQuery = listQuery(deskKeys.money("payouts"), "/api/desk/payouts", {
  query: { limit: 6 },
});

/** What a payout contains, newest first. */
export const payoutEntriesQuery = (id: string) =>
  listQuery(deskKeys.money(`payout ${id}`), "/api/desk/payouts/{payout_id}/entries", {
    path: { payout_id: id },
  });

/** The first and the last day of the accountant's file, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/** The number of lines in the accountant's file, and their sum. */
export const exportSummaryQuery = (days: Days) =>
  freshQuery(deskKeys.money(`export ${days.from} ${days.to}`), "/api/desk/money/export-summary", {
    query: { ...days },
  });

/** The URL of the accountant's file. */
export const exportUrl = (days: Days) => apiUrl("/api/desk/money/export.csv", { query: { ...days } });

/** The evidence that an answer to a payment's dispute would send. */
export const disputeAnswerQuery = (paymentId: string) =>
  freshQuery(deskKeys.money(`answer ${paymentId}`), "/api/payments/{card_payment_id}/dispute-answer", {
    path: { card_payment_id: paymentId },
  });

/** A mutation of a dispute. Whether or not it succeeds, everything that shows the payment is refetched. */
function useDisputeMutation<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => void invalidate(queryClient, ...paymentAffects),
  });
}

interface Answer {
  statement: string;
  idempotencyKey: string;
}

/** Send the bank our evidence about a disputed payment. */
export const useAnswerDispute = (paymentId: string) =>
  useDisputeMutation(({ statement, idempotencyKey }: Answer) =>
    api.post("/api/payments/{card_payment_id}/dispute-answer", {
      path: { card_payment_id: paymentId },
      body: { statement },
      idempotencyKey,
    }),
  );

/** Accept a dispute, so that its customer keeps the money. */
export const useAcceptDispute = (paymentId: string) =>
  useDisputeMutation((idempotencyKey: string) =>
    api.post("/api/payments/{card_payment_id}/dispute-accept", {
      path: { card_payment_id: paymentId },
      idempotencyKey,
    }),
  );
