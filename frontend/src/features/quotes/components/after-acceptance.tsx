import { useQuery } from "@tanstack/react-query";
import { ChevronDown, FileCheck } from "lucide-react";
import type { Quote, QuoteDetails, QuoteInvoice } from "~/api/types";
import { canPayByCard, isDepositDue, TOO_LITTLE_FOR_CARDS } from "~/features/invoices";
import { formatMoneyExact } from "~/lib/format";
import { checkoutPath } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { quoteQuery } from "../my-quotes";
import { Accepted } from "../proposal/accepted";
import { depositTerms } from "../proposal/deposit-terms";

/** What follows acceptance: the deposit while it is due, and what was accepted. Hidden until it has loaded. */
export function AfterAcceptance({ quote: { id } }: { quote: Quote }) {
  const { data: quote } = useQuery(quoteQuery(id));
  if (!quote) return null;
  const deposit = quote.invoices.find(isDepositDue);
  return (
    <>
      {deposit && <DepositPanel quote={quote} invoice={deposit} />}
      {quote.acceptance && (
        <details className="group border-t border-border pt-4 open:pb-1">
          <summary className="flex min-h-target cursor-pointer items-center gap-[0.6rem] rounded-sm text-sm font-semibold text-heading">
            <FileCheck className="size-[1.25em] flex-none" />
            What you accepted
            <ChevronDown className="ml-auto size-[1.25em] flex-none transition-transform duration-(--duration-base) group-open:rotate-180" />
          </summary>
          <div className="mt-3 grid max-w-140 grid-cols-[minmax(0,1fr)] gap-4">
            <Accepted quote={quote} />
          </div>
        </details>
      )}
    </>
  );
}

function DepositPanel({ quote, invoice }: { quote: QuoteDetails; invoice: QuoteInvoice }) {
  const amount = formatMoneyExact(invoice.dueNow);
  const byCard = canPayByCard(invoice.dueNow);
  return (
    <div className="grid gap-4 rounded-md bg-selected px-4 py-4 md:flex md:items-center md:justify-between">
      <div className="grid gap-1 text-sm">
        <p>
          <b className="font-[650] text-heading">Pay the deposit: {amount}.</b>
          {quote.progress?.step !== "scheduled" && " Paid jobs are scheduled first."}
        </p>
        {depositTerms(quote.terms).map((sentence) => (
          <p key={sentence} className="text-muted-foreground wrap-anywhere">
            {sentence}
          </p>
        ))}
        {!byCard && <p className="text-muted-foreground">{TOO_LITTLE_FOR_CARDS}</p>}
      </div>
      {byCard && (
        <ButtonLink
          to={checkoutPath(invoice.id, "first")}
          size="sm"
          variant="secondary"
          className="flex-none"
        >
          Pay {amount}
        </ButtonLink>
      )}
    </div>
  );
}
