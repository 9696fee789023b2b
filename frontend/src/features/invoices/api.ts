import { queryOptions } from "@tanstack/react-query";
import { api } from "~/api/client";
import { listQuery } from "~/api/pages";
import { statusIn } from "~/api/statuses";
import type { Invoice } from "~/api/types";

/** The customer's own invoices, newest first. */
export const myInvoicesQuery = () => listQuery<Invoice>(["invoices", "mine"], "/api/invoices");

/** One invoice as it stands now: asked anew by each page that shows it. */
export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: ["invoices", "one", id],
    queryFn: ({ signal }) => api.get<Invoice>(`/api/invoices/${encodeURIComponent(id)}`, { signal }),
    gcTime: 0,
  });

/** Whether the customer still has to pay it. */
export function isDue({ status }: Invoice): boolean {
  return statusIn("invoice", "payable", status);
}

/** Where its PDF is; the server answers it to whom the invoice belongs to. */
export function invoicePdfPath(id: string): string {
  return `/api/invoices/${id}/pdf`;
}
