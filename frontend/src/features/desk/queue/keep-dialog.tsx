import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod";
import { api } from "~/api/client";
import { invalidate } from "~/api/keys";
import { formatMoneyExact } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { FormField } from "~/ui/form/fields";
import { useAppForm } from "~/ui/form/use-app-form";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { FormDialog } from "../shared/form-dialog";
import { paymentAffects } from "../shared/keys";
import type { QueueItem } from "../shared/types";
import { keyOf } from "./kinds";
import { useQueueDesk } from "./queue-context";
import { paymentWords } from "./row-words";

const resolver = zodResolver(z.object({ reason: text({ min: 1, max: 500, message: "Enter a reason" }) }));

interface KeepDialogProps {
  item: QueueItem;
  onClose: () => void;
}

/** Asks why a payment is kept instead of refunded. */
export function KeepDialog({ item, onClose }: KeepDialogProps) {
  const { update, moveOn } = useQueueDesk();
  const queryClient = useQueryClient();
  const form = useAppForm({
    resolver,
    defaults: { reason: "" },
    draft: `keep:${item.id}`,
    send: (body) =>
      api.post("/api/payments/{card_payment_id}/keep", { path: { card_payment_id: item.id }, body }),
    failed: { title: "Couldn't save it" },
    onSent: () => {
      toast({ title: "Payment kept" });
      onClose();
      moveOn(item);
      update({ type: "settled", key: keyOf(item), at: Date.now() });
      void invalidate(queryClient, ...paymentAffects);
    },
  });
  return (
    <FormDialog
      of={form}
      title="Keep this payment?"
      description={`${paymentWords(item)} ${item.amount ? formatMoneyExact(item.amount) : "The money"} stays with us and leaves this list. Your name and the reason are recorded. The customer isn't emailed, so tell them yourself.`}
      label="Keep the money"
      pendingLabel="Saving..."
      onClose={onClose}
    >
      <FormField of={form} name="reason" label="Reason">
        <Textarea rows={2} maxLength={500} />
      </FormField>
    </FormDialog>
  );
}
