import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { currentUserQuery } from "~/api/auth";
import { isInaccessible } from "~/api/errors";
import { hasFailed } from "~/api/failed";
import type { Invoice } from "~/api/types";
import { invoiceQuery, isDepositDue, isDue, isRestToCome, REST_DUE } from "~/features/invoices";
import { formatMoneyExact } from "~/lib/format";
import { checkoutPath, myServicesPath } from "~/lib/paths";
import { ErrorState } from "~/ui/error-state";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { useRequiredUser } from "~/ui/use-required-user";
import type { Outcome } from "../outcome";
import { useInvoiceLink } from "../use-invoice-link";
import { Checkout, CheckoutWaiting } from "./checkout";
import { CheckoutFrame } from "./checkout-frame";
import { InvoicePaid } from "./invoice-paid";
import type { SumLine } from "./sum-lines";

interface InvoiceCheckoutProps {
  id: string;
  /** Which part of the invoice the link is for. */
  part: "first" | "all";
  /** The outcome if the person's bank has just sent them back; undefined while it loads. */
  returned: Outcome | null | undefined;
}

/**
 * The checkout of an invoice, for its customer: signed in, or with its private link. If it can't be paid, redirect to
 * the invoice and say why.
 */
export function InvoiceCheckout({ id, part, returned }: InvoiceCheckoutProps) {
  const invoice = useQuery(invoiceQuery(id));
  const session = useQuery(currentUserQuery);
  const isMissing = isInaccessible(invoice.error);
  const isBroken = hasFailed(session) || (hasFailed(invoice) && !isMissing);
  const isReady = !isBroken && invoice.data && session.data !== undefined && returned !== undefined;
  const retry = () => Promise.all([session.isError && session.refetch(), invoice.refetch()]);
  return (
    <CheckoutFrame lines={invoice.data ? linesOf(invoice.data, part) : []} bare={isBroken}>
      {isMissing && session.data && <NotFound />}
      {isMissing && session.data === null && <SignInFirst />}
      {isBroken && (
        <>
          <h1 className="sr-only">Checkout</h1>
          <ErrorState
            title="We couldn't load your invoice"
            query={{ refetch: retry, isFetching: session.isFetching || invoice.isFetching }}
          />
        </>
      )}
      {!isBroken && !isReady && <CheckoutWaiting />}
      {isReady && (
        <InvoicePayment
          invoice={invoice.data}
          part={part}
          returned={returned}
          refetch={async () => (await invoice.refetch()).data}
        />
      )}
    </CheckoutFrame>
  );
}

/** Redirect an account without this invoice to those it has, and say why. */
function NotFound() {
  const leave = useLeave(myServicesPath("invoices"));
  useEffect(() => leave("Invoice not found", "It may belong to another account."), [leave]);
  return null;
}

/** Send a visitor without the invoice's link to sign in. */
function SignInFirst() {
  useRequiredUser({ title: "Please Log In", description: "You need to be logged in to pay an invoice." });
  return null;
}

interface InvoicePaymentProps {
  invoice: Invoice;
  part: "first" | "all";
  returned: Outcome | null;
  /** Returns the invoice's current state; undefined if it can't be fetched. */
  refetch: () => Promise<Invoice | undefined>;
}

function InvoicePayment({ invoice, part, returned, refetch }: InvoicePaymentProps) {
  const leave = useLeave(useInvoiceLink(invoice).to);
  const { id, status, invoiceNumber } = invoice;
  // The status when the page opened: paying the invoice here must not replace the confirmation.
  const [wasPaid, setWasPaid] = useState(status === "paid");
  const isClosed = status !== "paid" && !isDue(invoice);

  useEffect(() => {
    if (isClosed) leave("Nothing to pay", `Invoice ${invoiceNumber} isn't open for payment.`);
  }, [isClosed, invoiceNumber, leave]);

  const refuse = async (error: Error) => {
    // The server may only just have learned that the invoice was paid.
    if ((await refetch())?.status === "paid") setWasPaid(true);
    else leave("Couldn't start the payment", error);
  };

  if (isClosed) return <CheckoutWaiting />;
  if (wasPaid) return <InvoicePaid invoice={invoice} part={part} outcome={returned} />;
  return (
    <Checkout
      keyName={null}
      purpose={{ invoiceId: id, part }}
      returnTo={checkoutPath(id, part)}
      returned={returned}
      onAmount={(cents) => {
        // The amount due has changed while the page was open.
        if (cents !== Math.round(Number(leftOf(invoice, part)) * 100)) void refetch();
      }}
      onRefused={(error) => void refuse(error)}
      done={(outcome) => <InvoicePaid invoice={invoice} part={part} outcome={outcome} />}
    />
  );
}

/** Return what is left to pay of an invoice, or of its deposit. */
function leftOf({ amountDue, dueNow }: Invoice, part: "first" | "all"): string {
  return part === "first" ? dueNow : amountDue;
}

/** Return the total, the amount paid, and what is paid here or is still due after it, each on its own line. */
function linesOf(invoice: Invoice, part: "first" | "all"): SumLine[] {
  const { invoiceNumber, amount, amountPaid, amountDue } = invoice;
  const left = leftOf(invoice, part);
  const isPaidHere = Number(left) > 0;
  return [
    { label: `Invoice ${invoiceNumber}`, amount: formatMoneyExact(amount) },
    { label: "Paid so far", amount: formatMoneyExact(amountPaid) },
    isPaidHere
      ? {
          label: isDepositDue(invoice) && part === "first" ? "Deposit, due today" : "To pay now",
          amount: formatMoneyExact(left),
        }
      : {
          label: isRestToCome(invoice) ? `Rest, due ${REST_DUE}` : "Still due",
          amount: formatMoneyExact(amountDue),
        },
  ];
}

/** Return a function that redirects to `path` and shows the reason. */
function useLeave(path: string) {
  const navigate = useNavigate();
  return useCallback(
    (title: string, reason: string | Error) => {
      if (typeof reason === "string") toast({ title, description: reason, variant: "destructive" });
      else toastError(reason, title);
      void navigate(path, { replace: true });
    },
    [navigate, path],
  );
}
