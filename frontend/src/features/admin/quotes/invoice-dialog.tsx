import * as z from "zod";
import type { Quote } from "~/api/types";
import { packageName } from "~/lib/catalog-names";
import { moneyExact, shortId } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/date-field";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { TextInput } from "~/ui/text-input";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { amountText, parseAmount } from "../desk/money-input";
import { useDeskForm } from "../desk/use-desk-form";
import { useDraftInvoice } from "./api";

const invoiceSchema = z.object({
  amount: z.string().superRefine((value, context) => {
    const { amount, problem } = parseAmount(value);
    const message = problem ?? (!amount || Number(amount) === 0 ? "Enter an amount above 0" : undefined);
    if (message) context.addIssue({ code: "custom", message });
  }),
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
      <div className="grid grid-cols-2 gap-field">
        <Field label="Amount in dollars" error={errors.amount?.message}>
          <TextInput inputMode="decimal" autoComplete="off" {...form.register("amount")} />
        </Field>
        <Field label="Due" optional error={errors.dueDate?.message}>
          <DateField
            value={form.watch("dueDate")}
            onChange={(day) => form.setValue("dueDate", day, { shouldDirty: true })}
          />
        </Field>
      </div>
      <Field label="Description" optional error={errors.description?.message}>
        <Textarea maxLength={2000} {...form.register("description")} />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          variant="outline"
          onClick={() => {
            forgetDraft();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" pending={isSubmitting} pendingLabel="Drafting...">
          Draft invoice
        </Button>
      </div>
    </form>
  );
}
