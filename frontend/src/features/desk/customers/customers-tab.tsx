import { Link } from "react-router";
import { formatDate } from "~/lib/format";
import { deskPath } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { customersQuery } from "../shared/customers-api";
import { DeskList, useDeskList } from "../shared/desk-list";
import { DeskCell, DeskRow, DeskTable } from "../shared/desk-table";
import { EmailText } from "../shared/email-text";
import { SearchBox } from "../shared/search-box";
import type { CustomerRow } from "../shared/types";
import { useDeskParams } from "../shared/use-desk-params";
import { CustomerPage } from "./customer-page";

/** Everybody, and everything of one person. */
export default function CustomersTab() {
  const { get } = useDeskParams();
  const person = get("person");
  return person ? <CustomerPage customerKey={person} /> : <CustomerList />;
}

const columns = [
  { label: "Customer" },
  { label: "Phone" },
  { label: "Quotes", right: true },
  { label: "Tree orders", right: true },
  { label: "Invoices", right: true },
  { label: "Last seen" },
  { label: "Open", srOnlyLabel: true },
] as const;

function CustomerList() {
  const { get } = useDeskParams();
  const q = get("q");
  const list = useDeskList(customersQuery(q));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="sr-only">Customers</h2>
      <SearchBox label="Search customers" placeholder="Name, email or phone" />
      <DeskList
        list={list}
        one="customer"
        many="customers"
        empty={
          <EmptyState title="No customers found">
            {q ? "Nobody fits this search." : "Whoever asks for a quote or a tree appears here."}
          </EmptyState>
        }
      >
        {(rows) => (
          <DeskTable name="Customers" columns={columns}>
            {rows.map((row) => (
              <CustomerListRow key={row.key} row={row} />
            ))}
          </DeskTable>
        )}
      </DeskList>
    </div>
  );
}

function CustomerListRow({ row }: { row: CustomerRow }) {
  const to = deskPath("customers", { person: row.key });
  return (
    <DeskRow>
      <DeskCell label="Customer" kind="lead" className="lg:max-w-80">
        <Link className="text-link font-[650]" to={to}>
          {row.name || row.email}
        </Link>
        <span className="block text-xs text-muted-foreground">
          <EmailText address={row.email} />
          {row.kind === "guest" && ", guest"}
        </span>
      </DeskCell>
      <DeskCell label="Phone">
        <span className="tabular-nums">{row.phone || "None"}</span>
      </DeskCell>
      <DeskCell label="Quotes" right>
        <span className="tabular-nums">{row.quotes}</span>
      </DeskCell>
      <DeskCell label="Trees" right>
        <span className="tabular-nums">{row.treeOrders}</span>
      </DeskCell>
      <DeskCell label="Invoices" right>
        <span className="tabular-nums">{row.invoices}</span>
      </DeskCell>
      <DeskCell label="Last seen">
        <span className="whitespace-nowrap">{row.lastSeenAt ? formatDate(row.lastSeenAt) : "Never"}</span>
      </DeskCell>
      <DeskCell label="Open" kind="action">
        <ButtonLink to={to} size="sm" variant="outline" aria-label={`Open ${row.name || row.email}`}>
          Open
        </ButtonLink>
      </DeskCell>
    </DeskRow>
  );
}
