import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { formatMoneyExact } from "~/lib/format";
import { useAppForm } from "~/ui/form/use-app-form";
import { toast } from "~/ui/toast";
import { DraftFields, draftBody, draftSchema } from "../shared/draft-fields";
import { FormDialog } from "../shared/form-dialog";
import { useDraftForCustomer } from "./api";
import { CustomerPicker } from "./customer-picker";

const resolver = zodResolver(
  draftSchema.extend({ userId: z.string().min(1, "Pick a customer"), customer: z.string() }),
);

/** Drafts an invoice for a customer with an account. A guest's invoice is drafted from a quote. */
export function NewInvoice({ onClose }: { onClose: () => void }) {
  const draftInvoice = useDraftForCustomer();
  const draft = useAppForm({
    resolver,
    defaults: { userId: "", customer: "", amount: "", dueDate: "", description: "" },
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
  const { formState, setValue, watch } = draft.form;
  const { errors } = formState;
  const choose = (userId: string, customer: string) => {
    setValue("customer", customer, { shouldDirty: true });
    setValue("userId", userId, { shouldDirty: true, shouldValidate: userId !== "" });
  };
  return (
    <FormDialog
      of={draft}
      title="New invoice"
      description="Saved as a draft. The customer sees it after you send it."
      label="Draft invoice"
      pendingLabel="Drafting..."
      onClose={onClose}
    >
      <CustomerPicker
        userId={watch("userId")}
        name={watch("customer")}
        onChoose={choose}
        error={errors.userId?.message}
      />
      <DraftFields of={draft} />
    </FormDialog>
  );
}
