import { statusIn } from "~/api/statuses";
import type { Invoice } from "~/api/types";
import { daysBetween, easternToday } from "~/lib/eastern";

/** Return the number of Eastern days since the due date; 0 if the invoice is not overdue. */
export function daysOverdue({ status, dueDate }: Pick<Invoice, "status" | "dueDate">): number {
  if (!statusIn("invoice", "payable", status) || !dueDate) return 0;
  return Math.max(0, daysBetween(dueDate, easternToday()));
}

/** Return whether the invoice is neither paid nor canceled yet. */
export const isOpen = ({ status }: Pick<Invoice, "status">) => !statusIn("invoice", "settled", status);

/** Return whether a part was paid and not refunded or reversed, so that the invoice can't be canceled. */
export const isPartlyPaid = ({
  amountPaid,
  amountRefunded,
}: Pick<Invoice, "amountPaid" | "amountRefunded">) => Number(amountPaid) > Number(amountRefunded);
