import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, UserSearch } from "lucide-react";
import { Link } from "react-router";
import { ApiError } from "~/api/errors";
import { hasFailed } from "~/api/failed";
import { statusIn } from "~/api/statuses";
import { commaList } from "~/lib/format";
import { deskPath } from "~/lib/paths";
import { StatusBadge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { Note } from "~/ui/note";
import { RefreshFailed } from "~/ui/refresh-failed";
import { ContactLinks } from "../shared/contact-links";
import { customerQuery } from "../shared/customers-api";
import { DeskTabBody } from "../shared/desk-tab-header";
import { customerPath } from "../shared/record-links";
import { TableSkeleton } from "../shared/table-skeleton";
import type { Customer } from "../shared/types";
import { CustomerRecords } from "./customer-records";
import { PersonData } from "./person-data";
import { TextConsents } from "./text-consents";

/** A customer's page, with all of their records. */
export function CustomerPage({ customerKey }: { customerKey: string }) {
  const query = useQuery(customerQuery(customerKey));
  const { data, error } = query;
  return (
    <DeskTabBody>
      <Link
        className="text-link inline-flex min-h-target items-center gap-2 justify-self-start text-sm"
        to={deskPath("customers")}
      >
        <ArrowLeft className="size-[1.25em]" />
        All customers
      </Link>
      {data ? (
        <>
          <RefreshFailed list={query} what="this customer" />
          <Person customer={data} />
          <Matches customer={data} />
          <CustomerRecords customer={data} />
          <PersonData customerKey={data.key} />
        </>
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState title="No customer found">This customer's account or records no longer exist.</EmptyState>
      ) : hasFailed(query) ? (
        <ErrorState atDesk title="We couldn't load this customer" query={query} />
      ) : (
        <TableSkeleton label="Loading this customer" />
      )}
    </DeskTabBody>
  );
}

function Person({ customer }: { customer: Customer }) {
  const { key, name, email, phone, kind, addresses, textConsents } = customer;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 wrap-anywhere">
      <div>
        <h2 className="text-2xl">{name || email}</h2>
        <p className="text-sm text-muted-foreground">
          {email}, {kind === "user" ? "has an account" : "guest (no account)"}
        </p>
      </div>
      {phone && <ContactLinks name={name || email} phone={phone} email={email} />}
      <TextConsents customerKey={key} consents={textConsents} />
      {addresses.length > 0 && (
        <ul aria-label="Addresses" className="text-sm">
          {addresses.map((address) => (
            <li key={address.id}>
              {commaList(address.label, address.street, address.city, `${address.state} ${address.zipCode}`)}
              {statusIn("address", "inUse", address.status) && (
                <>
                  {" "}
                  <StatusBadge kind="address" status={address.status} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Return what the link to a possible duplicate doesn't say: " (e.hayes@example.com, 603-555-0172)". */
function details({ name, email, phone }: Customer["guestMatches"][number]): string {
  const parts = [name && email, phone].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(", ")})` : "";
}

/** Possible duplicates. They are never merged: rows join an account only when their email address is verified. */
function Matches({ customer: { guestMatches } }: { customer: Customer }) {
  if (guestMatches.length === 0) return null;
  return (
    <Note icon={UserSearch}>
      Possible duplicate (email not verified):{" "}
      {guestMatches.map((match, index) => (
        <span key={match.key}>
          {index > 0 && "; "}
          <Link className="text-link" to={customerPath(match.key)}>
            {match.name || match.email}
          </Link>
          {details(match)}
        </span>
      ))}
    </Note>
  );
}
