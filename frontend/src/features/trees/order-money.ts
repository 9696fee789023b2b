import { statusIn } from "~/api/statuses";
import type { TreeOrder } from "~/api/types";
import { formatIfPositive } from "~/lib/format";
import { disputedRows } from "~/ui/disputed";

/**
 * The payment state of an order. `due`: to be paid, now or at delivery · `callFirst`: to be paid after a call by the
 * office, since other states tax it · `paying`: a bank is processing the payment · `paid` · `disputed`: paid, but the
 * customer's bank wants a card payment back, or got it back · `refunding`: canceled, with a refund to the card in
 * progress · `undecided`: canceled, and the office decides whether to refund · `refunded`: canceled and refunded ·
 * `kept`: canceled, but not owed back · `none`: canceled before any payment.
 */
export type OrderMoney =
  | "due"
  | "callFirst"
  | "paying"
  | "paid"
  | "disputed"
  | "refunding"
  | "undecided"
  | "refunded"
  | "kept"
  | "none";

type Money = Pick<
  TreeOrder,
  | "status"
  | "amountPaid"
  | "amountRefunded"
  | "amountRefunding"
  | "amountDue"
  | "amountDisputed"
  | "overpaid"
  | "paying"
  | "canPayOnline"
>;

const isPositive = (amount: string) => Number(amount) > 0;

/** Return the payment state of an order. */
export function moneyOf(order: Money): OrderMoney {
  if (order.paying) return "paying";
  if (statusIn("treeOrder", "calledOff", order.status)) return canceledMoney(order);
  if (!isPositive(order.amountDue)) return isPositive(order.amountDisputed) ? "disputed" : "paid";
  return order.canPayOnline ? "due" : "callFirst";
}

function canceledMoney(order: Money): OrderMoney {
  const { amountPaid, amountRefunded, amountRefunding, amountDisputed, overpaid } = order;
  if (isPositive(amountRefunding)) return "refunding";
  if (isPositive(overpaid)) return "undecided";
  if (isPositive(amountDisputed)) return "disputed";
  if (isPositive(amountPaid)) return "kept";
  return isPositive(amountRefunded) ? "refunded" : "none";
}

/** Return the rows of amounts that follow an order's total. Rows without a value are not shown. */
export function moneyRows(order: TreeOrder) {
  const isCanceled = statusIn("treeOrder", "calledOff", order.status);
  return [
    { label: "Paid", value: formatIfPositive(order.amountPaid) },
    ...disputedRows(order),
    { label: "Refunded", value: formatIfPositive(order.amountRefunded) },
    { label: "Still due", value: isPositive(order.amountPaid) ? formatIfPositive(order.amountDue) : null },
    { label: "To be refunded", value: formatIfPositive(isCanceled ? order.amountRefunding : order.overpaid) },
  ];
}
