import { treeAddOnNames } from "~/api/catalog-names";
import type { DeskTreeOrder } from "~/api/types";
import { moneyOf } from "~/features/trees";
import { commaList } from "~/lib/format";

/** Return the names of the ordered add-ons. */
export function addOnsOf(order: DeskTreeOrder): string[] {
  return treeAddOnNames(order).map((name) => name.replace("Christmas ", ""));
}

/** Return the address as "41 Marcy Street, Apt 2, Portsmouth, NH 03801". */
export function addressOf({ addressLine1, addressLine2, city, state, zipCode }: DeskTreeOrder): string {
  return commaList(addressLine1, addressLine2, city, `${state} ${zipCode}`);
}

/** Return what staff can record as paid: what is due, or what a bank has returned to the customer until it is paid again. */
export function recordableOf({ amountDue, amountLost, amountPaid, totalAmount }: DeskTreeOrder): number {
  const again = Number(totalAmount) - Number(amountPaid) + Number(amountLost);
  return Number(amountDue) || (Number(amountLost) && Math.max(again, 0));
}

/** Whether the customer can pay what is due by card now. */
export const isPayable = (order: DeskTreeOrder) => moneyOf(order) === "due";
