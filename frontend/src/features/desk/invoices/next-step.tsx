import { statusIn } from "~/api/statuses";
import type { Invoice } from "~/api/types";
import { isDue } from "~/features/invoices";
import { Button } from "~/ui/button";
import { DialogButton } from "~/ui/dialog-button";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { useSendInvoice } from "./api";
import { PaymentDialog } from "./payment-dialog";

interface NextStepProps {
  invoice: Invoice;
  /** The invoice's name, for screen readers. */
  what: string;
}

/** The next action for an invoice: send a draft, or record a payment. */
export function NextStep({ invoice, what }: NextStepProps) {
  if (statusIn("invoice", "editable", invoice.status)) return <SendButton invoice={invoice} what={what} />;
  if (!isDue(invoice)) return null;
  return (
    <DialogButton
      aria-label={`Record payment of ${what}`}
      dialog={(onClose) => <PaymentDialog invoice={invoice} onClose={onClose} />}
    >
      Record payment
    </DialogButton>
  );
}

function SendButton({ invoice: { id, billToName, billToEmail }, what }: NextStepProps) {
  const send = useSendInvoice();
  const press = () =>
    attempt("Couldn't send the invoice", async () => {
      await send.mutateAsync(id);
      toast({ title: "Invoice sent", description: `It's on its way to ${billToEmail || billToName}.` });
    });
  return (
    <Button size="sm" variant="outline" pendingLabel="Sending..." aria-label={`Send ${what}`} onClick={press}>
      Send invoice
    </Button>
  );
}
