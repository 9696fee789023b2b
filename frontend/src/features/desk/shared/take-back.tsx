import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { methodName } from "~/api/payment-methods";
import type { ReceivedPayment } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { DialogButton } from "~/ui/dialog-button";
import { FormField } from "~/ui/form/fields";
import { useAppForm } from "~/ui/form/use-app-form";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { FormDialog } from "./form-dialog";

const reasonSchema = z.object({ note: text({ min: 1, max: 500, message: "Enter a reason" }) });
const resolver = zodResolver(reasonSchema);

export type TakeBackPayment = (payment: string, note: string) => Promise<{ amountDue: string }>;

interface TakeBackProps {
  payment: ReceivedPayment;
  /** What it is for: "INV-2026-00002" or "Order 7be2d310". */
  document: string;
  customerName: string;
  takeBack: TakeBackPayment;
}

/** The button that reverses a recorded payment, after asking why. */
export function TakeBack(props: TakeBackProps) {
  const { payment } = props;
  const what = `${formatMoneyExact(payment.amount)} by ${methodName(payment.method).toLowerCase()}`;
  return (
    <DialogButton
      aria-label={`Reverse payment of ${what}`}
      dialog={(onClose) => <ReasonDialog {...props} what={what} onClose={onClose} />}
    >
      Reverse payment
    </DialogButton>
  );
}

interface ReasonDialogProps extends TakeBackProps {
  /** "$75.00 by check" */
  what: string;
  onClose: () => void;
}

function ReasonDialog({ payment, document, customerName, takeBack, what, onClose }: ReasonDialogProps) {
  const reversal = useAppForm({
    resolver,
    defaults: { note: "" },
    draft: `take-back:${payment.id}`,
    send: ({ note }) => takeBack(payment.id, note),
    failed: { title: "Couldn't reverse the payment" },
    onSent: ({ amountDue }) => {
      toast({
        title: "Payment reversed",
        description: `${document}: ${formatMoneyExact(amountDue)} due.`,
      });
      onClose();
    },
  });
  return (
    <FormDialog
      of={reversal}
      title="Reverse this payment?"
      description={`${what} on ${document}, ${customerName}. It stays on record but no longer counts.`}
      label="Reverse payment"
      pendingLabel="Reversing..."
      cancelLabel="Keep payment"
      onClose={onClose}
    >
      <FormField of={reversal} name="note" label="Reason" help="e.g. check bounced">
        <Textarea maxLength={500} />
      </FormField>
    </FormDialog>
  );
}
