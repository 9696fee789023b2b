import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { formatMoneyExact } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { Dialog } from "~/ui/dialog";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { toast } from "~/ui/toast";
import { aboveZero } from "../shared/amount-rule";
import { DraftFields } from "../shared/draft-fields";
import { FormButtons } from "../shared/form-buttons";
import { parseAmount } from "../shared/money-input";
import { useDraftForCustomer } from "./api";
import { CustomerPicker } from "./customer-picker";

const invoiceSchema = z.object({
  userId: z.string().min(1, "Pick a customer"),
  customer: z.string(),
  amount: aboveZero,
  dueDate: z.string().optional(),
  description: text({ max: 2000 }),
});
const resolver = zodResolver(invoiceSchema);

interface NewInvoiceProps {
  open: boolean;
  onClose: () => void;
}

/** Drafts an invoice by hand, for somebody with an account. Guests are billed for their quotes. */
export function NewInvoice({ open, onClose }: NewInvoiceProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="New invoice"
      description="Saved as a draft. The customer sees it after you send it."
    >
      <InvoiceForm onClose={onClose} />
    </Dialog>
  );
}

function useInvoice(onClose: () => void) {
  const draftInvoice = useDraftForCustomer();
  return useAppForm({
    resolver,
    defaults: { userId: "", customer: "", amount: "", dueDate: undefined, description: "" },
    draft: "invoice:new",
    send: ({ userId, amount, dueDate, description }, idempotencyKey) =>
      draftInvoice.mutateAsync({
        invoice: {
          userId,
          amount: parseAmount(amount).amount ?? "",
          description,
          ...(dueDate ? { dueDate } : {}),
        },
        idempotencyKey,
      }),
    failed: { title: "Couldn't draft the invoice" },
    onSent: (invoice) => {
      toast({
        title: "Invoice drafted",
        description: `${invoice.invoiceNumber}, ${formatMoneyExact(invoice.amount)}.`,
      });
      onClose();
    },
  });
}

function InvoiceForm({ onClose }: { onClose: () => void }) {
  const draft = useInvoice(onClose);
  const { register, formState, setValue, watch } = draft.form;
  const { errors } = formState;
  const choose = (userId: string, customer: string) => {
    setValue("customer", customer, { shouldDirty: true });
    setValue("userId", userId, { shouldDirty: true, shouldValidate: userId !== "" });
  };
  return (
    <Form of={draft} className="grid grid-cols-[minmax(0,1fr)] gap-field">
      <FormAlerts of={draft} />
      <CustomerPicker
        userId={watch("userId")}
        name={watch("customer")}
        onChoose={choose}
        error={errors.userId?.message}
      />
      <DraftFields
        amount={register("amount")}
        description={register("description")}
        dueDate={watch("dueDate")}
        onDueDate={(day) => setValue("dueDate", day, { shouldDirty: true })}
        errors={errors}
      />
      <FormButtons of={draft} label="Draft invoice" pendingLabel="Drafting..." onClose={onClose} />
    </Form>
  );
}
