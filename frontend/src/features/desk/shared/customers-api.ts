import { queryOptions } from "@tanstack/react-query";
import { api } from "~/api/client";
import { listQuery } from "~/api/pages";
import type { Customer, CustomerRow } from "./types";
import { listPath } from "./use-desk-params";

/** Everybody who ever asked for something, with an account or without. */
export function customersQuery(q: string) {
  const path = listPath("/api/desk/customers", { q });
  return listQuery<CustomerRow>(["desk", "customers", path], path);
}

/** Everything of one person. */
export const customerQuery = (key: string) =>
  queryOptions({
    queryKey: ["desk", "customers", key],
    queryFn: ({ signal }) => api.get<Customer>(`/api/desk/customers/${encodeURIComponent(key)}`, { signal }),
  });
