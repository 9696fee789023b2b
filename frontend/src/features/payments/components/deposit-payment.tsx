import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { invoiceKeys } from "~/api/keys";
import type { QuoteInvoice } from "~/api/types";
import { invoicePdfPath, invoiceQuery, REST_DUE, restLater } from "~/features/invoices";
import { formatMoneyExact } from "~/lib/format";
import { ButtonLink } from "~/ui/button";
import type { Ended } from "../outcome";
import { type ConfirmationState, useConfirmation } from "../use-confirmation";
import { PaymentDone } from "./payment-done";
import { PaymentInPlace } from "./payment-in-place";

interface DepositPaymentProps {
  invoice: QuoteInvoice;
  /** Whether the day of a visit is set. */
  hasDay: boolean;
  /** The path of the page, to which the person's bank sends them back. */
  returnTo: string;
  /** The query that shows the invoice. It is refetched when the deposit is paid or the amount due has changed. */
  shownBy: QueryKey;
  /** The content below the card form. */
  notes: ReactNode;
}

/** The payment of an accepted quote's deposit, from the card form to the confirmation. */
export function DepositPayment({ invoice, hasDay, returnTo, shownBy, notes }: DepositPaymentProps) {
  const queryClient = useQueryClient();
  return (
    <PaymentInPlace
      purpose={{ invoiceId: invoice.id, part: "first" }}
      amount={invoice.dueNow}
      label={`Pay ${formatMoneyExact(invoice.dueNow)}`}
      returnTo={returnTo}
      refetch={() => void queryClient.invalidateQueries({ queryKey: shownBy })}
      intro={<Intro invoice={invoice} hasDay={hasDay} />}
      notes={notes}
      settled={Number(invoice.dueNow) === 0 && <NothingDue invoice={invoice} />}
      done={(outcome) => (
        <DepositPaid invoice={invoice} hasDay={hasDay} outcome={outcome} shownBy={shownBy} />
      )}
    />
  );
}

function Intro({ invoice, hasDay }: Pick<DepositPaymentProps, "invoice" | "hasDay">) {
  return (
    <div className="mb-5">
      <h2 className="text-2xl leading-[1.2]">Pay the deposit: {formatMoneyExact(invoice.dueNow)}</h2>
      <p className="mt-2 text-sm text-muted-foreground">
        {!hasDay && "Paid jobs are scheduled first. "}
        {restWords(invoice)}
      </p>
    </div>
  );
}

/** Shown if the deposit was paid elsewhere while the page was open. */
function NothingDue({ invoice }: Pick<DepositPaymentProps, "invoice">) {
  const { status, amountPaid } = invoice;
  return (
    <>
      <h2 className="text-2xl leading-[1.2]">
        {status === "paid" ? "Your invoice is paid" : "Nothing is due right now"}
      </h2>
      <p className="mt-2 text-sm text-muted-foreground">
        {Number(amountPaid) > 0 && `We received ${formatMoneyExact(amountPaid)}. `}
        {restWords(invoice)}
      </p>
    </>
  );
}

function restWords(invoice: QuoteInvoice): string {
  const rest = restLater(invoice);
  return Number(rest) > 0 ? `The rest, ${formatMoneyExact(rest)}, is due ${REST_DUE}.` : "";
}

const words: Record<ConfirmationState, string> = {
  waiting: "Your invoice will show it in a moment.",
  there: "Your invoice shows this payment.",
  late: "Your payment is processing. Please don't pay again; your invoice will update.",
};

interface DepositPaidProps extends Pick<DepositPaymentProps, "invoice" | "hasDay" | "shownBy"> {
  outcome: Ended;
}

/** Shown when Stripe has taken the deposit. It counts once our server has confirmed it. */
function DepositPaid({ invoice, hasDay, outcome, shownBy }: DepositPaidProps) {
  const queryClient = useQueryClient();
  const [paidBefore] = useState(Number(invoice.amountPaid));
  const state = useConfirmation({
    ask: () => queryClient.fetchQuery({ ...invoiceQuery(invoice.id), staleTime: 0 }),
    isThere: ({ amountPaid, dueNow }) => Number(dueNow) === 0 || Number(amountPaid) > paidBefore,
    invalidates: [shownBy, invoiceKeys.mine],
  });
  return (
    <PaymentDone
      outcome={outcome}
      level="h2"
      actions={
        <ButtonLink href={invoicePdfPath(invoice.id)} target="_blank" variant="outline">
          Open invoice
        </ButtonLink>
      }
    >
      {outcome.kind === "succeeded"
        ? `${words[state]}${state === "there" && !hasDay ? " Next, we set your day." : ""}`
        : "It will show on your invoice once your bank confirms it."}
    </PaymentDone>
  );
}
