import { Printer } from "lucide-react";
import { catalog } from "~/api/catalog.gen";
import { statusOptions } from "~/api/statuses";
import { easternToday } from "~/lib/eastern";
import { daySheetPath } from "~/lib/paths";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { DeskTableList, useDeskList } from "../shared/desk-list";
import { DeskTabBody, DeskTabHeader } from "../shared/desk-tab-header";
import { DayFilter, FilterBar, FilterChips, FilterSelect } from "../shared/filter-bar";
import { SearchBox } from "../shared/search-box";
import { type DeskParams, useDeskParams } from "../shared/use-desk-params";
import { type TreeOrderFilters, treeOrdersQuery } from "./api";
import { PastDeliveries } from "./past-deliveries";
import { TreeRow, treeColumns } from "./tree-row";

const views = [
  { value: "all", label: "All orders" },
  { value: "unpaid", label: "Unpaid" },
  { value: "disposal", label: "January disposal" },
];
const sizes = catalog.treeSizes.map(({ id, name }) => ({ value: id, label: name }));
const cities = catalog.cities.filter(({ id }) => id !== "Other").map(({ id }) => ({ value: id, label: id }));

const filterNames = [
  "status",
  "size",
  "town",
  "deliveryDay",
  "preferredDay",
] as const satisfies readonly (keyof TreeOrderFilters)[];

/** Return the filters of the list: the view's and the selected ones. */
function filtersOf(get: DeskParams["get"]): TreeOrderFilters {
  const view = get("view");
  const chosen = Object.fromEntries(filterNames.map((name) => [name, get(name)]));
  return {
    ...chosen,
    q: get("q"),
    unanswered: view === "" ? "1" : "",
    disposal: view === "disposal" ? "1" : "",
    unpaid: view === "unpaid" ? "1" : "",
    // Customers who have waited longest come first.
    ordering: view === "" ? "createdAt" : "",
  };
}

const empty: Record<string, [string, string]> = {
  "": ["No calls to make", "New orders appear here until we have called the customer."],
  all: ["No tree orders found", "Orders appear here as they come in."],
  unpaid: ["Everything is paid", "Trees with a delivery day appear here until they are paid."],
  disposal: ["No disposals found", "No disposal orders yet."],
};

/** The tab with tree orders: calls to make, deliveries, and disposals in January. */
export default function TreesTab() {
  const { get } = useDeskParams();
  const view = get("view");
  const list = useDeskList(treeOrdersQuery(filtersOf(get)));
  const filtered = Boolean(get("q")) || filterNames.some((name) => get(name));
  return (
    <>
      <DeskTabHeader
        title="Tree Orders"
        aside={
          <ButtonLink to={daySheetPath(get("deliveryDay") || easternToday())} variant="outline" size="sm">
            <Printer className="size-[1.25em]" />
            Day sheet
          </ButtonLink>
        }
      >
        <FilterChips label="List" name="view" all="Call list" options={views} />
      </DeskTabHeader>
      <DeskTabBody>
        <PastDeliveries />
        <FilterBar>
          <SearchBox label="Search tree orders" placeholder="Name, email, phone or ID" />
          <FilterSelect
            label="Status"
            name="status"
            all="All statuses"
            options={statusOptions("treeOrder")}
          />
          <FilterSelect label="Tree" name="size" all="All sizes" options={sizes} />
          <FilterSelect label="City" name="town" all="All cities" options={cities} />
          <DayFilter label="Preferred day" name="preferredDay" />
          <DayFilter label="Delivery day" name="deliveryDay" />
        </FilterBar>
        <DeskTableList
          list={list}
          one="tree order"
          many="tree orders"
          name="Tree orders"
          columns={treeColumns}
          empty={<NoOrders view={view} filtered={filtered} />}
        >
          {(order) => <TreeRow key={order.id} order={order} />}
        </DeskTableList>
      </DeskTabBody>
    </>
  );
}

function NoOrders({ view, filtered }: { view: string; filtered: boolean }) {
  const { set } = useDeskParams();
  const [title, text] = empty[view] ?? ["No tree orders found", ""];
  if (!filtered) return <EmptyState title={title}>{text}</EmptyState>;
  const clear = Object.fromEntries([...filterNames, "q"].map((name) => [name, null]));
  return (
    <EmptyState
      title="No tree orders found"
      action={
        <Button variant="outline" onClick={() => set(clear)}>
          Clear filters
        </Button>
      }
    >
      No orders match these filters.
    </EmptyState>
  );
}
