import { queryOptions } from "@tanstack/react-query";
import { api } from "~/api/client";
import { listQuery } from "~/api/pages";
import { deskKeys } from "./keys";

/** Everybody who ever asked for something, with an account or without. */
export const customersQuery = (q: string) =>
  listQuery(deskKeys.customers(q), "/api/desk/customers", { query: { q } });

/** Everything of one person. */
export const customerQuery = (key: string) =>
  queryOptions({
    queryKey: deskKeys.customer(key),
    queryFn: ({ signal }) => api.get("/api/desk/customers/{key}", { path: { key }, signal }),
  });
