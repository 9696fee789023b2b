import { zodResolver } from "@hookform/resolvers/zod";
import { packageName } from "~/api/catalog-names";
import type { DeskQuote } from "~/api/types";
import { formatMoneyExact, shortId } from "~/lib/format";
import { Dialog } from "~/ui/dialog";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { toast } from "~/ui/toast";
import { useDraftInvoice } from "./create-from-quote";
import { DraftFields, draftBody, draftSchema } from "./draft-fields";
import { FormButtons } from "./form-buttons";
import { amountText } from "./money-input";

const resolver = zodResolver(draftSchema);

interface InvoiceDialogProps {
  quote: DeskQuote;
  open: boolean;
  onClose: () => void;
}

/** The dialog that creates a draft invoice for a quote. It is sent from the Invoices tab. */
export function InvoiceDialog({ quote, open, onClose }: InvoiceDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Draft an invoice"
      description={`For ${quote.fullName}, quote ${shortId(quote.id)}. The customer sees it after you send it.`}
    >
      <InvoiceForm quote={quote} onClose={onClose} />
    </Dialog>
  );
}

function useInvoice(quote: DeskQuote, onClose: () => void) {
  const draftInvoice = useDraftInvoice();
  return useAppForm({
    resolver,
    defaults: {
      amount: amountText(quote.quoteAmount),
      dueDate: undefined,
      description: `${packageName(quote.servicePackage)}, ${quote.city}`,
    },
    draft: `invoice:${quote.id}`,
    send: (values, idempotencyKey) =>
      draftInvoice.mutateAsync({ body: { quoteId: quote.id, ...draftBody(values) }, idempotencyKey }),
    failed: { title: "Couldn't draft the invoice" },
    onSent: (invoice) => {
      toast({
        title: "Invoice drafted",
        description: `${invoice.invoiceNumber}, ${formatMoneyExact(invoice.amount)}. Send it from Invoices.`,
      });
      onClose();
    },
  });
}

function InvoiceForm({ quote, onClose }: Omit<InvoiceDialogProps, "open">) {
  const draft = useInvoice(quote, onClose);
  return (
    <Form of={draft} className="grid gap-field">
      <FormAlerts of={draft} />
      <DraftFields form={draft.form} />
      <FormButtons of={draft} label="Draft invoice" pendingLabel="Drafting..." onClose={onClose} />
    </Form>
  );
}
