import { useState } from "react";
import { treeName } from "~/api/catalog-names";
import { statusIn } from "~/api/statuses";
import type { DeskTreeOrder } from "~/api/types";
import { easternToday } from "~/lib/eastern";
import { formatDate, shortId } from "~/lib/format";
import { DeliveryDayDialog } from "../shared/delivery-day-dialog";
import { useStepTreeOrder } from "../shared/step-tree-order";
import { PastRow, WasItDone } from "../shared/was-it-done";
import { pastDeliveriesQuery } from "./api";

const isOpen = ({ status, scheduledDeliveryDate }: DeskTreeOrder) =>
  statusIn("treeOrder", "undelivered", status) &&
  scheduledDeliveryDate !== null &&
  scheduledDeliveryDate < easternToday();

/** Past deliveries that aren't marked as delivered or canceled. */
export function PastDeliveries() {
  return (
    <WasItDone query={pastDeliveriesQuery()} isOpen={isOpen} many="deliveries">
      {(order) => <PastDelivery key={order.id} order={order} />}
    </WasItDone>
  );
}

function PastDelivery({ order }: { order: DeskTreeOrder }) {
  const { customerName, treeSize, city, scheduledDeliveryDate } = order;
  const step = useStepTreeOrder(order);
  const [isMoving, setMoving] = useState(false);
  return (
    <>
      <PastRow
        when={scheduledDeliveryDate ? formatDate(scheduledDeliveryDate) : ""}
        name={customerName}
        detail={`${treeName(treeSize)} · ${city}`}
        what={`order ${shortId(order.id)}, ${customerName}`}
        onDone={() => step.mutate({ status: "delivered" })}
        onMove={() => setMoving(true)}
        onCancel={() => step.mutate({ status: "cancelled" })}
        isPending={step.isPending}
        question="Cancel this tree order?"
        warning={`${treeName(treeSize)} for ${customerName}. They won't get their tree.`}
        keep="Keep order"
        confirm="Cancel order"
      />
      {isMoving && <DeliveryDayDialog order={order} onClose={() => setMoving(false)} />}
    </>
  );
}
