import type { StorageSubscription } from "~/api/types";
import type { StatusOf } from "~/ui/badge";

/** A storage subscription as the office sees it. */
export type DeskSubscription = StorageSubscription & {
  status: Exclude<StatusOf<"subscription">, "inactive">;
  currentPeriodEnd: string | null;
  endsAt: string | null;
  card: { brand: string; last4: string } | null;
  customerName?: string;
  customerEmail?: string;
};

/** A payment by card. */
export interface CardPayment {
  id: string;
  purpose: string;
  userId: string | null;
  description: string;
  amountReceived: string;
  amountRefunded: string;
  disputed: boolean;
  stripePaymentIntentId: string;
  updatedAt: string;
}

/** Something that Stripe told, and what became of it. */
export interface StripeEvent {
  id: string;
  stripeId: string;
  type: string;
  objectId: string;
  state: "received" | "processed" | "failed" | "ignored";
  attempts: number;
  error: string;
  createdAt: string;
  processedAt: string | null;
}
