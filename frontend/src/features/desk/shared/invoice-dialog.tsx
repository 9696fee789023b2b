import * as z from "zod";
import { packageName } from "~/api/catalog-names";
import type { Quote } from "~/api/types";
import { moneyExact, shortId } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { FormAlert } from "~/ui/alert";
import { Dialog } from "~/ui/dialog";
import { toast } from "~/ui/toast";
import { aboveZero } from "./amount-rule";
import { useDraftInvoice } from "./create-from-quote";
import { DraftFields } from "./draft-fields";
import { FormButtons } from "./form-buttons";
import { amountText, parseAmount } from "./money-input";
import { useDeskForm } from "./use-desk-form";

const invoiceSchema = z.object({
  amount: aboveZero,
  dueDate: z.string().optional(),
  description: text({ max: 2000 }),
});
type InvoiceValues = z.input<typeof invoiceSchema>;

interface InvoiceDialogProps {
  quote: Quote;
  open: boolean;
  onClose: () => void;
}

/** Drafts an invoice for a quote; it goes out from the Invoices tab. */
export function InvoiceDialog({ quote, open, onClose }: InvoiceDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Draft an invoice"
      description={`For ${quote.fullName}, quote ${shortId(quote.id)}. The customer sees it once it is sent.`}
    >
      <InvoiceForm quote={quote} onClose={onClose} />
    </Dialog>
  );
}

function useInvoice(quote: Quote, onClose: () => void) {
  const draftInvoice = useDraftInvoice();
  return useDeskForm<InvoiceValues>({
    schema: invoiceSchema,
    defaults: {
      amount: amountText(quote.quoteAmount),
      dueDate: undefined,
      description: `${packageName(quote.servicePackage)}, ${quote.city}`,
    },
    draft: `invoice:${quote.id}`,
    send: async ({ amount, dueDate, description }, idempotencyKey) => {
      const invoice = await draftInvoice.mutateAsync({
        body: {
          quoteId: quote.id,
          amount: parseAmount(amount).amount ?? "",
          description,
          ...(dueDate ? { dueDate } : {}),
        },
        idempotencyKey,
      });
      toast({
        title: "Invoice Drafted",
        description: `${invoice.invoiceNumber}, ${moneyExact(invoice.amount)}. Send it from Invoices.`,
      });
    },
    failed: "Invoice Not Drafted",
    onDone: onClose,
  });
}

function InvoiceForm({ quote, onClose }: Omit<InvoiceDialogProps, "open">) {
  const { form, element, problem, submit, forgetDraft } = useInvoice(quote, onClose);
  const { errors, isSubmitting } = form.formState;
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-field">
      {problem && <FormAlert>{problem}</FormAlert>}
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
