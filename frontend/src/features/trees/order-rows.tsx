import { treeAddOnNames, treeName } from "~/api/catalog-names";
import type { TreeOrder } from "~/api/types";
import { formatDay, formatMoneyExact, shortId } from "~/lib/format";
import { moneyRows } from "./order-money";

/** Return what was ordered and paid, one row per field. Rows without a value are not shown. */
export function orderRows(order: TreeOrder) {
  const addOns = treeAddOnNames(order);
  // Computed from the order's amounts, since the catalog's prices may have changed.
  const addOnsPrice = Number(order.totalAmount) - Number(order.treePrice) - Number(order.deliveryPrice);
  const { addressLine1, addressLine2, city, state, zipCode, preferredDeliveryDate } = order;
  return [
    { label: "Tree", value: `${treeName(order.treeSize)}, ${formatMoneyExact(order.treePrice)}` },
    { label: "Delivery", value: formatMoneyExact(order.deliveryPrice) },
    {
      label: "Add-ons",
      value: addOns.length > 0 ? `${addOns.join(", ")}, ${formatMoneyExact(addOnsPrice)}` : "None",
    },
    {
      label: "Total",
      value: <span className="text-lg font-bold">{formatMoneyExact(order.totalAmount)}</span>,
    },
    ...moneyRows(order),
    {
      label: "Deliver to",
      value: [addressLine1, addressLine2, `${city}, ${state} ${zipCode}`].filter(Boolean).join("\n"),
    },
    { label: "Preferred day", value: preferredDeliveryDate ? formatDay(preferredDeliveryDate) : "Any day" },
    { label: "Name", value: order.customerName },
    { label: "Phone", value: order.customerPhone },
    { label: "Email", value: order.customerEmail },
    { label: "Text updates", value: order.textUpdates && "Yes" },
    { label: "Instructions", value: order.notes },
    { label: "Reference", value: <span className="tabular-nums">{shortId(order.id)}</span> },
  ];
}

/** How each size is delivered. */
export const deliveredHow: Record<TreeOrder["treeSize"], string> = {
  modest_6ft: "We drop it off at your door.",
  quality_7_8ft: "We drop it off at your door.",
  premium_8_10ft: "We carry it inside and set it up.",
};
