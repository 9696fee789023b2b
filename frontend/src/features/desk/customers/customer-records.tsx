import type { ReactNode } from "react";
import { Link } from "react-router";
import { packageName, planName, treeName } from "~/api/catalog-names";
import { jobKindName, visitBadge } from "~/api/statuses";
import { commaList, formatDate, formatMoneyExact, formatTime, shortId } from "~/lib/format";
import { StatusBadge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { DisputedBadge } from "~/ui/disputed";
import { quoteLabel } from "../shared/quote-label";
import { invoicePath, jobPath, quotePath, treeOrderPath } from "../shared/record-links";
import { RefundButton } from "../shared/refund-dialog";
import type { Customer } from "../shared/types";

interface RecordLine {
  id: string;
  title: ReactNode;
  detail: ReactNode;
  badge: ReactNode;
  to?: string;
  action?: ReactNode;
}

/** A customer's quotes, visits, orders, invoices, card payments and subscriptions. */
export function CustomerRecords({ customer }: { customer: Customer }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
      <Records title="Quotes" empty="No quotes found" lines={quoteLines(customer)} />
      <Records title="Jobs" empty="No jobs found" lines={jobLines(customer)} />
      <Records title="Tree orders" empty="No tree orders found" lines={treeLines(customer)} />
      <Records title="Invoices" empty="No invoices yet" lines={invoiceLines(customer)} />
      <Records title="Card payments" empty="No card payments yet" lines={paymentLines(customer)} />
      <Records title="Storage" empty="No storage subscription" lines={storageLines(customer)} />
    </div>
  );
}

function Records({ title, empty, lines }: { title: string; empty: string; lines: RecordLine[] }) {
  return (
    <Card className="grid content-start gap-3">
      <h3 className="text-base font-[650]">
        {title}
        {lines.length > 0 && ` (${lines.length})`}
      </h3>
      {lines.length === 0 ? (
        <p className="text-sm text-muted-foreground">{empty}</p>
      ) : (
        <ul className="grid">
          {lines.map(({ id, title: line, detail, badge, to, action }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-2 border-t border-border py-2 text-sm first:border-t-0"
            >
              <span className="min-w-0 wrap-anywhere">
                {to ? (
                  <Link className="text-link inline-flex min-h-8 items-center font-[550]" to={to}>
                    {line}
                  </Link>
                ) : (
                  <span className="font-[550] text-heading">{line}</span>
                )}
                <span className="block text-xs text-muted-foreground">{detail}</span>
              </span>
              <span className="flex items-center gap-2">
                {badge}
                {action}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const quoteLines = ({ quotes }: Customer): RecordLine[] =>
  quotes.map((quote) => ({
    id: quote.id,
    title: `${packageName(quote.servicePackage)}, ${quote.city}`,
    detail: commaList(
      shortId(quote.id),
      formatDate(quote.createdAt),
      quote.quoteAmount && formatMoneyExact(quote.quoteAmount),
    ),
    badge: <StatusBadge kind="quote" status={quote.status} label={quoteLabel(quote)} />,
    to: quotePath(quote.id),
  }));

// With the year, since a customer's visits go back several winters.
const whenOf = ({ scheduledDate }: Customer["jobs"][number]) =>
  scheduledDate ? [formatDate(scheduledDate), formatTime(scheduledDate)] : ["not scheduled yet"];

const jobLines = ({ jobs }: Customer): RecordLine[] =>
  jobs.map((job) => ({
    id: job.id,
    title: jobKindName(job.kind),
    detail: commaList(shortId(job.id), ...whenOf(job)),
    badge: <StatusBadge kind="job" {...visitBadge(job.status, job.scheduledDate)} />,
    to: jobPath(job.id, job.quoteId),
  }));

const treeLines = ({ treeOrders }: Customer): RecordLine[] =>
  treeOrders.map((order) => ({
    id: order.id,
    title: treeName(order.treeSize),
    detail: `${shortId(order.id)}, ${formatDate(order.createdAt)}, ${formatMoneyExact(order.totalAmount)}`,
    badge: <StatusBadge kind="treeOrder" status={order.status} />,
    to: treeOrderPath(order.id),
  }));

const invoiceLines = ({ invoices }: Customer): RecordLine[] =>
  invoices.map((invoice) => ({
    id: invoice.id,
    title: invoice.invoiceNumber,
    detail: commaList(
      formatMoneyExact(invoice.amount),
      invoice.dueDate && `due ${formatDate(invoice.dueDate)}`,
    ),
    badge: (
      <>
        {Number(invoice.amountDisputed) > 0 && <DisputedBadge disputed={invoice} />}
        <StatusBadge kind="invoice" status={invoice.status} />
      </>
    ),
    to: invoicePath(invoice.id, invoice.invoiceNumber),
  }));

const paymentLines = ({ payments }: Customer): RecordLine[] =>
  payments.map((payment) => ({
    id: payment.id,
    title: payment.description || "Card payment",
    detail: commaList(
      formatMoneyExact(payment.amount),
      Number(payment.amountRefunded) > 0 && `${formatMoneyExact(payment.amountRefunded)} refunded`,
      formatDate(payment.createdAt),
      payment.assignedBy && `assigned by ${payment.assignedBy}`,
    ),
    badge: <StatusBadge kind="payment" status={payment.status} />,
    action: Number(payment.refundable) > 0 && !payment.disputed && (
      <RefundButton
        paymentId={payment.id}
        what={`${payment.description || "card payment"}, ${formatMoneyExact(payment.amount)}`}
        amount={payment.refundable}
        description={`${payment.description || "Card payment"}, ${formatMoneyExact(payment.amount)} on ${formatDate(payment.createdAt)}.`}
      />
    ),
  }));

const storageLines = ({ storageSubscriptions }: Customer): RecordLine[] =>
  storageSubscriptions.map((subscription) => ({
    id: subscription.id,
    title: `${planName(subscription.plan)} storage`,
    detail: `${formatMoneyExact(subscription.monthlyAmount)} per month`,
    badge: <StatusBadge kind="subscription" status={subscription.status} />,
  }));
