import { FileText } from "lucide-react";
import { statusIn } from "~/api/statuses";
import type { QuoteInvoice } from "~/api/types";
import {
  canPayByCard,
  invoicePdfPath,
  isDepositDue,
  isDisputed,
  isRestToCome,
  owedWords,
  REST_DUE,
  restLater,
  TOO_LITTLE_FOR_CARDS,
} from "~/features/invoices";
import { formatMoneyExact } from "~/lib/format";
import { checkoutPath } from "~/lib/paths";
import { StatusBadge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { DisputedBadge, disputedTitle } from "~/ui/disputed";
import { formatFullDay } from "../format";
import { FollowCard } from "./follow-layout";

/** Return when the invoice has to be paid. */
function whenDue(invoice: QuoteInvoice): string {
  const { status, dueDate, amountPaid, firstAmount, fromAcceptance } = invoice;
  if (dueDate) return `${status === "overdue" ? "Past due" : "Due"} ${formatFullDay(dueDate)}`;
  if (!fromAcceptance) return "Due on receipt";
  if (isDepositDue(invoice)) {
    return isRestToCome(invoice)
      ? `${formatMoneyExact(invoice.dueNow)} of it now, the rest ${REST_DUE}`
      : "Due now";
  }
  const paid = firstAmount ? `You paid ${formatMoneyExact(amountPaid)}. ` : "";
  return `${paid}Due ${REST_DUE}; we'll email you then.`;
}

interface InvoiceCardProps {
  invoice: QuoteInvoice;
  canPay: boolean;
  /** The number of the invoice that replaced it, if any. */
  replacedBy: string | undefined;
}

/** An invoice of the quote, with what is still due and a link to pay it. The deposit has its own card. */
export function InvoiceCard({ invoice, canPay, replacedBy }: InvoiceCardProps) {
  const { id, invoiceNumber, status, amountDue, amountDisputed } = invoice;
  const isDue = statusIn("invoice", "payable", status);
  const byCard = canPayByCard(amountDue);
  const amount = formatMoneyExact(amountDue);
  const owed = owedWords(invoice);
  return (
    <FollowCard title="Your invoice">
      <div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="font-[650] text-heading tabular-nums">{invoiceNumber}</span>
          {isDue ? (
            <span className="display text-2xl leading-[1.15]">{amount}</span>
          ) : isDisputed(invoice) ? (
            <DisputedBadge disputed={invoice} />
          ) : (
            <StatusBadge kind="invoice" status={status} />
          )}
        </p>
        {Number(amountDisputed) > 0 && (
          <p className="mt-1 text-sm text-muted-foreground">{disputedTitle(invoice)}.</p>
        )}
        {owed && <p className="mt-1 text-sm">{owed}</p>}
        {replacedBy && <p className="mt-1 text-sm text-muted-foreground">Replaced by {replacedBy}.</p>}
        {isDue && <p className="mt-1 text-sm text-muted-foreground">{whenDue(invoice)}</p>}
        {isDue && canPay && !byCard && (
          <p className="mt-1 text-sm text-muted-foreground">{TOO_LITTLE_FOR_CARDS}</p>
        )}
      </div>
      <div className="grid gap-3">
        {isDue && canPay && byCard && (
          <ButtonLink to={checkoutPath(id)} variant={Number(restLater(invoice)) > 0 ? "outline" : "primary"}>
            {Number(restLater(invoice)) > 0 ? "Pay all of it now" : "Pay"} {amount}
          </ButtonLink>
        )}
        <ButtonLink href={invoicePdfPath(id)} target="_blank" variant="outline" size="sm">
          <FileText className="size-[1.25em]" />
          <span>
            Open PDF <span className="sr-only">of {invoice.invoiceNumber}</span>
          </span>
        </ButtonLink>
      </div>
    </FollowCard>
  );
}
