import { Link } from "react-router";
import { formatDate } from "~/lib/format";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { customersQuery } from "../shared/customers-api";
import { DeskTableList, useDeskList } from "../shared/desk-list";
import type { Column } from "../shared/desk-table";
import { EmailText } from "../shared/email-text";
import { FilterBar } from "../shared/filter-bar";
import { customerPath } from "../shared/record-links";
import { SearchBox } from "../shared/search-box";
import type { CustomerRow } from "../shared/types";
import { useDeskParams } from "../shared/use-desk-params";

const columns: readonly Column<CustomerRow>[] = [
  {
    label: "Customer",
    kind: "lead",
    className: "lg:max-w-80",
    cell: (row) => (
      <>
        <Link className="text-link font-[650]" to={customerPath(row.key)}>
          {row.name || row.email}
        </Link>
        <span className="block text-xs text-muted-foreground">
          <EmailText address={row.email} />
          {row.kind === "guest" && ", guest"}
        </span>
      </>
    ),
  },
  {
    label: "Phone",
    cell: (row) => <span className="tabular-nums">{row.phone || "None"}</span>,
  },
  {
    label: "Quotes",
    align: "right",
    cell: (row) => <span className="tabular-nums">{row.quotes}</span>,
  },
  {
    label: "Trees",
    align: "right",
    cell: (row) => <span className="tabular-nums">{row.treeOrders}</span>,
  },
  {
    label: "Storage",
    align: "right",
    cell: (row) => <span className="tabular-nums">{row.storageSubscriptions}</span>,
  },
  {
    label: "Invoices",
    align: "right",
    cell: (row) => <span className="tabular-nums">{row.invoices}</span>,
  },
  {
    label: "Last activity",
    cell: (row) => (
      <span className="whitespace-nowrap">{row.lastSeenAt ? formatDate(row.lastSeenAt) : "Never"}</span>
    ),
  },
  {
    label: "Open",
    kind: "action",
    cell: (row) => (
      <ButtonLink
        to={customerPath(row.key)}
        size="sm"
        variant="outline"
        aria-label={`Open ${row.name || row.email}`}
      >
        Open
      </ButtonLink>
    ),
  },
];

/** Everyone who requested a quote, ordered a tree or has a storage plan. */
export function CustomerList() {
  const { get } = useDeskParams();
  const q = get("q");
  const list = useDeskList(customersQuery(q));
  return (
    <>
      <FilterBar>
        <SearchBox label="Search customers" placeholder="Name, email or phone" />
      </FilterBar>
      <DeskTableList
        list={list}
        one="customer"
        many="customers"
        name="Customers"
        columns={columns}
        empty={
          <EmptyState title="No customers found">
            {q
              ? "No customers match this search."
              : "Anyone who requests a quote, orders a tree or starts a storage plan shows up here."}
          </EmptyState>
        }
      />
    </>
  );
}
