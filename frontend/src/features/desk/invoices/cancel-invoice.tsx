import type { Invoice } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { ConfirmButton } from "~/ui/confirm-button";
import { toast } from "~/ui/toast";
import { useCancelInvoice } from "./api";

/** The button that cancels an invoice, after a confirmation. */
export function CancelInvoice({ invoice, what }: { invoice: Invoice; what: string }) {
  const cancel = useCancelInvoice();
  return (
    <ConfirmButton
      variant="outline"
      aria-label={`Cancel ${what}`}
      question="Cancel this invoice?"
      description={`${invoice.invoiceNumber} for ${invoice.billToName}, ${formatMoneyExact(invoice.amount)}. The number won't be reused, and the invoice can't be sent again.`}
      keep="Keep invoice"
      confirm="Cancel invoice"
      confirming="Canceling..."
      failed="Couldn't cancel the invoice"
      action={async () => {
        await cancel.mutateAsync(invoice.id);
        toast({ title: "Invoice canceled", description: invoice.invoiceNumber });
      }}
    >
      Cancel invoice
    </ConfirmButton>
  );
}
