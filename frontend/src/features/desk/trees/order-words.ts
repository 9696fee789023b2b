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

/** Whether the customer can pay what is due by card now. */
export const isPayable = (order: DeskTreeOrder) => moneyOf(order) === "due";
