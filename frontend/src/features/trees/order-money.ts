import { statusIn } from "~/api/statuses";
import type { TreeOrder } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";

/**
 * Where the money of an order is. `due`: to be paid, now or at delivery · `callFirst`: to be paid once the office has
 * called, since other states tax it · `paying`: a bank is processing it · `paid` · `refunding`: canceled, and a refund to
 * the card is on its way · `undecided`: canceled, and the office decides about it · `refunded`: canceled and paid back ·
 * `kept`: canceled, and not owed back · `none`: canceled unpaid.
 */
export type OrderMoney =
  | "due"
  | "callFirst"
  | "paying"
  | "paid"
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
  | "overpaid"
  | "paying"
  | "canPayOnline"
>;

const isSome = (amount: string) => Number(amount) > 0;

/** Return where the money of an order is. */
export function moneyOf(order: Money): OrderMoney {
  if (order.paying) return "paying";
  if (statusIn("treeOrder", "calledOff", order.status)) return canceledMoney(order);
  if (!isSome(order.amountDue)) return "paid";
  return order.canPayOnline ? "due" : "callFirst";
}

function canceledMoney({ amountPaid, amountRefunded, amountRefunding, overpaid }: Money): OrderMoney {
  if (isSome(amountRefunding)) return "refunding";
  if (isSome(overpaid)) return "undecided";
  if (isSome(amountPaid)) return "kept";
  return isSome(amountRefunded) ? "refunded" : "none";
}

/** Return the amounts of an order below its total; those of nothing are left out. */
export function moneyRows(order: TreeOrder) {
  const some = (amount: string) => isSome(amount) && formatMoneyExact(amount);
  const isCanceled = statusIn("treeOrder", "calledOff", order.status);
  return [
    { label: "Paid", value: some(order.amountPaid) },
    { label: "Refunded", value: some(order.amountRefunded) },
    { label: "Still due", value: isSome(order.amountPaid) && some(order.amountDue) },
    { label: "To be refunded", value: some(isCanceled ? order.amountRefunding : order.overpaid) },
  ];
}
