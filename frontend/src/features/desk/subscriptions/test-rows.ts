import type { DeskStorageSubscription, Payment, StoredItems, StripeEvent } from "~/api/types";
import { anAddress, aSubscription } from "~/test/rows";

/** A plan whose card was declined for a month and a change of plan. */
export const pastDue: DeskStorageSubscription = {
  ...aSubscription(),
  status: "past_due",
  currentPeriodEnd: "2026-12-05T12:00:00Z",
  endsAt: null,
  card: { brand: "visa", last4: "0341" },
  customerName: "Eleanor Hayes",
  customerEmail: "eleanor@example.com",
  amountDue: "27.40",
};

/** A property whose items are to be picked up. */
export const toPickUp: StoredItems = {
  ...anAddress({ street: "41 Marcy Street", city: "Portsmouth", status: "subscribed" }),
  itemsStatus: "to_pick_up",
  customerName: "Eleanor Hayes",
  customerEmail: "eleanor@example.com",
  plan: "consumer",
  planEndsAt: null,
};

/** An invoice's payment, partly refunded and disputed by the bank. */
export const disputedPayment: Payment = {
  id: "p1",
  purpose: "invoice",
  reference: null,
  amount: "875.00",
  status: "succeeded",
  failureMessage: "",
  createdAt: "2026-11-12T15:00:00Z",
  userId: null,
  description: "Invoice INV-2026-00001",
  amountReceived: "875.00",
  amountRefunded: "100.00",
  disputed: true,
  disputeLost: false,
  stripePaymentIntentId: "pi_1",
  updatedAt: "2026-11-20T15:00:00Z",
};

/** An event that could not be processed. */
export const failedEvent: StripeEvent = {
  id: "e1",
  stripeId: "evt_1",
  type: "invoice.payment_failed",
  objectId: "in_1",
  state: "failed",
  attempts: 2,
  error: "The subscription is not known here",
  createdAt: "2026-11-20T15:00:00Z",
  processedAt: null,
};
