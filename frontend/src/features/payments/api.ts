import { queryOptions } from "@tanstack/react-query";
import { catalog } from "~/api/catalog.gen";
import { api } from "~/api/client";
import { ApiError } from "~/api/errors";
import { loadStripe } from "./load-stripe";
import { readOutcome } from "./outcome";

/** The root of the keys here. */
const ROOT = "checkout";

/** Whom the card goes to. Fails with status 503 where card payment is not set up. */
export const configQuery = queryOptions({
  queryKey: [ROOT, "config"],
  queryFn: ({ signal }) => api.get("/api/payments/config", { signal }),
});

/** Whether the server says that it takes no cards, rather than that something broke. */
export function isNotSetUp(error: unknown): boolean {
  return error instanceof ApiError && error.status === 503;
}

/**
 * Stripe's script and the form that is drawn with it, both fetched when a page first takes a card. They are code with
 * a life of its own, not data: they must stay the very same objects.
 */
export const cardFormQuery = queryOptions({
  queryKey: [ROOT, "card-form"],
  queryFn: async ({ client }) => {
    const [stripe, { StripeForm }] = await Promise.all([
      client.ensureQueryData(configQuery).then(loadStripe),
      import("./components/stripe-form"),
    ]);
    return { stripe, StripeForm };
  },
  structuralSharing: false,
});

/** What is paid at the checkout: the published amount, or what is due of an invoice. */
export type Purpose = { invoiceId: string } | { amount: number };

export const PUBLISHED: Purpose = { amount: Number(catalog.checkoutAmount) };

/**
 * The client secret of the payment that belongs to a key: the same one for each call with that key, in every tab.
 * Forgotten when nobody looks: the next visit asks whether it is still the one to pay.
 */
export const intentQuery = (purpose: Purpose, key: string) =>
  queryOptions({
    queryKey: [ROOT, "intent", purpose, key],
    queryFn: async () => {
      const options = { body: purpose, idempotencyKey: key };
      const { clientSecret } = await api.post("/api/create-payment-intent", options);
      return clientSecret;
    },
    gcTime: 0,
  });

/** How a payment stands at Stripe, by its client secret. */
export const outcomeQuery = (clientSecret: string) =>
  queryOptions({
    queryKey: [ROOT, "outcome", clientSecret],
    queryFn: async ({ client }) => {
      const { stripe } = await client.ensureQueryData(cardFormQuery);
      return readOutcome(stripe, clientSecret);
    },
    gcTime: 0,
  });
