import { queryOptions } from "@tanstack/react-query";
import { api, apiUrl } from "~/api/client";
import { invoiceKeys } from "~/api/keys";
import { listQuery } from "~/api/pages";
import { statusIn } from "~/api/statuses";
import type { Invoice } from "~/api/types";

/** The customer's own invoices, newest first. */
export const myInvoicesQuery = () => listQuery(invoiceKeys.mine, "/api/invoices");

/** One invoice, fetched again by each page that shows it. */
export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: invoiceKeys.one(id),
    queryFn: ({ signal }) => api.get("/api/invoices/{invoice_id}", { path: { invoice_id: id }, signal }),
    gcTime: 0,
  });

/** Whether the customer still has to pay it. */
export function isDue({ status }: Invoice): boolean {
  return statusIn("invoice", "payable", status);
}

/** The least that a card can pay; the server has the same (payments/amounts.py). */
const LEAST = 0.5;

/** Whether what the customer is asked for can be paid by card. */
export function canPayByCard({ amountDue }: Pick<Invoice, "amountDue">): boolean {
  return Number(amountDue) >= LEAST;
}

/** How to pay what is too little for a card. */
export const TOO_LITTLE_FOR_CARDS =
  "Cards take no less than $0.50: pay it in cash, by check, or together with your next payment.";

/** The due date of the rest of what was accepted, until it is known. */
export const REST_DUE = "14 days after we install";

type Asked = Pick<Invoice, "status" | "fromAcceptance" | "dueDate" | "amountDue" | "dueNow">;

/** Whether the customer is asked for the deposit of what they accepted, and not for the rest yet. */
export function isDepositDue({ fromAcceptance, dueDate, dueNow }: Asked): boolean {
  return fromAcceptance && dueDate === null && Number(dueNow) > 0;
}

/** What is left to pay, but not now: it is due some days after the installation. "0.00" if that is nothing. */
export function restLater({ status, amountDue, dueNow }: Asked): string {
  return statusIn("invoice", "payable", status) ? (Number(amountDue) - Number(dueNow)).toFixed(2) : "0.00";
}

/** The URL of its PDF, for its customer and for administrators. */
export const invoicePdfPath = (id: string) =>
  apiUrl("/api/invoices/{invoice_id}/pdf", { path: { invoice_id: id } });
