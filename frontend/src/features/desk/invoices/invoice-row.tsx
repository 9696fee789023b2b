import { TriangleAlert } from "lucide-react";
import { memo } from "react";
import { statusIn } from "~/api/statuses";
import type { Invoice } from "~/api/types";
import { isDepositDue, isDue } from "~/features/invoices";
import { formatCount, formatDate, formatMoneyExact } from "~/lib/format";
import { StatusBadge } from "~/ui/badge";
import { CheckMark } from "~/ui/check-mark";
import { DisputedBadge } from "~/ui/disputed";
import { type Column, DeskRow } from "../shared/desk-table";
import { NameAndEmail } from "../shared/name-and-email";
import { type OpenRow, RowPanel, RowToggle, useOpenRow } from "../shared/row-panel";
import { InvoiceDetails } from "./invoice-details";
import { NextStep } from "./next-step";
import { daysOverdue } from "./overdue";

interface InvoiceRowProps {
  invoice: Invoice;
  selected: boolean;
  onSelect: (id: string) => void;
}

/** An invoice and what its row's controls need. */
interface InvoiceItem extends InvoiceRowProps {
  panel: OpenRow;
  what: string;
}

export const invoiceColumns: readonly Column<InvoiceItem>[] = [
  {
    label: "Customer",
    kind: "lead",
    className: "lg:max-w-64",
    cell: (item) => <Customer {...item} />,
  },
  {
    label: "Invoice",
    cell: ({ invoice }) => (
      <span>
        <span className="whitespace-nowrap tabular-nums">{invoice.invoiceNumber}</span>{" "}
        <span className="text-xs whitespace-nowrap text-muted-foreground lg:block">
          {invoice.sentAt ? `sent ${formatDate(invoice.sentAt)}` : `drafted ${formatDate(invoice.createdAt)}`}
        </span>
      </span>
    ),
  },
  {
    label: "Status",
    cell: ({ invoice }) => (
      <span className="grid justify-items-start gap-1.5">
        <StatusBadge kind="invoice" status={invoice.status} />
        {Number(invoice.amountDisputed) > 0 && <DisputedBadge disputed={invoice} />}
        <Overpaid by={invoice.overpaid} />
        <Replaced invoice={invoice} />
      </span>
    ),
  },
  {
    label: "Due date",
    cell: ({ invoice }) => <DueDate invoice={invoice} />,
  },
  {
    label: "Total",
    align: "right",
    cell: ({ invoice }) => <span className="tabular-nums">{formatMoneyExact(invoice.amount)}</span>,
  },
  {
    label: "Paid",
    align: "right",
    cell: ({ invoice }) => <span className="tabular-nums">{formatMoneyExact(invoice.amountPaid)}</span>,
  },
  {
    label: "Still due",
    align: "right",
    cell: ({ invoice }) => (
      <b className="text-heading tabular-nums">
        {statusIn("invoice", "unsent", invoice.status) ? "-" : formatMoneyExact(invoice.amountDue)}
      </b>
    ),
  },
  {
    label: "Actions",
    kind: "action",
    cell: ({ invoice, what, panel }) => (
      <>
        <NextStep invoice={invoice} what={what} />
        <RowToggle what={what} {...panel} />
      </>
    ),
  },
];

/** One invoice, with its amounts and its next step. */
export const InvoiceRow = memo(function InvoiceRow({ invoice, selected, onSelect }: InvoiceRowProps) {
  const panel = useOpenRow(invoice.id);
  const what = `invoice ${invoice.invoiceNumber}, ${invoice.billToName}`;
  return (
    <DeskRow
      columns={invoiceColumns}
      item={{ invoice, selected, onSelect, panel, what }}
      marked={selected}
      details={[
        panel.isOpen && (
          <RowPanel {...panel}>
            <InvoiceDetails invoice={invoice} what={what} />
          </RowPanel>
        ),
      ]}
    />
  );
});

function Customer({ invoice, what, selected, onSelect }: InvoiceItem) {
  const name = <NameAndEmail name={invoice.billToName} email={invoice.billToEmail} />;
  // Only drafts can be selected, since only they can be sent.
  if (!statusIn("invoice", "editable", invoice.status)) return <div className="lg:pl-8">{name}</div>;
  return (
    <label className="ring-within relative flex min-h-target items-center gap-3 rounded-sm">
      <CheckMark checked={selected} onChange={() => onSelect(invoice.id)} aria-label={`Select ${what}`} />
      {name}
    </label>
  );
}

/** Says how much the business owes back. */
function Overpaid({ by }: { by: string }) {
  if (Number(by) <= 0) return null;
  return (
    <span className="inline-flex items-center gap-[0.3em] text-xs font-[550] text-error-text">
      <TriangleAlert className="size-[1.2em] flex-none" />
      Overpaid by {formatMoneyExact(by)}
    </span>
  );
}

/** Says that a new price canceled the invoice. */
function Replaced({ invoice: { status, awaitsYes, replacedById } }: { invoice: Invoice }) {
  if (status !== "cancelled" || !(awaitsYes || replacedById)) return null;
  const words = awaitsYes ? "New price, not accepted yet" : "Replaced after a new price";
  return <span className="text-xs text-muted-foreground">{words}</span>;
}

/** Return when an invoice without a due date has to be paid. */
function withoutDueDate(invoice: Invoice): string {
  if (!invoice.fromAcceptance || !isDue(invoice)) return "None";
  return isDepositDue(invoice)
    ? `${formatMoneyExact(invoice.dueNow)} now, rest after install`
    : "After install";
}

function DueDate({ invoice }: { invoice: Invoice }) {
  const late = daysOverdue(invoice);
  return (
    <span className="tabular-nums">
      {invoice.dueDate ? formatDate(invoice.dueDate) : withoutDueDate(invoice)}{" "}
      {late > 0 && (
        <span className="inline-flex items-center gap-[0.3em] text-xs font-[550] text-error-text lg:flex">
          <TriangleAlert className="size-[1.2em] flex-none" />
          {formatCount(late, "day")} overdue
        </span>
      )}
    </span>
  );
}
