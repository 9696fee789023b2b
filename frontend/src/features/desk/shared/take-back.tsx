import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import * as z from "zod";
import { methodName } from "~/api/payment-methods";
import type { ReceivedPayment } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { FormButtons } from "./form-buttons";

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
  const { payment, document, customerName } = props;
  const [open, setOpen] = useState(false);
  const sum = formatMoneyExact(payment.amount);
  const method = methodName(payment.method).toLowerCase();
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Reverse payment of ${sum} by ${method}`}
        onClick={() => setOpen(true)}
      >
        Reverse payment
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Reverse this payment?"
        description={`${sum} by ${method} on ${document}, ${customerName}. It stays on record but no longer counts.`}
      >
        <ReasonForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function useReason({ payment, document, takeBack, onClose }: TakeBackProps & { onClose: () => void }) {
  return useAppForm({
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
}

function ReasonForm(props: TakeBackProps & { onClose: () => void }) {
  const reversal = useReason(props);
  const { register, formState } = reversal.form;
  const { errors } = formState;
  return (
    <Form of={reversal} className="grid gap-field">
      <FormAlerts of={reversal} />
      <Field label="Reason" help="e.g. check bounced" error={errors.note?.message}>
        <Textarea maxLength={500} {...register("note")} />
      </Field>
      <FormButtons
        of={reversal}
        label="Reverse payment"
        pendingLabel="Reversing..."
        cancelLabel="Keep payment"
        onClose={props.onClose}
      />
    </Form>
  );
}
