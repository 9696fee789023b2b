import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import * as z from "zod";
import { ApiError } from "~/api/errors";
import type { DeskTreeOrder } from "~/api/types";
import { easternToday } from "~/lib/eastern";
import { formatDate, shortId } from "~/lib/format";
import { DayField } from "~/ui/form/fields";
import { useAppForm } from "~/ui/form/use-app-form";
import { FormDialog } from "./form-dialog";
import { useStepTreeOrder } from "./step-tree-order";

interface DeliveryDayDialogProps {
  order: DeskTreeOrder;
  onClose: () => void;
  /** Called after the day was set. */
  onScheduled?: (() => void) | undefined;
}

/** Return the day to start with: the scheduled one, or else the preferred one, unless it has passed. */
function startDay({ scheduledDeliveryDate, preferredDeliveryDate }: DeskTreeOrder): string | undefined {
  const day = scheduledDeliveryDate ?? preferredDeliveryDate;
  return day && day >= easternToday() ? day : undefined;
}

const resolver = zodResolver(z.object({ day: z.string().min(1, "Pick a day") }));

/** The dialog that sets an order's delivery day. */
export function DeliveryDayDialog({ order, onClose, onScheduled }: DeliveryDayDialogProps) {
  const { preferredDeliveryDate, scheduledDeliveryDate } = order;
  // The server compares it with the current order, and so notices a day that someone else has set since.
  const [opened, setOpened] = useState<DeskTreeOrder | null>(order);
  const step = useStepTreeOrder(opened ?? order);
  const delivery = useAppForm({
    resolver,
    defaults: { day: startDay(order) ?? "" },
    draft: `delivery-day:${order.id}`,
    // The step shows its own toasts, since it is also offered without a form.
    send: async ({ day }) => {
      try {
        return await step.mutateAsync({ status: "scheduled", scheduledDeliveryDate: day });
      } catch (error) {
        // The toast has said that someone else was first, so the next try replaces what they set.
        if (error instanceof ApiError && error.status === 409) setOpened(null);
        throw error;
      }
    },
    onSent: () => {
      onScheduled?.();
      onClose();
    },
  });
  return (
    <FormDialog
      of={delivery}
      title="Schedule the delivery"
      description={[
        `For ${order.customerName}, order ${shortId(order.id)}, ${order.city}.`,
        preferredDeliveryDate ? `Preferred day: ${formatDate(preferredDeliveryDate)}.` : "No preferred day.",
        // Also the day that someone else has just set.
        scheduledDeliveryDate ? `Scheduled for ${formatDate(scheduledDeliveryDate)}.` : "",
      ]
        .filter(Boolean)
        .join(" ")}
      label="Schedule delivery"
      pendingLabel="Scheduling..."
      onClose={onClose}
    >
      <DayField of={delivery} name="day" label="Delivery day" />
    </FormDialog>
  );
}
