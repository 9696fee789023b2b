import { queryOptions } from "@tanstack/react-query";
import { api } from "~/api/client";
import { listQuery } from "~/api/pages";
import { deskKeys } from "./keys";

/** Everyone who has requested a quote or ordered a tree, with or without an account. */
export const customersQuery = (q: string) =>
  listQuery(deskKeys.customers(q), "/api/desk/customers", { query: { q } });

/** One customer's records. */
export const customerQuery = (key: string) =>
  queryOptions({
    queryKey: deskKeys.customer(key),
    queryFn: ({ signal }) => api.get("/api/desk/customers/{key}", { path: { key }, signal }),
  });
