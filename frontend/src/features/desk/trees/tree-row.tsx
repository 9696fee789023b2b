import { memo } from "react";
import { treeName } from "~/api/catalog-names";
import { statusIn } from "~/api/statuses";
import type { DeskTreeOrder } from "~/api/types";
import { OrderMoneyBadge } from "~/features/trees";
import { formatDate, formatDateTime, formatMoney, shortId } from "~/lib/format";
import { phoneHref } from "~/lib/phone";
import { StatusBadge } from "~/ui/badge";
import { type Column, DeskRow } from "../shared/desk-table";
import { PromiseBadge } from "../shared/promise-badge";
import { type OpenRow, RowToggle, useOpenRow } from "../shared/row-panel";
import { addOnsOf } from "./order-words";
import { TreePanel } from "./tree-panel";
import { TreeSteps } from "./tree-steps";

/** An order with its row's panel state. */
interface TreeItem {
  order: DeskTreeOrder;
  panel: OpenRow;
  what: string;
}

export const treeColumns: readonly Column<TreeItem>[] = [
  {
    label: "Customer",
    kind: "lead",
    className: "lg:max-w-60",
    cell: ({ order }) => (
      <>
        <b className="block font-[650] text-heading">{order.customerName}</b>
        <a
          className="text-link inline-flex min-h-target items-center tabular-nums"
          href={phoneHref("tel", order.customerPhone)}
          aria-label={`Call ${order.customerName}, ${order.customerPhone}`}
        >
          {order.customerPhone}
        </a>
      </>
    ),
  },
  {
    label: "Order",
    cell: ({ order }) => (
      <span>
        <span className="tabular-nums">{shortId(order.id)}</span>{" "}
        <span className="text-xs whitespace-nowrap text-muted-foreground lg:block">
          {formatDateTime(order.createdAt)}
        </span>
      </span>
    ),
  },
  {
    label: "Ordered",
    className: "lg:max-w-72",
    cell: ({ order }) => (
      <span>
        {treeName(order.treeSize)}, {formatMoney(order.totalAmount)}
        <span className="block text-xs text-muted-foreground">
          {addOnsOf(order).join(", ") || "No add-ons"}
        </span>
        <span className="block text-xs text-muted-foreground">{order.city}</span>
      </span>
    ),
  },
  {
    label: "Day",
    cell: ({ order }) => <DeliveryDay order={order} />,
  },
  {
    label: "Status",
    cell: ({ order }) => (
      <span className="flex flex-wrap gap-2">
        <StatusBadge kind="treeOrder" status={order.status} />
        <OrderMoneyBadge order={order} />
        {!order.answeredAt && statusIn("treeOrder", "open", order.status) && (
          <PromiseBadge respondBy={order.respondBy} />
        )}
      </span>
    ),
  },
  {
    label: "Next step",
    kind: "action",
    cell: ({ order, what, panel }) => (
      <>
        <TreeSteps order={order} />
        <RowToggle what={what} {...panel} />
      </>
    ),
  },
];

/** One order: the customer, what was ordered, and the next step. */
export const TreeRow = memo(function TreeRow({ order }: { order: DeskTreeOrder }) {
  const panel = useOpenRow(order.id);
  const what = `order ${shortId(order.id)}, ${order.customerName}`;
  return (
    <DeskRow
      columns={treeColumns}
      item={{ order, panel, what }}
      details={[panel.isOpen && <TreePanel order={order} panel={panel} />]}
    />
  );
});

function DeliveryDay({ order: { scheduledDeliveryDate, preferredDeliveryDate } }: { order: DeskTreeOrder }) {
  const day = scheduledDeliveryDate ?? preferredDeliveryDate;
  if (!day) return <span className="whitespace-nowrap text-muted-foreground">No preferred day</span>;
  return (
    <span className="whitespace-nowrap">
      {formatDate(day)}{" "}
      <span className="text-xs text-muted-foreground lg:block">
        {scheduledDeliveryDate ? "Delivery" : "Preferred"}
      </span>
    </span>
  );
}
