import { entityKeys } from "~/api/keys";

export const analyticsKeys = entityKeys("analytics");
export const paymentKeys = entityKeys("payments");
export const stripeEventKeys = entityKeys("stripe-events");

/** What the desk derives from everything else: the queue, how the promise was kept, the customers. */
export const deskKeys = {
  all: ["desk"],
  queue: ["desk", "queue"],
  promise: ["desk", "promise"],
  customers: (q: string) => ["desk", "customers", { q }],
  customer: (key: string) => ["desk", "customers", key],
} as const;
