import { aSubscription } from "~/test/rows";
import type { Subscription } from "./types";

/** A live consumer plan with a card. */
export function aPlan(changes: Partial<Subscription> = {}): Subscription {
  return {
    ...aSubscription(),
    status: "active",
    currentPeriodEnd: "2026-12-21T05:00:00Z",
    endsAt: null,
    card: { brand: "visa", last4: "4242" },
    ...changes,
  };
}
