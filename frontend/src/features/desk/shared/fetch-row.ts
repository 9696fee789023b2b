import { api } from "~/api/client";

/** Reads one row of a kind as it is now. Used with `useRowEdit`. */
export function rowFetcher<Row>(kind: "quotes" | "jobs" | "tree-orders" | "invoices") {
  return (id: string) => api.get<Row>(`/api/${kind}/${id}`);
}
