import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { invoiceKeys } from "~/api/keys";
import type { Invoice } from "~/api/types";
import { invoicePdfPath, invoiceQuery, isDisputed } from "~/features/invoices";
import { ButtonLink } from "~/ui/button";
import { DisputedNote, disputedTitle } from "~/ui/disputed";
import type { Ended, Outcome } from "../outcome";
import { type ConfirmationState, useConfirmation } from "../use-confirmation";
import { useInvoiceLink } from "../use-invoice-link";
import { PaymentDone } from "./payment-done";

interface InvoicePaidProps {
  invoice: Invoice;
  /** Which part of the invoice was to be paid. */
  part: "first" | "all";
  /** The outcome of the payment just made; null if the invoice was already paid. */
  outcome: Outcome | null;
}

/** An invoice after its payment. */
export function InvoicePaid({ invoice, part, outcome }: InvoicePaidProps) {
  const { to, label } = useInvoiceLink(invoice);
  const actions = (
    <>
      <ButtonLink to={to}>{label}</ButtonLink>
      {invoice.status === "paid" && (
        <ButtonLink variant="outline" href={invoicePdfPath(invoice.id)} target="_blank">
          Open PDF
        </ButtonLink>
      )}
    </>
  );
  if (outcome?.kind === "succeeded") return <Succeeded {...{ invoice, part, outcome, actions }} />;
  if (outcome?.kind === "processing") {
    return (
      <PaymentDone outcome={outcome} actions={actions}>
        It will show on your invoice once your bank confirms it.
      </PaymentDone>
    );
  }
  const disputed = isDisputed(invoice);
  return (
    <div className="grid gap-5">
      <h1 className="text-3xl">
        Invoice {invoice.invoiceNumber}
        {disputed ? `: ${disputedTitle(invoice)}` : " is paid"}
      </h1>
      <p>{disputed ? <DisputedNote disputed={invoice} /> : "There's nothing left to pay."}</p>
      <div className="grid gap-3 sm:flex sm:flex-wrap">{actions}</div>
    </div>
  );
}

const words: Record<ConfirmationState, string> = {
  waiting: "Your invoice will show it in a moment.",
  there: "Your invoice shows this payment.",
  late: "Your payment is processing. Please don't pay again; your invoice will update.",
};

interface SucceededProps {
  invoice: Invoice;
  part: "first" | "all";
  outcome: Ended;
  actions: ReactNode;
}

/** Shown when Stripe has taken the payment. The invoice counts as paid once our server has confirmed it. */
function Succeeded({ invoice, part, outcome, actions }: SucceededProps) {
  const queryClient = useQueryClient();
  const state = useConfirmation({
    ask: () => queryClient.fetchQuery({ ...invoiceQuery(invoice.id), staleTime: 0 }),
    // The server may have known of it before the bank sent the person back, so the amount paid is no measure alone.
    isThere: ({ status, amountPaid, dueNow }) =>
      status === "paid" ||
      (part === "first" && Number(dueNow) === 0) ||
      Number(amountPaid) > Number(invoice.amountPaid),
    invalidates: [invoiceKeys.mine],
  });
  return (
    <PaymentDone outcome={outcome} actions={actions}>
      {invoice.status === "paid" ? "Your invoice is paid." : words[state]}
    </PaymentDone>
  );
}
