import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { methodName, methods } from "~/api/payment-methods";
import type { Invoice } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { FormField } from "~/ui/form/fields";
import { useAppForm } from "~/ui/form/use-app-form";
import { Facts } from "~/ui/record-card";
import { Select } from "~/ui/select";
import { TextInput } from "~/ui/text-input";
import { toast } from "~/ui/toast";
import { aboveZero } from "../shared/amount-rule";
import { FormDialog } from "../shared/form-dialog";
import { amountText, parseAmount } from "../shared/money-input";
import { useRecordPayment } from "./api";

const paymentSchema = z.object({
  method: z.enum(methods),
  amount: aboveZero,
  note: text({ max: 500 }),
});
const resolver = zodResolver(paymentSchema);

interface PaymentDialogProps {
  invoice: Invoice;
  onClose: () => void;
}

function usePayment({ id, invoiceNumber, amountDue }: Invoice, onClose: () => void) {
  const recordPayment = useRecordPayment();
  return useAppForm({
    resolver,
    defaults: { method: "check", amount: amountText(amountDue), note: "" },
    draft: `payment:${id}`,
    send: ({ method, amount, note }, idempotencyKey) => {
      const payment = { method, note, amount: parseAmount(amount).amount };
      return recordPayment.mutateAsync({ id, payment, idempotencyKey });
    },
    failed: { title: "Couldn't record the payment" },
    onSent: (invoice) => {
      const rest = Number(invoice.amountDue);
      toast({
        title: "Payment recorded",
        description: `${invoiceNumber}: ${rest > 0 ? `${formatMoneyExact(rest)} still due.` : "paid in full."}`,
      });
      onClose();
    },
  });
}

/** Records a payment that wasn't made by card, such as a check in the mail or cash at the door. */
export function PaymentDialog({ invoice, onClose }: PaymentDialogProps) {
  const payment = usePayment(invoice, onClose);
  return (
    <FormDialog
      of={payment}
      title="Record a payment"
      description={`Invoice ${invoice.invoiceNumber}, ${invoice.billToName}.`}
      label="Record payment"
      pendingLabel="Recording..."
      onClose={onClose}
    >
      <Facts
        items={[
          { label: "Total", value: formatMoneyExact(invoice.amount) },
          { label: "Paid", value: formatMoneyExact(invoice.amountPaid) },
          { label: "Still due", value: formatMoneyExact(invoice.amountDue) },
        ]}
      />
      <div className="grid gap-field sm:grid-cols-2">
        <FormField of={payment} name="method" label="Paid by">
          <Select options={methods.map((value) => ({ value, label: methodName(value) }))} />
        </FormField>
        <FormField of={payment} name="amount" label="Amount in dollars">
          <TextInput inputMode="decimal" autoComplete="off" />
        </FormField>
      </div>
      <FormField of={payment} name="note" label="Note" optional help="Check number, or who took the cash.">
        <TextInput maxLength={500} autoComplete="off" />
      </FormField>
    </FormDialog>
  );
}
