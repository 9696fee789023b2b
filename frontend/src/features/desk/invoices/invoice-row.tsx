import { TriangleAlert } from "lucide-react";
import { memo, useId } from "react";
import { statusIn } from "~/api/statuses";
import type { Invoice } from "~/api/types";
import { formatDate, formatMoneyExact } from "~/lib/format";
import { StatusBadge } from "~/ui/badge";
import { CheckMark } from "~/ui/check-mark";
import { DeskCell, DeskDetailRow, DeskRow } from "../shared/desk-table";
import { EmailText } from "../shared/email-text";
import { RowPanel, RowToggle, useOpenRow } from "../shared/row-panel";
import { InvoiceDetails } from "./invoice-details";
import { NextStep } from "./next-step";
import { daysOverdue } from "./overdue";

export const invoiceColumns = [
  { label: "Customer" },
  { label: "Invoice" },
  { label: "Status" },
  { label: "Due date" },
  { label: "Total", right: true },
  { label: "Paid", right: true },
  { label: "Still due", right: true },
  { label: "Actions", srOnlyLabel: true },
] as const;

interface InvoiceRowProps {
  invoice: Invoice;
  selected: boolean;
  onSelect: (id: string) => void;
}

/** One invoice: total, paid and due apart, its next step a press away. */
export const InvoiceRow = memo(function InvoiceRow({ invoice, selected, onSelect }: InvoiceRowProps) {
  const { isOpen, toggle } = useOpenRow(invoice.id);
  const panelId = useId();
  const what = `invoice ${invoice.invoiceNumber}, ${invoice.billToName}`;
  const asksNothing = statusIn("invoice", "unsent", invoice.status);
  return (
    <>
      <DeskRow marked={selected} open={isOpen}>
        <DeskCell label="Customer" kind="lead" className="lg:max-w-64">
          <Customer invoice={invoice} what={what} selected={selected} onSelect={onSelect} />
        </DeskCell>
        <DeskCell label="Invoice">
          <span>
            <span className="whitespace-nowrap tabular-nums">{invoice.invoiceNumber}</span>{" "}
            <span className="text-xs whitespace-nowrap text-muted-foreground lg:block">
              {invoice.sentAt
                ? `sent ${formatDate(invoice.sentAt)}`
                : `drafted ${formatDate(invoice.createdAt)}`}
            </span>
          </span>
        </DeskCell>
        <DeskCell label="Status">
          <span className="grid justify-items-start gap-1.5">
            <StatusBadge kind="invoice" status={invoice.status} />
            <Overpaid by={invoice.overpaid} />
          </span>
        </DeskCell>
        <DeskCell label="Due date">
          <DueDate invoice={invoice} />
        </DeskCell>
        <DeskCell label="Total" right>
          <span className="tabular-nums">{formatMoneyExact(invoice.amount)}</span>
        </DeskCell>
        <DeskCell label="Paid" right>
          <span className="tabular-nums">{formatMoneyExact(invoice.amountPaid)}</span>
        </DeskCell>
        <DeskCell label="Still due" right>
          <b className="text-heading tabular-nums">
            {asksNothing ? "-" : formatMoneyExact(invoice.amountDue)}
          </b>
        </DeskCell>
        <DeskCell label="Actions" kind="action">
          <NextStep invoice={invoice} what={what} />
          <RowToggle isOpen={isOpen} onToggle={toggle} what={what} panelId={panelId} />
        </DeskCell>
      </DeskRow>
      {isOpen && (
        <DeskDetailRow columns={invoiceColumns.length}>
          <RowPanel id={panelId} onClose={toggle}>
            <InvoiceDetails invoice={invoice} what={what} />
          </RowPanel>
        </DeskDetailRow>
      )}
    </>
  );
});

function Customer({ invoice, what, selected, onSelect }: InvoiceRowProps & { what: string }) {
  const name = (
    <span className="min-w-0">
      <b className="block font-[650] text-heading">{invoice.billToName}</b>
      <span className="text-xs text-muted-foreground">
        <EmailText address={invoice.billToEmail} />
      </span>
    </span>
  );
  // Only drafts are sent together: the others have nothing to choose.
  if (!statusIn("invoice", "editable", invoice.status)) return <div className="lg:pl-8">{name}</div>;
  return (
    <label className="ring-within relative flex min-h-target items-center gap-3 rounded-sm">
      <CheckMark checked={selected} onChange={() => onSelect(invoice.id)} aria-label={`Choose ${what}`} />
      {name}
    </label>
  );
}

/** What the business owes back. */
function Overpaid({ by }: { by: string }) {
  if (Number(by) <= 0) return null;
  return (
    <span className="inline-flex items-center gap-[0.3em] text-xs font-[550] text-error-text">
      <TriangleAlert aria-hidden className="size-[1.2em] flex-none" strokeWidth={1.75} />
      Overpaid by {formatMoneyExact(by)}
    </span>
  );
}

function DueDate({ invoice }: { invoice: Invoice }) {
  const late = daysOverdue(invoice);
  return (
    <span className="tabular-nums">
      {invoice.dueDate ? formatDate(invoice.dueDate) : "None"}{" "}
      {late > 0 && (
        <span className="inline-flex items-center gap-[0.3em] text-xs font-[550] text-error-text lg:flex">
          <TriangleAlert aria-hidden className="size-[1.2em] flex-none" strokeWidth={1.75} />
          {late === 1 ? "1 day overdue" : `${late} days overdue`}
        </span>
      )}
    </span>
  );
}
