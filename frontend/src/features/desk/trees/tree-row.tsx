import { memo, useId } from "react";
import { treeName } from "~/api/catalog-names";
import { statusIn } from "~/api/statuses";
import type { TreeOrder } from "~/api/types";
import { formatDate, formatDateTime, formatMoney, shortId } from "~/lib/format";
import { phoneHref } from "~/lib/phone";
import { StatusBadge } from "~/ui/badge";
import { DeskCell, DeskDetailRow, DeskRow } from "../shared/desk-table";
import { PromiseBadge } from "../shared/promise-badge";
import { RowToggle, useOpenRow } from "../shared/row-panel";
import { addOnsOf } from "./order-words";
import { TreePanel } from "./tree-panel";
import { TreeSteps } from "./tree-steps";

export const treeColumns = [
  { label: "Customer" },
  { label: "Order" },
  { label: "Ordered" },
  { label: "Day" },
  { label: "Where it stands" },
  { label: "Next step", srOnlyLabel: true },
] as const;

/** One order: whom to call, what about, and the next step. */
export const TreeRow = memo(function TreeRow({ order }: { order: TreeOrder }) {
  const { isOpen, toggle } = useOpenRow(order.id);
  const panelId = useId();
  const what = `order ${shortId(order.id)}, ${order.customerName}`;
  return (
    <>
      <DeskRow open={isOpen}>
        <DeskCell label="Customer" kind="lead" className="lg:max-w-60">
          <b className="block font-[650] text-heading">{order.customerName}</b>
          <a
            className="text-link inline-flex min-h-target items-center tabular-nums"
            href={phoneHref("tel", order.customerPhone)}
            aria-label={`Call ${order.customerName}, ${order.customerPhone}`}
          >
            {order.customerPhone}
          </a>
        </DeskCell>
        <DeskCell label="Order">
          <span>
            <span className="tabular-nums">{shortId(order.id)}</span>{" "}
            <span className="text-xs whitespace-nowrap text-muted-foreground lg:block">
              {formatDateTime(order.createdAt)}
            </span>
          </span>
        </DeskCell>
        <DeskCell label="Ordered" className="lg:max-w-72">
          <span>
            {treeName(order.treeSize)}, {formatMoney(order.totalAmount)}
            <span className="block text-xs text-muted-foreground">
              {addOnsOf(order).join(", ") || "No add-ons"}
            </span>
            <span className="block text-xs text-muted-foreground">{order.city}</span>
          </span>
        </DeskCell>
        <DeskCell label="Day">
          <DeliveryDay order={order} />
        </DeskCell>
        <DeskCell label="Status">
          <span className="flex flex-wrap gap-2">
            <StatusBadge kind="treeOrder" status={order.status} />
            {!order.answeredAt && statusIn("treeOrder", "open", order.status) && (
              <PromiseBadge dueAt={order.dueAt} />
            )}
          </span>
        </DeskCell>
        <DeskCell label="Next step" kind="action">
          <TreeSteps order={order} />
          <RowToggle isOpen={isOpen} onToggle={toggle} what={what} panelId={panelId} />
        </DeskCell>
      </DeskRow>
      {isOpen && (
        <DeskDetailRow columns={treeColumns.length}>
          <TreePanel id={panelId} order={order} onClose={toggle} />
        </DeskDetailRow>
      )}
    </>
  );
});

function DeliveryDay({ order: { scheduledDeliveryDate, preferredDeliveryDate } }: { order: TreeOrder }) {
  const day = scheduledDeliveryDate ?? preferredDeliveryDate;
  if (!day) return <span className="whitespace-nowrap text-muted-foreground">No day named</span>;
  return (
    <span className="whitespace-nowrap">
      {formatDate(day)}{" "}
      <span className="text-xs text-muted-foreground lg:block">
        {scheduledDeliveryDate ? "Delivery" : "Preferred"}
      </span>
    </span>
  );
}
