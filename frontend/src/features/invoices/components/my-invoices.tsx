import { useList } from "~/api/pages";
import type { Invoice } from "~/api/types";
import { date, moneyExact } from "~/lib/format";
import { StatusBadge } from "~/ui/badge";
import { EmptyState } from "~/ui/empty-state";
import { ListView } from "~/ui/list-view";
import { Amount, Facts, RecordCard } from "~/ui/record-card";
import { isDue, myInvoicesQuery } from "../api";

/** The customer's invoices. */
export function MyInvoices() {
  const invoices = useList(myInvoicesQuery());
  return (
    <ListView
      list={invoices}
      name="Your invoices"
      empty={
        <EmptyState level="h2" title="No invoices yet">
          After the work is scheduled we send the invoice, and it stands here.
        </EmptyState>
      }
    >
      {(invoice) => <InvoiceCard invoice={invoice} />}
    </ListView>
  );
}

function InvoiceCard({ invoice }: { invoice: Invoice }) {
  const { dueDate, paidDate } = invoice;
  return (
    <RecordCard
      id={`invoice-${invoice.id}`}
      title={<span className="tabular-nums">{invoice.invoiceNumber}</span>}
      subtitle={invoice.description}
      aside={
        <>
          <StatusBadge kind="invoice" status={invoice.status} />
          <Amount>{moneyExact(invoice.amount)}</Amount>
        </>
      }
    >
      <Facts
        items={[
          { label: isDue(invoice) ? "Due" : "Due date", value: dueDate && date(dueDate) },
          { label: "Paid", value: paidDate && date(paidDate) },
          { label: "Billed to", value: invoice.billToName },
        ]}
      />
    </RecordCard>
  );
}
