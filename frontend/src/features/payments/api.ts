import { queryOptions, skipToken, useMutation, useQueryClient } from "@tanstack/react-query";
import { catalog } from "~/api/catalog.gen";
import { api } from "~/api/client";
import { ApiError } from "~/api/errors";
import { listQuery } from "~/api/pages";
import { getQuery } from "~/api/queries";
import { loadPart } from "~/lib/load-part";
import { loadStripe } from "./load-stripe";
import { readOutcome } from "./outcome";

/** The root of the query keys. */
const ROOT = "checkout";

/** The public settings of the card form. Fails with status 503 if card payments are not set up. */
export const configQuery = getQuery([ROOT, "config"], "/api/payments/config");

/** Return whether a request failed because card payments are not set up. */
export function isNotSetUp(error: unknown): boolean {
  return error instanceof ApiError && error.status === 503;
}

/**
 * Stripe's script and the form that uses it, loaded when a page first takes a card. Structural sharing is off, because
 * it would copy live objects and break them.
 */
export const cardFormQuery = queryOptions({
  queryKey: [ROOT, "card-form"],
  queryFn: async ({ client }) => {
    const [stripe, { StripeForm }] = await Promise.all([
      client.ensureQueryData(configQuery).then(loadStripe),
      loadPart(() => import("./components/stripe-form")),
    ]);
    return { stripe, StripeForm };
  },
  structuralSharing: false,
});

/** What is paid: the published amount, what is due on an invoice or on its deposit, or what is due on a tree order. */
export type Purpose =
  | { invoiceId: string; part: "first" | "all" }
  | { treeOrderId: string }
  | { amount: number };

export const PUBLISHED: Purpose = { amount: Number(catalog.checkoutAmount) };

/** The longest automatic wait for a busy server, in seconds. */
const MAX_RETRY_SECONDS = 10;

/**
 * The client secret of the payment with this idempotency key, which is the same in every tab. It is not cached after
 * the user leaves the page, so that the next visit asks whether the payment is still open. If the server is busy, there
 * is one retry after the time it asks for.
 */
export const intentQuery = (purpose: Purpose, key: string) =>
  queryOptions({
    queryKey: [ROOT, "intent", purpose, key],
    queryFn: async () => {
      const options = { body: purpose, idempotencyKey: key };
      const { clientSecret } = await api.post("/api/create-payment-intent", options);
      return clientSecret;
    },
    retry: (failures, error) => failures === 0 && secondsToRetry(error) > 0,
    retryDelay: (_, error) => secondsToRetry(error) * 1000,
    gcTime: 0,
  });

/** Return the seconds after which to retry a request to a busy server; 0 for any other failure. */
function secondsToRetry(error: unknown): number {
  if (!(error instanceof ApiError) || error.status !== 503) return 0;
  return Math.min(error.retryAfter ?? 0, MAX_RETRY_SECONDS);
}

/**
 * The secret that lets Stripe's form show a signed-in customer's saved cards and save another one; null if that fails.
 * The form also works without it, so a failure is not an error.
 */
export const savedCardSessionQuery = (clientSecret: string) =>
  queryOptions({
    queryKey: [ROOT, "saved-cards", clientSecret],
    queryFn: async () => {
      const body = { paymentIntentId: clientSecret.split("_secret_")[0] ?? "" };
      const session = await api.post("/api/payment-methods/session", { body }).catch(() => null);
      return session?.clientSecret ?? null;
    },
    gcTime: 0,
  });

const CARDS = ["payment-methods"];

/** The customer's saved cards at Stripe, fetched on each visit. */
export const savedCardsQuery = { ...getQuery(CARDS, "/api/payment-methods"), gcTime: 0 };

/** Remove one of the customer's cards. */
export function useRemoveCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete("/api/payment-methods/{method_id}", { path: { method_id: id } }),
    // Also after an error, which can mean that this page is out of date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: CARDS }),
  });
}

/** The customer's payments by card, check and cash, newest first, fetched on each visit. */
export const paidQuery = () => ({ ...listQuery(["payment-history"], "/api/payment-history"), gcTime: 0 });

/** The current state of a payment at Stripe. The query is skipped without its client secret. */
export const outcomeQuery = (clientSecret: string | null | undefined) =>
  queryOptions({
    queryKey: [ROOT, "outcome", clientSecret],
    queryFn: clientSecret
      ? async ({ client }) => {
          const { stripe } = await client.ensureQueryData(cardFormQuery);
          return readOutcome(stripe, clientSecret);
        }
      : skipToken,
    gcTime: 0,
  });
