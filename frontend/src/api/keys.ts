import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** The query keys of one kind of thing. Everything below `one(id)` is fetched again when that row changes. */
export function entityKeys(root: string) {
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
export const invoiceKeys = entityKeys("invoices");
export const jobKeys = entityKeys("jobs");
export const quoteKeys = entityKeys("quotes");
export const storageKeys = entityKeys("storage-subscriptions");
export const treeOrderKeys = entityKeys("tree-orders");

/** Fetch again what is on the screen below any of these keys, and the rest when it is next shown. */
export function invalidate(queryClient: QueryClient, ...keys: QueryKey[]): Promise<unknown> {
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
