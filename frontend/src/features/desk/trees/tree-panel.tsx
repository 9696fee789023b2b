import { treeName } from "~/api/catalog-names";
import { statusIn } from "~/api/statuses";
import type { DeskTreeOrder } from "~/api/types";
import { formatDate, formatIfPositive, formatMoneyExact } from "~/lib/format";
import { daySheetPath } from "~/lib/paths";
import { Facts } from "~/ui/record-card";
import { CallForm, CallList } from "../shared/calls";
import { ContactLinks } from "../shared/contact-links";
import { customerKey } from "../shared/customer-key";
import { HistoryList } from "../shared/history-list";
import { PromiseBadge } from "../shared/promise-badge";
import { customerFact, linkFact } from "../shared/record-links";
import { type OpenRow, PanelPart, RowPanel } from "../shared/row-panel";
import { sourceFacts } from "../shared/source-words";
import { EditTreeOrder } from "./edit-tree-order";
import { OrderPayments } from "./order-payments";
import { addOnsOf, addressOf } from "./order-words";

/** The details of one tree order, and all its actions. */
export function TreePanel({ order, panel }: { order: DeskTreeOrder; panel: OpenRow }) {
  return (
    <RowPanel {...panel}>
      <div className="flex flex-wrap items-center gap-3">
        <ContactLinks
          name={order.customerName}
          phone={order.customerPhone}
          email={order.customerEmail}
          textsOff={order.textsOff}
        />
        {(order.answeredAt || statusIn("treeOrder", "open", order.status)) && (
          <PromiseBadge respondBy={order.respondBy} answeredAt={order.answeredAt} />
        )}
      </div>
      <OrderFacts order={order} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
        <PanelPart title="Edit order">
          <EditTreeOrder order={order} />
        </PanelPart>
        <PanelPart title="Payments">
          <OrderPayments order={order} />
        </PanelPart>
        <PanelPart title="Log a call">
          <CallForm kind="tree-orders" id={order.id} />
        </PanelPart>
        <PanelPart title="Calls">
          <CallList kind="tree-orders" id={order.id} />
        </PanelPart>
        <PanelPart title="History">
          <HistoryList kind="tree-orders" id={order.id} />
        </PanelPart>
      </div>
    </RowPanel>
  );
}

function OrderFacts({ order }: { order: DeskTreeOrder }) {
  const { scheduledDeliveryDate: day } = order;
  return (
    <Facts
      items={[
        { label: "Tree", value: treeName(order.treeSize) },
        { label: "Add-ons", value: addOnsOf(order).join(", ") },
        { label: "Total", value: formatMoneyExact(order.totalAmount) },
        { label: "Paid", value: formatIfPositive(order.amountPaid) },
        { label: "Refunded", value: formatIfPositive(order.amountRefunded) },
        { label: "Still due", value: formatIfPositive(order.amountDue) },
        { label: "Overpaid", value: formatIfPositive(order.overpaid) },
        { label: "Deliver to", value: addressOf(order), wide: true },
        {
          label: "Preferred day",
          value: order.preferredDeliveryDate && formatDate(order.preferredDeliveryDate),
        },
        linkFact("Delivery", day && daySheetPath(day), day && `${formatDate(day)}, day sheet`),
        ...sourceFacts(order),
        { label: "Text updates", value: order.textUpdates ? "Yes" : "No" },
        customerFact(customerKey({ userId: order.userId, email: order.customerEmail }), !order.userId),
      ]}
    />
  );
}
