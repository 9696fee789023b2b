import { useState } from "react";
import type { Invoice } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { useCancelInvoice } from "./api";

/** The button that cancels an invoice, after a confirmation. */
export function CancelInvoice({ invoice, what }: { invoice: Invoice; what: string }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelInvoice();
  const press = async () => {
    await attempt("Couldn't cancel the invoice", async () => {
      await cancel.mutateAsync(invoice.id);
      toast({ title: "Invoice canceled", description: invoice.invoiceNumber });
    });
    setAsking(false);
  };
  return (
    <>
      <Button size="sm" variant="outline" aria-label={`Cancel ${what}`} onClick={() => setAsking(true)}>
        Cancel invoice
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        question="Cancel this invoice?"
        description={`${invoice.invoiceNumber} for ${invoice.billToName}, ${formatMoneyExact(invoice.amount)}. The number won't be reused, and the invoice can't be sent again.`}
        cancel={<Button variant="outline">Keep invoice</Button>}
        confirm={
          <Button variant="destructive" pendingLabel="Canceling..." onClick={press}>
            Cancel invoice
          </Button>
        }
      />
    </>
  );
}
