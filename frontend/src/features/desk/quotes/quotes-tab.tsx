import { Download } from "lucide-react";
import { catalog } from "~/api/catalog.gen";
import { statusOptions } from "~/api/statuses";
import { EmptyDrawing } from "~/drawings/empty-drawing";
import { ButtonLink } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";
import { Tooltip } from "~/ui/tooltip";
import { DeskTableList, useDeskList } from "../shared/desk-list";
import { DeskTabBody, DeskTabHeader } from "../shared/desk-tab-header";
import { FilterBar, FilterChips, FilterSelect, SortSelect, useOrdering } from "../shared/filter-bar";
import { NoRows } from "../shared/no-rows";
import { SearchBox } from "../shared/search-box";
import { useDeskParams } from "../shared/use-desk-params";
import { useSelection } from "../shared/use-selection";
import { exportPath, type QuoteFilters, quotesQuery } from "./api";
import { BulkBar } from "./bulk-bar";
import { quoteColumns } from "./quote-columns";
import { QuoteRow } from "./quote-row";

const NEWEST = "-createdAt";

const orders = [
  { value: NEWEST, label: "Newest first" },
  { value: "createdAt", label: "Oldest first" },
  { value: "fullName", label: "Name, A to Z" },
  { value: "-fullName", label: "Name, Z to A" },
  { value: "-quoteAmount", label: "Amount, high to low" },
  { value: "quoteAmount", label: "Amount, low to high" },
  { value: "status", label: "Status" },
];

const shortLabels: Record<string, string> = { service_scheduled: "Scheduled" };
const statuses = statusOptions("quote").map(({ value, label }) => ({
  value,
  label: shortLabels[value] ?? label,
}));
const packages = catalog.packages.map(({ id, name }) => ({ value: id, label: name }));
const cities = catalog.cities.map(({ id }) => ({ value: id, label: id }));

const ProposalEditor = lazyPart(() => import("./proposal/proposal-editor"), {
  title: "We couldn't load the proposal",
  atDesk: true,
});

/** The tab "Quote Management": the list of quotes, or the proposal that the URL names. */
export default function QuotesTab() {
  const { get } = useDeskParams();
  return get("proposal") ? <ProposalEditor /> : <Quotes />;
}

function Quotes() {
  const { get } = useDeskParams();
  const filters: QuoteFilters = {
    status: get("status"),
    servicePackage: get("servicePackage"),
    city: get("city"),
    q: get("q"),
    ordering: get("ordering"),
  };
  const list = useDeskList(quotesQuery(filters));
  const shown = list.data;
  const selection = useSelection(shown);
  const filtered = Boolean(filters.status || filters.servicePackage || filters.city || filters.q);

  return (
    <>
      <DeskTabHeader
        title="Quote Management"
        wide
        aside={
          <Tooltip text="Download these quotes as a spreadsheet">
            <ButtonLink href={exportPath(filters)} download variant="outline" size="sm">
              <Download className="size-[1.25em]" />
              Export CSV
            </ButtonLink>
          </Tooltip>
        }
      >
        <FilterChips label="Status" name="status" options={statuses} />
      </DeskTabHeader>
      <DeskTabBody>
        <FilterBar>
          <SearchBox label="Search quotes" placeholder="Name, email, phone or ID" />
          <FilterSelect label="Package" name="servicePackage" all="All packages" options={packages} />
          <FilterSelect label="City" name="city" all="All cities" options={cities} />
          <SortSelect options={orders} fallback={NEWEST} />
        </FilterBar>
        <BulkBar selection={selection} rows={shown ?? []} />
        <DeskTableList
          list={list}
          one="quote"
          many="quotes"
          name="Quotes"
          columns={quoteColumns}
          {...useOrdering(NEWEST)}
          empty={
            <NoRows tab="quotes" filtered={filtered} drawing={<EmptyDrawing name="quotes" />}>
              Requests appear here as they come in.
            </NoRows>
          }
        >
          {(quote) => (
            <QuoteRow
              key={quote.id}
              quote={quote}
              selected={selection.has(quote.id)}
              onSelect={selection.toggle}
            />
          )}
        </DeskTableList>
      </DeskTabBody>
    </>
  );
}
