import { useState } from "react";
import { Link } from "react-router";
import { packageName } from "~/api/catalog-names";
import type { DeskQuote } from "~/api/types";
import { formatDate, formatMoneyExact, shortId } from "~/lib/format";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { DeskTableList, useDeskList } from "../shared/desk-list";
import { DeskTabBody, DeskTabHeader } from "../shared/desk-tab-header";
import { type Column, DeskRow } from "../shared/desk-table";
import { InvoiceDialog } from "../shared/invoice-dialog";
import { NameAndEmail } from "../shared/name-and-email";
import { quotePath } from "../shared/record-links";
import { unbilledQuery } from "./api";
import { InvoiceViews } from "./invoice-views";
import { NoInvoiceDialog } from "./no-invoice-dialog";

/** A quote, and what its row's buttons open. */
interface UnbilledItem {
  quote: DeskQuote;
  onCreate: () => void;
  onSetAside: () => void;
}

const columns: readonly Column<UnbilledItem>[] = [
  {
    label: "Customer",
    kind: "lead",
    cell: ({ quote }) => <NameAndEmail name={quote.fullName} email={quote.email} />,
  },
  {
    label: "Quote",
    cell: ({ quote }) => (
      <span>
        <Link
          to={quotePath(quote.id)}
          className="text-link inline-flex min-h-6 items-center tabular-nums max-lg:min-h-target pointer-coarse:min-h-target"
        >
          {shortId(quote.id)}
        </Link>{" "}
        <span className="text-xs text-muted-foreground lg:block">{packageName(quote.servicePackage)}</span>
      </span>
    ),
  },
  { label: "City", cell: ({ quote }) => quote.city },
  {
    label: "Since",
    cell: ({ quote }) => (
      <span className="whitespace-nowrap">{quote.unbilledSince && formatDate(quote.unbilledSince)}</span>
    ),
  },
  {
    label: "Price",
    align: "right",
    cell: ({ quote }) => (
      <b className="text-heading tabular-nums">
        {quote.quoteAmount === null ? "No price" : formatMoneyExact(quote.quoteAmount)}
      </b>
    ),
  },
  {
    label: "Actions",
    kind: "action",
    cell: ({ quote, onCreate, onSetAside }) => {
      const what = `quote ${shortId(quote.id)}, ${quote.fullName}`;
      return (
        <>
          <Button size="sm" variant="secondary" aria-label={`Create invoice: ${what}`} onClick={onCreate}>
            Create invoice
          </Button>
          <Button size="sm" variant="outline" aria-label={`No invoice needed: ${what}`} onClick={onSetAside}>
            No invoice needed
          </Button>
        </>
      );
    },
  },
];

/** The view of quotes whose work is done without an invoice, longest first. A row leaves once someone took care of it. */
export function Unbilled() {
  const list = useDeskList(unbilledQuery);
  const [dialog, setDialog] = useState<{ kind: "invoice" | "aside"; quote: DeskQuote } | null>(null);
  const close = () => {
    setDialog(null);
    void list.refetch();
  };
  return (
    <>
      <DeskTabHeader title="Work done, not invoiced">
        <div className="flex">
          <InvoiceViews />
        </div>
      </DeskTabHeader>
      <DeskTabBody>
        <DeskTableList
          list={{ ...list, data: list.data?.filter(({ unbilledSince }) => unbilledSince) }}
          one="quote"
          many="quotes"
          name="Work done, not invoiced"
          columns={columns}
          empty={
            <EmptyState title="Everything is invoiced">
              Quotes whose work is done without an invoice appear here.
            </EmptyState>
          }
        >
          {(quote) => (
            <DeskRow
              key={quote.id}
              columns={columns}
              item={{
                quote,
                onCreate: () => setDialog({ kind: "invoice", quote }),
                onSetAside: () => setDialog({ kind: "aside", quote }),
              }}
            />
          )}
        </DeskTableList>
      </DeskTabBody>
      {dialog?.kind === "invoice" && <InvoiceDialog quote={dialog.quote} onClose={close} />}
      {dialog?.kind === "aside" && <NoInvoiceDialog quote={dialog.quote} onClose={close} />}
    </>
  );
}
