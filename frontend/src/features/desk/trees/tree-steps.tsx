import { useState } from "react";
import type { DeskTreeOrder } from "~/api/types";
import { shortId } from "~/lib/format";
import { Button } from "~/ui/button";
import { CallDialog } from "../shared/call-dialog";
import { DeliveryDayDialog } from "../shared/delivery-day-dialog";
import { useStepTreeOrder } from "../shared/step-tree-order";

/** The next steps of an order: call, confirm, schedule, deliver. The most likely one is emphasized. */
export function TreeSteps({ order }: { order: DeskTreeOrder }) {
  const [open, setOpen] = useState<"call" | "day" | null>(null);
  const step = useStepTreeOrder(order);
  const close = () => setOpen(null);
  const what = `order ${shortId(order.id)}, ${order.customerName}`;
  const { status, answeredAt } = order;
  const shared = { size: "sm", pending: step.isPending, pendingLabel: "Saving..." } as const;
  return (
    <>
      {status === "pending" && !answeredAt && (
        <Button
          size="sm"
          variant="secondary"
          onClick={() => setOpen("call")}
          aria-label={`Log a call about ${what}`}
        >
          Log a call
        </Button>
      )}
      {status === "pending" && (
        <Button
          {...shared}
          variant={answeredAt ? "secondary" : "outline"}
          onClick={() => step.mutate({ status: "confirmed" })}
          aria-label={`Confirm ${what}`}
        >
          Confirm order
        </Button>
      )}
      {status === "confirmed" && (
        <Button
          size="sm"
          variant="secondary"
          onClick={() => setOpen("day")}
          aria-label={`Schedule delivery of ${what}`}
        >
          Schedule delivery
        </Button>
      )}
      {status === "scheduled" && (
        <Button
          {...shared}
          variant="secondary"
          onClick={() => step.mutate({ status: "delivered" })}
          aria-label={`Mark delivered: ${what}`}
        >
          Mark delivered
        </Button>
      )}
      {open === "call" && (
        <CallDialog
          kind="tree-orders"
          id={order.id}
          name={order.customerName}
          phone={order.customerPhone}
          onClose={close}
        />
      )}
      {open === "day" && <DeliveryDayDialog order={order} onClose={close} />}
    </>
  );
}
