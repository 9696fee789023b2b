import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** Return the query keys of an entity. Everything below `one(id)` is refetched when that row changes. */
export function entityKeys(root: string) {
  return {
    all: [root],
    /** The customer's own rows. */
    mine: [root, "mine"],
    /** The newest of them, alone. */
    newest: [root, "newest"],
    /** A desk list, with everyone's rows. */
    desk: (filters: object) => [root, "desk", filters],
    one: (id: string) => [root, id],
    /** A part of one row, such as its history. */
    part: (id: string, part: string) => [root, id, part],
  } as const;
}

export type EntityKeys = ReturnType<typeof entityKeys>;

export const addressKeys = entityKeys("addresses");
export const invoiceKeys = entityKeys("invoices");
export const jobKeys = entityKeys("jobs");
export const quoteKeys = entityKeys("quotes");
export const storageKeys = entityKeys("storage-subscriptions");
export const treeOrderKeys = entityKeys("tree-orders");
/** Whether people can be erased, and what is in the way. */
export const erasureKey = ["erasure"] as const;
/** How the customer wants to be reached. */
export const contactChoiceKey = ["contact-choice"] as const;
/** What is next for the customer, which depends on all their rows. */
export const whatsNextKey = ["whats-next"] as const;
export const estimateKey = (request: object) => ["estimate", request] as const;

/** Refetch the active queries below these keys now, and the others when they are next used. */
export function invalidate(queryClient: QueryClient, ...keys: QueryKey[]): Promise<unknown> {
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
