import { Plus } from "lucide-react";
import { statusIn, statusOptions } from "~/api/statuses";
import { DialogButton } from "~/ui/dialog-button";
import { DeskTableList, useDeskList } from "../shared/desk-list";
import { DeskTabBody, DeskTabHeader } from "../shared/desk-tab-header";
import { FilterBar, FilterChips, FilterSelect } from "../shared/filter-bar";
import { NoRows } from "../shared/no-rows";
import { SearchBox } from "../shared/search-box";
import { useDeskParams } from "../shared/use-desk-params";
import { useSelection } from "../shared/use-selection";
import { deskInvoicesQuery, type InvoiceFilters } from "./api";
import { InvoiceFromQuote } from "./invoice-from-quote";
import { InvoiceRow, invoiceColumns } from "./invoice-row";
import { InvoiceViews } from "./invoice-views";
import { Money } from "./money/money";
import { ageNames } from "./money/money-words";
import { NewInvoice } from "./new-invoice";
import { SendBar } from "./send-bar";
import { Unbilled } from "./unbilled";

/** Offered among the statuses, although an invoice of any status can be overpaid. */
const OVERPAID = "overpaid";
const choices = [...statusOptions("invoice"), { value: OVERPAID, label: "Overpaid" }];

const ages = Object.entries(ageNames).map(([value, label]) => ({ value, label }));

function useFilters(): InvoiceFilters {
  const { get } = useDeskParams();
  const choice = get("status");
  const overpaid = choice === OVERPAID;
  return { status: overpaid ? "" : choice, overpaid: overpaid ? "1" : "", due: get("due"), q: get("q") };
}

/** The tab "Invoices": the list, the view "Money", or the quotes that still have to be invoiced. */
export default function InvoicesTab() {
  const { get } = useDeskParams();
  const view = get("view");
  if (view === "money") return <Money />;
  return view === "unbilled" ? <Unbilled /> : <InvoiceList />;
}

function InvoiceList() {
  const filters = useFilters();
  const list = useDeskList(deskInvoicesQuery(filters));
  const drafts = list.data?.filter(({ status }) => statusIn("invoice", "editable", status));
  const selection = useSelection(drafts);
  return (
    <>
      <DeskTabHeader
        title="Invoices"
        aside={
          <DialogButton dialog={(onClose) => <NewInvoice onClose={onClose} />}>
            <Plus className="size-[1.25em]" />
            New invoice
          </DialogButton>
        }
      >
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <InvoiceViews current="invoices" />
          <div className="min-w-0 flex-1 max-lg:basis-full">
            <FilterChips label="Status" name="status" options={choices} />
          </div>
        </div>
      </DeskTabHeader>
      <DeskTabBody>
        <FilterBar>
          <SearchBox label="Search invoices" placeholder="Name, email or number" />
          <FilterSelect label="Due" name="due" all="Any time" options={ages} />
        </FilterBar>
        <SendBar selection={selection} drafts={drafts ?? []} />
        <DeskTableList
          list={list}
          one="invoice"
          many="invoices"
          name="Invoices"
          columns={invoiceColumns}
          empty={
            <NoRows tab="invoices" filtered={Object.values(filters).some(Boolean)}>
              Draft one here or from a quote.
            </NoRows>
          }
        >
          {(invoice) => (
            <InvoiceRow
              key={invoice.id}
              invoice={invoice}
              selected={selection.has(invoice.id)}
              onSelect={selection.toggle}
            />
          )}
        </DeskTableList>
      </DeskTabBody>
      <InvoiceFromQuote />
    </>
  );
}
