import { listQuery } from "~/api/pages";
import type { Invoice } from "~/api/types";

/** The customer's own invoices, newest first. */
export const myInvoicesQuery = () => listQuery<Invoice>(["invoices", "mine"], "/api/invoices");

/** Whether the customer still has to pay it. */
export function isDue({ status }: Invoice): boolean {
  return status === "sent" || status === "overdue";
}
