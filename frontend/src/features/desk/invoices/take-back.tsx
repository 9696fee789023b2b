import { useState } from "react";
import * as z from "zod";
import type { Invoice, InvoicePayment } from "~/api/types";
import { moneyExact } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { FormButtons } from "../shared/form-buttons";
import { useDeskForm } from "../shared/use-desk-form";
import { useTakeBack } from "./api";
import { methodName } from "./methods";

const reasonSchema = z.object({ note: text({ min: 1, max: 500, message: "Say why it is taken back" }) });
type ReasonValues = z.input<typeof reasonSchema>;

interface TakeBackProps {
  invoice: Invoice;
  payment: InvoicePayment;
}

/** The button that takes a recorded payment back, after asking why. */
export function TakeBack({ invoice, payment }: TakeBackProps) {
  const [open, setOpen] = useState(false);
  const sum = moneyExact(payment.amount);
  const way = methodName(payment.method).toLowerCase();
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Take back ${sum} by ${way}`}
        onClick={() => setOpen(true)}
      >
        Take back
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Take this payment back?"
        description={`${sum} by ${way} on ${invoice.invoiceNumber}, ${invoice.billToName}. It stays in the list, but counts no longer.`}
      >
        <ReasonForm invoice={invoice} payment={payment} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function useReason({ invoice, payment, onClose }: TakeBackProps & { onClose: () => void }) {
  const takeBack = useTakeBack();
  return useDeskForm<ReasonValues>({
    schema: reasonSchema,
    defaults: { note: "" },
    draft: `take-back:${payment.id}`,
    send: async ({ note }) => {
      const { amountDue } = await takeBack.mutateAsync({ id: invoice.id, payment: payment.id, note });
      toast({
        title: "Payment Taken Back",
        description: `${invoice.invoiceNumber}: ${moneyExact(amountDue)} due.`,
      });
    },
    failed: "Payment Not Taken Back",
    onDone: onClose,
  });
}

function ReasonForm(props: TakeBackProps & { onClose: () => void }) {
  const { form, element, problem, submit, forgetDraft } = useReason(props);
  const { errors, isSubmitting } = form.formState;
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-field">
      {problem && <FormAlert>{problem}</FormAlert>}
      <Field label="Reason" help="Such as: the check bounced." error={errors.note?.message}>
        <Textarea maxLength={500} {...form.register("note")} />
      </Field>
      <FormButtons
        label="Take back"
        pendingLabel="Taking back..."
        pending={isSubmitting}
        cancelLabel="Keep it"
        forgetDraft={forgetDraft}
        onClose={props.onClose}
      />
    </form>
  );
}
