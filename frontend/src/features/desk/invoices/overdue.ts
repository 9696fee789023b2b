import { statusIn } from "~/api/statuses";
import type { Invoice } from "~/api/types";
import { daysBetween, easternToday } from "~/lib/eastern";

/** For how many days an invoice has been waiting past its due date, in Eastern days; 0 where it is not. */
export function daysOverdue({ status, dueDate }: Pick<Invoice, "status" | "dueDate">): number {
  if (!statusIn("invoice", "payable", status) || !dueDate) return 0;
  return Math.max(0, daysBetween(dueDate, easternToday()));
}

/** Whether money is still expected for it. */
export function isOpen({ status }: Pick<Invoice, "status">): boolean {
  return statusIn("invoice", "payable", status);
}

/** Whether it can still be cancelled: anything but what is paid, or cancelled already. */
export function isCancellable({ status }: Pick<Invoice, "status">): boolean {
  return !statusIn("invoice", "settled", status);
}
