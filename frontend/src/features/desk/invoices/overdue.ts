import { statusIn } from "~/api/statuses";
import type { Invoice } from "~/api/types";
import { daysBetween, easternToday } from "~/lib/eastern";

/** Return the number of Eastern days since the due date; 0 if the invoice is not overdue. */
export function daysOverdue({ status, dueDate }: Pick<Invoice, "status" | "dueDate">): number {
  if (!statusIn("invoice", "payable", status) || !dueDate) return 0;
  return Math.max(0, daysBetween(dueDate, easternToday()));
}

/** Return whether the invoice can be canceled: it is neither paid nor canceled yet. */
export function isCancellable({ status }: Pick<Invoice, "status">): boolean {
  return !statusIn("invoice", "settled", status);
}
