import type { TreeOrder } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { StatusBadge } from "~/ui/badge";
import { DisputedBadge } from "~/ui/disputed";
import { moneyOf } from "../order-money";

/**
 * The payment state of an order as a badge, such as "Paid" or "$280.00 due". Hidden if it was canceled before any
 * payment. It borrows the color and mark of a status with a similar meaning: green is done, amber is waiting, red is
 * overdue.
 */
export function OrderMoneyBadge({ order }: { order: TreeOrder }) {
  const { amountDue, amountPaid, amountRefunding } = order;
  switch (moneyOf(order)) {
    case "due":
    case "callFirst":
      return <StatusBadge kind="treeOrder" status="pending" label={`${formatMoneyExact(amountDue)} due`} />;
    case "paying":
      return <StatusBadge kind="invoice" status="sent" label="Payment processing" />;
    case "paid":
      return <StatusBadge kind="invoice" status="paid" label="Paid" />;
    case "disputed":
      return <DisputedBadge disputed={order} />;
    case "refunding":
      return (
        <StatusBadge
          kind="invoice"
          status="overdue"
          label={`Refund due: ${formatMoneyExact(amountRefunding)}`}
        />
      );
    case "refunded":
      return <StatusBadge kind="invoice" status="cancelled" label="Refunded" />;
    case "undecided":
      return <StatusBadge kind="treeOrder" status="pending" label={`${formatMoneyExact(amountPaid)} paid`} />;
    case "kept":
      return <StatusBadge kind="invoice" status="paid" label={`${formatMoneyExact(amountPaid)} paid`} />;
    default:
      return null;
  }
}
