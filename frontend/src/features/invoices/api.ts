import { apiUrl } from "~/api/client";
import { invoiceKeys } from "~/api/keys";
import { listQuery } from "~/api/pages";
import { getQuery } from "~/api/queries";
import { statusIn } from "~/api/statuses";
import type { Invoice } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";

/** The customer's own invoices, newest first. */
export const myInvoicesQuery = () => listQuery(invoiceKeys.mine, "/api/invoices");

/** One invoice. Each page that shows it fetches it again. */
export const invoiceQuery = (id: string) => ({
  ...getQuery(invoiceKeys.one(id), "/api/invoices/{invoice_id}", { path: { invoice_id: id } }),
  gcTime: 0,
});

/** Return whether the customer still has to pay an invoice. */
export function isDue({ status }: Invoice): boolean {
  return statusIn("invoice", "payable", status);
}

/** Return whether an invoice is paid, but with a card payment that the customer's bank wants back, or got back. */
export function isDisputed({ status, amountDisputed }: Pick<Invoice, "status" | "amountDisputed">): boolean {
  return status === "paid" && Number(amountDisputed) > 0;
}

/** Return what becomes of money that was paid beyond what an invoice bills, or for a job that won't happen. */
export function owedWords({ overpaid, staffDecide }: Pick<Invoice, "overpaid" | "staffDecide">) {
  if (Number(overpaid) <= 0) return null;
  const amount = formatMoneyExact(overpaid);
  return staffDecide
    ? `We'll contact you about your payment of ${amount}.`
    : `You paid ${amount} too much; we'll refund it.`;
}

/**
 * Like `owedWords`, but also for the payments on an invoice whose quote has a new price since. They don't count toward
 * it if the quote has another invoice by then, which this invoice doesn't tell.
 */
export function moneyWords(invoice: Invoice): string | null {
  const { awaitsYes, amountPaid, amountRefunded } = invoice;
  return awaitsYes && Number(amountPaid) > Number(amountRefunded)
    ? "Your quote has changed. What you paid counts toward the new price, or we'll contact you about it."
    : owedWords(invoice);
}

/** Stripe's minimum card payment, in dollars. The server has the same limit (payments/amounts.py). */
const MIN_CHARGE = 0.5;

/** Return whether an amount that is due, all of it or the deposit, can be paid by card. */
export function canPayByCard(amount: string): boolean {
  return Number(amount) >= MIN_CHARGE;
}

/** How to pay an amount below the minimum. */
export const TOO_LITTLE_FOR_CARDS =
  "Cards take no less than $0.50: pay it in cash, by check, or together with your next payment.";

/** The due date of the rest of an accepted quote until the date is known. */
export const REST_DUE = "14 days after we install";

type Amounts = Pick<Invoice, "status" | "fromAcceptance" | "dueDate" | "amountDue" | "dueNow">;

/** Return whether the customer is asked to pay the deposit of an accepted quote, but not the rest yet. */
export function isDepositDue({ fromAcceptance, dueDate, dueNow }: Amounts): boolean {
  return fromAcceptance && dueDate === null && Number(dueNow) > 0;
}

/** Return the amount that is left to pay but not due yet, because it is due after the installation; "0.00" if none. */
export function restLater({ status, amountDue, dueNow }: Amounts): string {
  return statusIn("invoice", "payable", status) ? (Number(amountDue) - Number(dueNow)).toFixed(2) : "0.00";
}

/** Return whether part of an accepted quote's invoice becomes due once the work is done. */
export function isRestToCome(invoice: Amounts): boolean {
  return invoice.fromAcceptance && invoice.dueDate === null && Number(restLater(invoice)) > 0;
}

/** Return the URL of an invoice's PDF, for its customer and administrators. */
export const invoicePdfPath = (id: string) =>
  apiUrl("/api/invoices/{invoice_id}/pdf", { path: { invoice_id: id } });
