import { FileText } from "lucide-react";
import { statusIn } from "~/api/statuses";
import type { Invoice } from "~/api/types";
import { invoicePdfPath, isRestToCome } from "~/features/invoices";
import { commaList, formatDate, formatDateTime, formatMoneyExact, shortId } from "~/lib/format";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/record-card";
import { customerKey } from "../shared/customer-key";
import { HistoryList } from "../shared/history-list";
import { customerFact, invoiceFact, linkFact, quotePath } from "../shared/record-links";
import { PanelPart } from "../shared/row-panel";
import { CancelInvoice } from "./cancel-invoice";
import { EditDraft } from "./edit-draft";
import { InvoicePayments } from "./invoice-payments";
import { isOpen, isPartlyPaid } from "./overdue";

/** The details of an invoice, with its payments and history. */
export function InvoiceDetails({ invoice, what }: { invoice: Invoice; what: string }) {
  return (
    <>
      <InvoiceFacts invoice={invoice} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          size="sm"
          variant="outline"
          href={invoicePdfPath(invoice.id)}
          target="_blank"
          rel="noreferrer"
        >
          <FileText className="size-[1.25em]" />
          <span>
            Open PDF<span className="sr-only"> of {what}, in a new tab</span>
          </span>
        </ButtonLink>
        {statusIn("invoice", "editable", invoice.status) && <EditDraft invoice={invoice} what={what} />}
        {isOpen(invoice) &&
          (isPartlyPaid(invoice) ? (
            <p className="self-center text-xs text-muted-foreground">
              To cancel this invoice, refund or reverse its payments first.
            </p>
          ) : (
            <CancelInvoice invoice={invoice} what={what} />
          ))}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 lg:gap-8">
        <PanelPart title="Payments">
          <InvoicePayments invoice={invoice} />
        </PanelPart>
        <PanelPart title="History">
          <HistoryList kind="invoices" id={invoice.id} />
        </PanelPart>
      </div>
    </>
  );
}

/** "$318.75, paid"; of a canceled invoice, nothing is due. A refund of a part of it leaves it paid. */
function depositWords(invoice: Invoice): string {
  const { firstAmount, firstDueDate, amountPaid, amountRefunded, status } = invoice;
  if (!firstAmount) return "";
  const isOpen = firstDueDate && !statusIn("invoice", "void", status);
  if (Number(amountPaid) < Number(firstAmount)) {
    return commaList(formatMoneyExact(firstAmount), isOpen && `due ${formatDate(firstDueDate)}`);
  }
  const isRefunded = Number(amountRefunded) >= Number(amountPaid);
  return commaList(formatMoneyExact(firstAmount), isRefunded ? "refunded" : "paid");
}

function restWords(invoice: Invoice): string | null {
  const { fromAcceptance, dueDate, status } = invoice;
  if (!fromAcceptance || statusIn("invoice", "void", status)) return null;
  if (dueDate) return formatDate(dueDate);
  return isRestToCome(invoice) ? "14 days after the installation is completed" : null;
}

/** Keep the line breaks. */
function asWritten(text: string) {
  return text && <span className="whitespace-pre-line">{text}</span>;
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { userId, quoteId, billToEmail: email } = invoice;
  return (
    <Facts
      items={[
        { label: "Description", value: asWritten(invoice.description), wide: true },
        {
          label: "Billed to",
          value: asWritten(invoice.billToAddress),
        },
        { label: "Sent", value: invoice.sentAt && formatDateTime(invoice.sentAt) },
        { label: "Deposit", value: depositWords(invoice) },
        { label: "Rest due", value: restWords(invoice) },
        { label: "Paid on", value: invoice.paidDate && formatDate(invoice.paidDate) },
        {
          label: "Refunded",
          value: Number(invoice.amountRefunded) > 0 && formatMoneyExact(invoice.amountRefunded),
        },
        { label: "Overpaid", value: Number(invoice.overpaid) > 0 && formatMoneyExact(invoice.overpaid) },
        invoiceFact(invoice.replacedById, "Replaced by"),
        {
          label: "Waiting",
          value:
            invoice.awaitsYes &&
            "The price has changed. What was paid counts once the customer accepts the new one.",
          wide: true,
        },
        linkFact("Quote", quoteId && quotePath(quoteId), quoteId && shortId(quoteId)),
        customerFact(userId || email ? customerKey({ userId, email }) : null, !userId),
      ]}
    />
  );
}
