import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "~/api/errors";
import type { Invoice } from "~/api/types";
import { invoiceQuery, isDue } from "~/features/invoices";
import { formatMoneyExact } from "~/lib/format";
import { checkoutPath, myServicesPath } from "~/lib/paths";
import { ErrorState } from "~/ui/error-state";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { useRequiredUser } from "~/ui/use-required-user";
import type { Outcome } from "../outcome";
import { Checkout, CheckoutWaiting } from "./checkout";
import { CheckoutFrame } from "./checkout-frame";
import { InvoicePaid } from "./invoice-paid";
import type { SumLine } from "./sum-lines";

interface InvoiceCheckoutProps {
  id: string;
  /** The outcome if the person's bank has just sent them back; undefined while it loads. */
  returned: Outcome | null | undefined;
}

/** The checkout of one of the customer's invoices. If it can't be paid, redirect to the invoices and say why. */
export function InvoiceCheckout({ id, returned }: InvoiceCheckoutProps) {
  const session = useRequiredUser({
    title: "Please Log In",
    description: "You need to be logged in to pay an invoice.",
  });
  const invoice = useQuery({ ...invoiceQuery(id), enabled: session.user !== null });
  const leave = useWayBack(id);
  const isMissing = invoice.error instanceof ApiError && invoice.error.status === 404;

  useEffect(() => {
    if (isMissing) leave("Invoice not found", "It may belong to another account.");
  }, [isMissing, leave]);

  const isBroken = session.isError || (invoice.isError && !isMissing && !invoice.data);
  const retry = session.user ? () => void invoice.refetch() : session.retry;
  return (
    <CheckoutFrame lines={invoice.data ? linesOf(invoice.data) : []} bare={isBroken}>
      {isBroken && (
        <ErrorState title="We couldn't load your invoice" onRetry={retry} retrying={invoice.isFetching} />
      )}
      {!isBroken && (!invoice.data || returned === undefined) && <CheckoutWaiting />}
      {invoice.data && returned !== undefined && (
        <InvoicePayment
          invoice={invoice.data}
          returned={returned}
          askAgain={async () => (await invoice.refetch()).data}
          leave={leave}
        />
      )}
    </CheckoutFrame>
  );
}

interface InvoicePaymentProps {
  invoice: Invoice;
  returned: Outcome | null;
  /** The invoice as it is by now; undefined where that can't be said. */
  askAgain: () => Promise<Invoice | undefined>;
  leave: (title: string, reason: string | Error) => void;
}

function InvoicePayment({ invoice, returned, askAgain, leave }: InvoicePaymentProps) {
  const { id, status, invoiceNumber, amountDue } = invoice;
  // As it was found: paying it here must not swap the page under the person who does.
  const [wasPaid, setWasPaid] = useState(status === "paid");
  const isClosed = status !== "paid" && !isDue(invoice);

  useEffect(() => {
    if (isClosed) leave("Nothing to pay", `Invoice ${invoiceNumber} isn't open for payment.`);
  }, [isClosed, invoiceNumber, leave]);

  const refuse = async (error: Error) => {
    // The server may have learned only now that the invoice was paid.
    if ((await askAgain())?.status === "paid") setWasPaid(true);
    else leave("Couldn't start the payment", error);
  };

  if (isClosed) return <CheckoutWaiting />;
  if (wasPaid) return <InvoicePaid invoice={invoice} outcome={returned} />;
  return (
    <Checkout
      keyName={null}
      purpose={{ invoiceId: id }}
      returnTo={checkoutPath(id)}
      returned={returned}
      onAmount={(cents) => {
        // The amount due has changed while the page was open.
        if (cents !== Math.round(Number(amountDue) * 100)) void askAgain();
      }}
      onRefused={(error) => void refuse(error)}
      done={(outcome) => <InvoicePaid invoice={invoice} outcome={outcome} />}
    />
  );
}

/** Return the total, the amount paid and the amount due, each on its own line. */
function linesOf({ invoiceNumber, amount, amountPaid, amountDue }: Invoice): SumLine[] {
  return [
    { label: `Invoice ${invoiceNumber}`, amount: formatMoneyExact(amount) },
    { label: "Paid so far", amount: formatMoneyExact(amountPaid) },
    { label: Number(amountDue) > 0 ? "Due today" : "Still due", amount: formatMoneyExact(amountDue) },
  ];
}

/** Return a function that redirects to the invoices and shows the reason. */
function useWayBack(id: string) {
  const navigate = useNavigate();
  return useCallback(
    (title: string, reason: string | Error) => {
      if (typeof reason === "string") toast({ title, description: reason, variant: "destructive" });
      else toastError(reason, title);
      void navigate(myServicesPath("invoices", `invoice-${id}`), { replace: true });
    },
    [navigate, id],
  );
}
