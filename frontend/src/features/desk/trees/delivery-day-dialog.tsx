import { type FormEvent, useState } from "react";
import type { TreeOrder } from "~/api/types";
import { easternToday } from "~/lib/eastern";
import { formatDate, shortId } from "~/lib/format";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/date-field";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { useStepTreeOrder } from "./api";

interface DeliveryDayDialogProps {
  order: TreeOrder;
  open: boolean;
  onClose: () => void;
}

/** Gives an order its delivery day. */
export function DeliveryDayDialog({ order, open, onClose }: DeliveryDayDialogProps) {
  const { preferredDeliveryDate } = order;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Schedule the delivery"
      description={`For ${order.customerName}, order ${shortId(order.id)}, ${order.city}. ${
        preferredDeliveryDate ? `They would like ${formatDate(preferredDeliveryDate)}.` : "They named no day."
      }`}
    >
      <DayForm order={order} onClose={onClose} />
    </Dialog>
  );
}

/** The day to start from: the one that is set, or the one they would like, if it is not over. */
function startDay({ scheduledDeliveryDate, preferredDeliveryDate }: TreeOrder): string | undefined {
  const day = scheduledDeliveryDate ?? preferredDeliveryDate;
  return day && day >= easternToday() ? day : undefined;
}

function DayForm({ order, onClose }: Omit<DeliveryDayDialogProps, "open">) {
  const [day, setDay] = useState(startDay(order));
  const [problem, setProblem] = useState<string>();
  const step = useStepTreeOrder(order);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!day) {
      setProblem("Pick a day");
      return;
    }
    step.mutate({ status: "scheduled", scheduledDeliveryDate: day }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={save} noValidate className="grid gap-field">
      <Field label="Delivery day" error={problem}>
        <DateField
          value={day}
          onChange={(next) => {
            setDay(next);
            setProblem(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={step.isPending} pendingLabel="Scheduling...">
          Schedule delivery
        </Button>
      </div>
    </form>
  );
}
