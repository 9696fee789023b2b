import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** The query keys of one kind of thing. Everything below `one(id)` is fetched again when that row changes. */
function entityKeys(root: string) {
  return {
    all: [root],
    /** The customer's own rows. */
    mine: [root, "mine"],
    /** A list at the desk, of everybody's rows. */
    desk: (filters: object) => [root, "desk", filters],
    one: (id: string) => [root, id],
    /** Something that belongs to one row, such as its history. */
    part: (id: string, part: string) => [root, id, part],
  } as const;
}

export type EntityKeys = ReturnType<typeof entityKeys>;

export const addressKeys = entityKeys("addresses");
export const analyticsKeys = entityKeys("analytics");
export const invoiceKeys = entityKeys("invoices");
export const jobKeys = entityKeys("jobs");
export const paymentKeys = entityKeys("payments");
export const quoteKeys = entityKeys("quotes");
export const storageKeys = entityKeys("storage-subscriptions");
export const stripeEventKeys = entityKeys("stripe-events");
export const treeOrderKeys = entityKeys("tree-orders");

/** What the desk derives from everything else: the queue, how the promise was kept, the customers. */
export const deskKeys = {
  all: ["desk"],
  queue: ["desk", "queue"],
  promise: ["desk", "promise"],
  customers: (q: string) => ["desk", "customers", { q }],
  customer: (key: string) => ["desk", "customers", key],
} as const;

/** Fetch again what is on the screen below any of these keys, and the rest when it is next shown. */
export function invalidate(queryClient: QueryClient, ...keys: QueryKey[]): Promise<unknown> {
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
