import { entityKeys } from "~/api/keys";

export const analyticsKeys = entityKeys("analytics");
export const paymentKeys = entityKeys("payments");
export const stripeEventKeys = entityKeys("stripe-events");

/** Keys of what the desk derives from other entities: the queue, the promise and the customers. */
export const deskKeys = {
  all: ["desk"],
  queue: ["desk", "queue"],
  promise: ["desk", "promise"],
  customers: (q: string) => ["desk", "customers", { q }],
  customer: (key: string) => ["desk", "customers", key],
} as const;
