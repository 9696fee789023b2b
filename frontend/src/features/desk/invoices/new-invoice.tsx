import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { formatMoneyExact } from "~/lib/format";
import { Dialog } from "~/ui/dialog";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { toast } from "~/ui/toast";
import { DraftFields, draftBody, draftSchema } from "../shared/draft-fields";
import { FormButtons } from "../shared/form-buttons";
import { useDraftForCustomer } from "./api";
import { CustomerPicker } from "./customer-picker";

const resolver = zodResolver(
  draftSchema.extend({ userId: z.string().min(1, "Pick a customer"), customer: z.string() }),
);

interface NewInvoiceProps {
  open: boolean;
  onClose: () => void;
}

/** Drafts an invoice for a customer with an account. A guest's invoice is drafted from a quote. */
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
    send: ({ userId, ...values }, idempotencyKey) =>
      draftInvoice.mutateAsync({ invoice: { userId, ...draftBody(values) }, idempotencyKey }),
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
  const { formState, setValue, watch } = draft.form;
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
      <DraftFields form={draft.form} />
      <FormButtons of={draft} label="Draft invoice" pendingLabel="Drafting..." onClose={onClose} />
    </Form>
  );
}
