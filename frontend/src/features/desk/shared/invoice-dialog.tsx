import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { packageName } from "~/api/catalog-names";
import type { DeskQuote, QuoteBilled } from "~/api/types";
import { formatMoneyExact, shortId } from "~/lib/format";
import { Dialog } from "~/ui/dialog";
import { useAppForm } from "~/ui/form/use-app-form";
import { SkeletonRegion } from "~/ui/skeleton";
import { toast } from "~/ui/toast";
import { billedQuery, useDraftInvoice } from "./create-from-quote";
import { DraftFields, draftBody, draftSchema } from "./draft-fields";
import { DialogForm } from "./form-dialog";
import { amountText, parseAmount } from "./money-input";

const resolver = zodResolver(draftSchema);

interface InvoiceDialogProps {
  quote: DeskQuote;
  onClose: () => void;
}

/** The dialog that creates a draft invoice for a quote. It is sent from the Invoices tab. */
export function InvoiceDialog({ quote, onClose }: InvoiceDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Draft an invoice"
      description={`For ${quote.fullName}, quote ${shortId(quote.id)}. The customer sees it after you send it.`}
    >
      <BilledForm quote={quote} onClose={onClose} />
    </Dialog>
  );
}

/**
 * The form, once the billed amount has loaded, since invoices may have changed since the dialog was last open. If that
 * fails, it starts with the quote's price.
 */
function BilledForm({ quote, onClose }: InvoiceDialogProps) {
  const { data, isError, isFetchedAfterMount } = useQuery(billedQuery(quote.id));
  const billed = isError ? undefined : data;
  if (isFetchedAfterMount) return <InvoiceForm quote={quote} billed={billed} onClose={onClose} />;
  return <SkeletonRegion label="Loading the billed amount" bar="h-48" />;
}

/** Return the amount to start with: what was accepted and isn't billed yet, or else the price. */
function initialAmount({ quoteAmount }: DeskQuote, billed: QuoteBilled | undefined): string {
  if (!billed?.accepted) return amountText(quoteAmount);
  return Number(billed.unbilled) > 0 ? amountText(billed.unbilled) : "";
}

function useInvoice(quote: DeskQuote, billed: QuoteBilled | undefined, onClose: () => void) {
  const draftInvoice = useDraftInvoice();
  return useAppForm({
    resolver,
    defaults: {
      amount: initialAmount(quote, billed),
      dueDate: "",
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

interface InvoiceFormProps extends InvoiceDialogProps {
  billed: QuoteBilled | undefined;
}

function InvoiceForm({ quote, billed, onClose }: InvoiceFormProps) {
  const draft = useInvoice(quote, billed, onClose);
  const typed = Number(parseAmount(draft.form.watch("amount")).amount ?? 0);
  return (
    <DialogForm of={draft} label="Draft invoice" pendingLabel="Drafting..." onClose={onClose}>
      <DraftFields of={draft} />
      {billed && <BilledNotes billed={billed} typed={typed} />}
    </DialogForm>
  );
}

/** How much is billed so far, a warning if it exceeds what was accepted, and why acceptance created no invoice. */
function BilledNotes({ billed, typed }: { billed: QuoteBilled; typed: number }) {
  const { accepted, billed: sum, stateCheck } = billed;
  const over = accepted === null ? 0 : Number(sum) + typed - Number(accepted);
  return (
    <div className="grid gap-2 text-sm text-muted-foreground">
      {accepted !== null && (
        <p className="tabular-nums">
          Accepted {formatMoneyExact(accepted)} · on invoices so far {formatMoneyExact(sum)}
        </p>
      )}
      {accepted !== null && typed > 0 && over >= 0.005 && (
        <p role="status" className="font-[550] text-error-text">
          With this invoice, {formatMoneyExact(over)} more is billed than was accepted.
        </p>
      )}
      {stateCheck === "outside" && (
        <p>
          The address is outside New Hampshire, so no invoice was created automatically. Check the state's
          sales tax.
        </p>
      )}
      {stateCheck === "unknown" && <p>Confirm the state: outside New Hampshire, its sales tax may apply.</p>}
    </div>
  );
}
