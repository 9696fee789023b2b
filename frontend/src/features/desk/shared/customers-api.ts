import { listQuery } from "~/api/pages";
import { freshQuery } from "~/api/queries";
import { deskKeys } from "./keys";

/** Everyone who has requested a quote or ordered a tree, with or without an account. */
export const customersQuery = (q: string) =>
  listQuery(deskKeys.customers(q), "/api/desk/customers", { query: { q } });

/** One customer's records. */
export const customerQuery = (key: string) =>
  freshQuery(deskKeys.customer(key), "/api/desk/customers/{key}", { path: { key } });
