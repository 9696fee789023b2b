import { Link } from "react-router";
import { useList } from "~/api/pages";
import type { Invoice } from "~/api/types";
import { formatDate, formatIfPositive, formatMoneyExact, formatShortDate } from "~/lib/format";
import { checkoutPath, followPath } from "~/lib/paths";
import { StatusBadge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { DisputedBadge, disputedRows } from "~/ui/disputed";
import { EmptyState } from "~/ui/empty-state";
import { ListView } from "~/ui/list-view";
import { PhoneLink } from "~/ui/phone-link";
import { Amount, Facts, RecordCard } from "~/ui/record-card";
import {
  canPayByCard,
  invoicePdfPath,
  isDepositDue,
  isDisputed,
  isDue,
  isRestToCome,
  moneyWords,
  myInvoicesQuery,
  REST_DUE,
  restLater,
  TOO_LITTLE_FOR_CARDS,
} from "../api";

/** The customer's invoices. */
export function MyInvoices() {
  const invoices = useList(myInvoicesQuery());
  return (
    <ListView
      list={invoices}
      name="invoices"
      empty={
        <EmptyState level="h2" title="No invoices yet">
          Your invoices will appear here once your work is scheduled.
        </EmptyState>
      }
    >
      {(invoice) => <InvoiceCard invoice={invoice} />}
    </ListView>
  );
}

/** Return the badge's label: "Sent" is the office's word, so customers read when the invoice is due instead. */
function badgeLabel(invoice: Invoice): string | undefined {
  const { status, dueDate, fromAcceptance } = invoice;
  if (status !== "sent") return undefined;
  if (dueDate) return `Due ${formatShortDate(dueDate)}`;
  if (!fromAcceptance) return "Due on receipt";
  return isDepositDue(invoice) ? "Deposit due" : "Due after we install";
}

function InvoiceCard({ invoice }: { invoice: Invoice }) {
  const { dueDate, paidDate, sentAt } = invoice;
  const due = isDue(invoice);
  const deposit = isDepositDue(invoice);
  return (
    <RecordCard
      id={`invoice-${invoice.id}`}
      title={<span className="tabular-nums">{invoice.invoiceNumber}</span>}
      subtitle={invoice.description && <span className="whitespace-pre-line">{invoice.description}</span>}
      aside={
        <>
          {isDisputed(invoice) ? (
            <DisputedBadge disputed={invoice} />
          ) : (
            <StatusBadge kind="invoice" status={invoice.status} label={badgeLabel(invoice)} />
          )}
          <Amount>{formatMoneyExact(due ? invoice.amountDue : invoice.amount)}</Amount>
        </>
      }
    >
      <Facts
        items={[
          { label: "Total", value: due ? formatMoneyExact(invoice.amount) : null },
          { label: "Deposit", value: invoice.firstAmount && formatMoneyExact(invoice.firstAmount) },
          { label: "Paid", value: formatIfPositive(invoice.amountPaid) },
          ...disputedRows(invoice),
          { label: "Still due", value: due ? formatMoneyExact(invoice.amountDue) : null },
          {
            label: invoice.firstAmount ? "Rest due" : "Due date",
            value: dueDate ? formatDate(dueDate) : isRestToCome(invoice) && REST_DUE,
          },
          { label: "Paid on", value: paidDate && formatDate(paidDate) },
          { label: "Refunded", value: formatIfPositive(invoice.amountRefunded) },
          { label: "Invoice date", value: sentAt && formatDate(sentAt) },
          { label: "Billed to", value: invoice.billToName },
        ]}
      />
      {invoice.status === "overdue" && (
        <p className="text-sm font-[550] text-error-text">
          Overdue{dueDate && `: this invoice was due on ${formatDate(dueDate)}`}. Questions? Call{" "}
          <PhoneLink className="text-inherit underline" />.
        </p>
      )}
      <MoneyNote invoice={invoice} />
      {deposit && (
        <p className="font-[550] text-heading">Pay the deposit: {formatMoneyExact(invoice.dueNow)}.</p>
      )}
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        {due && <PayLinks invoice={invoice} />}
        <ButtonLink href={invoicePdfPath(invoice.id)} target="_blank" size="sm" variant="outline">
          <span>
            Open PDF<span className="sr-only"> of {invoice.invoiceNumber}</span>
          </span>
        </ButtonLink>
      </div>
    </RecordCard>
  );
}

/** What became of a canceled invoice, and of money that was paid on it or beyond it. */
function MoneyNote({ invoice }: { invoice: Invoice }) {
  const words = moneyWords(invoice);
  if (words) return <p className="text-sm">{words}</p>;
  if (!invoice.replacedById) return null;
  return (
    <p className="text-sm">
      You accepted a new price:{" "}
      <Link to={followPath("invoices", invoice.replacedById)} className="text-link underline">
        open the invoice that replaced this one
      </Link>
      .
    </p>
  );
}

/** The links to pay the deposit, the full amount, or either. */
function PayLinks({ invoice }: { invoice: Invoice }) {
  const deposit = isDepositDue(invoice);
  const hasMore = Number(restLater(invoice)) > 0;
  const number = <span className="sr-only"> of {invoice.invoiceNumber}</span>;
  return (
    <>
      {!canPayByCard(deposit ? invoice.dueNow : invoice.amountDue) && (
        <p className="basis-full text-sm text-muted-foreground">{TOO_LITTLE_FOR_CARDS}</p>
      )}
      {deposit && canPayByCard(invoice.dueNow) && (
        <ButtonLink to={checkoutPath(invoice.id, "first")} size="sm" variant="secondary">
          <span>
            Pay {formatMoneyExact(invoice.dueNow)}
            {number}
          </span>
        </ButtonLink>
      )}
      {canPayByCard(invoice.amountDue) && (!deposit || hasMore) && (
        <ButtonLink to={checkoutPath(invoice.id)} size="sm" variant={hasMore ? "outline" : "secondary"}>
          <span>
            {hasMore ? "Pay all of it now" : "Pay"} {formatMoneyExact(invoice.amountDue)}
            {number}
          </span>
        </ButtonLink>
      )}
    </>
  );
}
