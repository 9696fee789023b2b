import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod";
import { api } from "~/api/client";
import { email } from "~/lib/zod-messages";
import { DialogButton } from "~/ui/dialog-button";
import { FormField } from "~/ui/form/fields";
import { useAppForm } from "~/ui/form/use-app-form";
import { TextInput } from "~/ui/text-input";
import { toast } from "~/ui/toast";
import { FormDialog } from "../shared/form-dialog";
import { deskKeys } from "../shared/keys";
import type { QueueItem } from "../shared/types";
import { Suggestions } from "./assign-suggestions";
import { useQueueDesk } from "./queue-context";
import { useAssign } from "./use-assign";

const resolver = zodResolver(z.object({ receiptEmail: email("Valid email is required") }));

/**
 * Suggests what a payment that was made for nothing we know may be for, and lets staff fix a typo in the address that a
 * visitor gave for its receipt. A signed-in customer's receipt goes to their own address.
 */
export function WhoPaid({ item }: { item: QueueItem }) {
  const assign = useAssign(item);
  return (
    <>
      <Suggestions item={item} onChoose={(target, title) => void assign(target, title)} />
      {item.customerKey === null && (
        <div>
          <DialogButton dialog={(onClose) => <CorrectionDialog item={item} onClose={onClose} />}>
            Correct the receipt's address
          </DialogButton>
        </div>
      )}
    </>
  );
}

function CorrectionDialog({ item, onClose }: { item: QueueItem; onClose: () => void }) {
  const { refreshSoon } = useQueueDesk();
  const queryClient = useQueryClient();
  const form = useAppForm({
    resolver,
    defaults: { receiptEmail: item.email ?? "" },
    draft: `receipt-email:${item.id}`,
    send: (body) =>
      api.post("/api/payments/{card_payment_id}/receipt-email", { path: { card_payment_id: item.id }, body }),
    failed: { title: "Couldn't correct the address" },
    onSent: ({ receiptEmail }) => {
      toast({ title: "Address corrected", description: `Stripe sends the receipt to ${receiptEmail}.` });
      void queryClient.invalidateQueries({ queryKey: deskKeys.suggestions(item.id) });
      onClose();
      refreshSoon();
    },
  });
  return (
    <FormDialog
      of={form}
      title="Correct the receipt's address"
      description="The customer typed it when they paid. Stripe sends the receipt to the new address right away."
      label="Send the receipt"
      pendingLabel="Sending..."
      onClose={onClose}
    >
      <FormField of={form} name="receiptEmail" label="Email">
        <TextInput type="email" inputMode="email" autoComplete="off" />
      </FormField>
    </FormDialog>
  );
}
