import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { methodName } from "~/api/payment-methods";
import type { DeskTreeOrder } from "~/api/types";
import { formatIfPositive, formatMoneyExact, shortId } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { Dialog } from "~/ui/dialog";
import { FormField } from "~/ui/form/fields";
import { Form, FormAlerts, SubmitButton } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { Segmented } from "~/ui/segmented";
import { TextInput } from "~/ui/text-input";
import { toast } from "~/ui/toast";
import { aboveZero } from "../shared/amount-rule";
import { amountText, parseAmount } from "../shared/money-input";
import { useRecordPayment } from "./api";

const atTheDoor = ["cash", "check"] as const;
const resolver = zodResolver(
  z.object({ method: z.enum(atTheDoor), amount: aboveZero, note: text({ max: 500 }) }),
);

interface DoorDialogProps {
  order: DeskTreeOrder;
  onClose: () => void;
}

function useDoorPayment({ order, onClose }: DoorDialogProps) {
  const recordPayment = useRecordPayment();
  return useAppForm({
    resolver,
    defaults: { method: "cash", amount: amountText(order.recordable), note: "" },
    draft: `payment:${order.id}`,
    send: ({ method, amount, note }, idempotencyKey) => {
      const payment = { method, note, amount: parseAmount(amount).amount };
      return recordPayment.mutateAsync({ id: order.id, payment, idempotencyKey });
    },
    failed: { title: "Couldn't record the payment" },
    onSent: ({ customerName, amountDue }) => {
      const rest = Number(amountDue) > 0 ? `${formatMoneyExact(amountDue)} still due.` : "paid in full.";
      toast({ title: "Payment recorded", description: `${customerName}: ${rest}` });
      onClose();
    },
  });
}

/** Records a payment from the door. */
export default function DoorDialog(props: DoorDialogProps) {
  const { customerName, id, amountDue, recordable } = props.order;
  const why = Number(amountDue) > 0 ? "due" : "returned by the bank";
  return (
    <Dialog
      open
      onOpenChange={(open) => open || props.onClose()}
      title="Record a payment"
      description={
        <span className="wrap-anywhere">
          {customerName}, order {shortId(id)}. {formatMoneyExact(recordable)} {why}.
        </span>
      }
    >
      <DoorForm {...props} />
    </Dialog>
  );
}

/** The form. The full-width button is last, within a thumb's reach at the bottom of a phone's screen. */
function DoorForm(props: DoorDialogProps) {
  const payment = useDoorPayment(props);
  const { register, watch, formState } = payment.form;
  const isCheck = watch("method") === "check";
  const typed = formatIfPositive(parseAmount(watch("amount")).amount ?? "0");
  return (
    <Form of={payment} className="grid gap-field">
      <FormAlerts of={payment} />
      <Segmented
        legend="Paid by"
        options={atTheDoor.map((method) => ({ value: method, label: methodName(method) }))}
        error={formState.errors.method?.message}
        defaultValue="cash"
        {...register("method")}
      />
      <FormField of={payment} name="amount" label="Amount in dollars">
        <TextInput inputMode="decimal" autoComplete="off" />
      </FormField>
      <FormField of={payment} name="note" label={isCheck ? "Check number or note" : "Note"} optional>
        <TextInput maxLength={500} autoComplete="off" />
      </FormField>
      <SubmitButton block pendingLabel="Recording...">
        {typed ? `Record ${typed} ${isCheck ? "check" : "cash"}` : "Record payment"}
      </SubmitButton>
    </Form>
  );
}
