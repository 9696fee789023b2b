import * as z from "zod";
import { moneyExact } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { FormAlert } from "~/ui/alert";
import { Dialog } from "~/ui/dialog";
import { toast } from "~/ui/toast";
import { aboveZero } from "../shared/amount-rule";
import { DraftFields } from "../shared/draft-fields";
import { FormButtons } from "../shared/form-buttons";
import { parseAmount } from "../shared/money-input";
import { useDeskForm } from "../shared/use-desk-form";
import { useDraftForCustomer } from "./api";
import { CustomerPicker } from "./customer-picker";

const invoiceSchema = z.object({
  userId: z.string().min(1, "Pick a customer"),
  customer: z.string(),
  amount: aboveZero,
  dueDate: z.string().optional(),
  description: text({ max: 2000 }),
});
type InvoiceValues = z.input<typeof invoiceSchema>;

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
      description="A draft: the customer sees it once it is sent."
    >
      <InvoiceForm onClose={onClose} />
    </Dialog>
  );
}

function useInvoice(onClose: () => void) {
  const draftInvoice = useDraftForCustomer();
  return useDeskForm<InvoiceValues>({
    schema: invoiceSchema,
    defaults: { userId: "", customer: "", amount: "", dueDate: undefined, description: "" },
    draft: "invoice:new",
    send: async ({ userId, amount, dueDate, description }, idempotencyKey) => {
      const invoice = await draftInvoice.mutateAsync({
        invoice: {
          userId,
          amount: parseAmount(amount).amount ?? "",
          description,
          ...(dueDate ? { dueDate } : {}),
        },
        idempotencyKey,
      });
      toast({
        title: "Invoice Drafted",
        description: `${invoice.invoiceNumber}, ${moneyExact(invoice.amount)}.`,
      });
    },
    failed: "Invoice Not Drafted",
    onDone: onClose,
  });
}

function InvoiceForm({ onClose }: { onClose: () => void }) {
  const { form, element, problem, submit, forgetDraft } = useInvoice(onClose);
  const { errors, isSubmitting } = form.formState;
  const choose = (userId: string, customer: string) => {
    form.setValue("customer", customer, { shouldDirty: true });
    form.setValue("userId", userId, { shouldDirty: true, shouldValidate: userId !== "" });
  };
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-field">
      {problem && <FormAlert>{problem}</FormAlert>}
      <CustomerPicker
        userId={form.watch("userId")}
        name={form.watch("customer")}
        onChoose={choose}
        error={errors.userId?.message}
      />
      <DraftFields
        amount={form.register("amount")}
        description={form.register("description")}
        dueDate={form.watch("dueDate")}
        onDueDate={(day) => form.setValue("dueDate", day, { shouldDirty: true })}
        errors={errors}
      />
      <FormButtons
        label="Draft invoice"
        pendingLabel="Drafting..."
        pending={isSubmitting}
        forgetDraft={forgetDraft}
        onClose={onClose}
      />
    </form>
  );
}
