import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError, errorMessage } from "~/api/errors";
import { invoiceKeys } from "~/api/keys";
import type { QuoteInvoice } from "~/api/types";
import { invoicePdfPath, invoiceQuery, REST_DUE, restLater } from "~/features/invoices";
import { formatMoneyExact } from "~/lib/format";
import { FormAlert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import type { Ended } from "../outcome";
import { type ConfirmationState, useConfirmation } from "../use-confirmation";
import { useReturnedOutcome } from "../use-returned-outcome";
import { Checkout } from "./checkout";
import { PaymentDone } from "./payment-done";
import { Preparing } from "./preparing";

interface DepositPaymentProps {
  invoice: QuoteInvoice;
  /** The path of the page, to which the person's bank sends them back. */
  returnTo: string;
  /** The query that shows the invoice. It is refetched when the deposit was paid, or another one is due. */
  shownBy: QueryKey;
  /** What is below the card form. */
  notes: ReactNode;
}

/** The deposit of what was accepted, with the card form in place, and its end. */
export function DepositPayment({ invoice, returnTo, shownBy, notes }: DepositPaymentProps) {
  const queryClient = useQueryClient();
  const returned = useReturnedOutcome();
  const [refusal, setRefusal] = useState<Error | null>(null);
  const refetch = () => void queryClient.invalidateQueries({ queryKey: shownBy });
  const intro = <Intro invoice={invoice} />;

  if (refusal) {
    return (
      <>
        {intro}
        <div className="grid justify-items-start gap-4">
          <FormAlert>{wordsOf(refusal)}</FormAlert>
          <Button
            variant="outline"
            onClick={() => {
              setRefusal(null);
              refetch();
            }}
          >
            Try again
          </Button>
        </div>
      </>
    );
  }
  const waiting = (
    <>
      {intro}
      <Preparing />
    </>
  );
  if (returned === undefined) return waiting;
  return (
    <Checkout
      keyName={null}
      purpose={{ invoiceId: invoice.id, part: "first" }}
      returnTo={returnTo}
      returned={returned}
      onAmount={(cents) => {
        // What is left of the deposit has changed while the page was open.
        if (cents !== Math.round(Number(invoice.dueNow) * 100)) refetch();
      }}
      onRefused={setRefusal}
      label={`Pay ${formatMoneyExact(invoice.dueNow)}`}
      intro={intro}
      waiting={waiting}
      notes={notes}
      done={(outcome) => <DepositPaid invoice={invoice} outcome={outcome} shownBy={shownBy} />}
    />
  );
}

/** Return why the server refused, in its own words. */
function wordsOf(error: Error): string {
  return (error instanceof ApiError && error.serverMessage) || errorMessage(error);
}

function Intro({ invoice }: { invoice: QuoteInvoice }) {
  const rest = restLater(invoice);
  return (
    <div className="mb-5">
      <h2 className="text-2xl leading-[1.2]">Pay the deposit: {formatMoneyExact(invoice.dueNow)}</h2>
      <p className="mt-2 text-sm text-muted-foreground">
        Paid jobs are scheduled first.
        {Number(rest) > 0 && ` The rest, ${formatMoneyExact(rest)}, is due ${REST_DUE}.`}
      </p>
    </div>
  );
}

const words: Record<ConfirmationState, string> = {
  waiting: "Your invoice will show it in a moment.",
  there: "Your invoice shows this payment. Next, we set your day.",
  late: "Your payment is processing. Please don't pay again; your invoice will update.",
};

interface DepositPaidProps extends Pick<DepositPaymentProps, "invoice" | "shownBy"> {
  outcome: Ended;
}

/** Shown when Stripe has taken the deposit. It counts once our server has confirmed it. */
function DepositPaid({ invoice, outcome, shownBy }: DepositPaidProps) {
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
      {words[state]}
    </PaymentDone>
  );
}
