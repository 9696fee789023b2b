import { Link } from "react-router";
import { planName } from "~/api/catalog-names";
import { statusOptions } from "~/api/statuses";
import type { StoredItems } from "~/api/types";
import { formatDate } from "~/lib/format";
import { StatusBadge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ConfirmButton } from "~/ui/confirm-button";
import { EmptyState } from "~/ui/empty-state";
import { toast } from "~/ui/toast";
import { attempt } from "~/ui/toast-error";
import { DeskTableList, useDeskList } from "../shared/desk-list";
import type { Column } from "../shared/desk-table";
import { EmailText } from "../shared/email-text";
import { FilterChips } from "../shared/filter-bar";
import { customerPath } from "../shared/record-links";
import { useDeskParams } from "../shared/use-desk-params";
import { storedItemsQuery, useRecordItems } from "./api";

const columns: readonly Column<StoredItems>[] = [
  {
    label: "Property",
    kind: "lead",
    className: "lg:max-w-80",
    cell: ({ label, street, city }) => (
      <>
        <b className="block font-[650] text-heading wrap-anywhere">
          {street}, {city}
        </b>
        <span className="text-xs text-muted-foreground">{label}</span>
      </>
    ),
  },
  {
    label: "Customer",
    className: "lg:max-w-64",
    cell: (row) => (
      <span>
        <Link className="text-link inline-flex min-h-target items-center" to={customerPath(row.userId)}>
          {row.customerName}
        </Link>
        <span className="block text-xs text-muted-foreground">
          <EmailText address={row.customerEmail} />
        </span>
      </span>
    ),
  },
  {
    label: "Items",
    cell: ({ itemsStatus }) => (
      <span>
        <StatusBadge kind="storedItems" status={itemsStatus} />
      </span>
    ),
  },
  {
    label: "Plan",
    cell: ({ plan, planEndsAt }) => (
      <span>
        {plan ? planName(plan) : "-"}
        {planEndsAt && (
          <span className="block text-xs text-muted-foreground">
            {Date.parse(planEndsAt) > Date.now() ? "Ends" : "Ended"} {formatDate(planEndsAt)}
          </span>
        )}
      </span>
    ),
  },
  {
    label: "Actions",
    kind: "action",
    cell: (row) => <RecordItems of={row} />,
  },
];

/** The properties whose items have to be picked up, are in storage, or have to be returned. */
export function StoredItemsList() {
  const { get } = useDeskParams();
  const status = get("status");
  const list = useDeskList(storedItemsQuery(status));
  return (
    <>
      <FilterChips label="Items" name="status" options={statusOptions("storedItems")} />
      <DeskTableList
        list={list}
        one="property"
        many="properties"
        name="Items to store"
        columns={columns}
        empty={
          <EmptyState title="No properties found">
            {status ? "Try another status." : "Properties of storage plans appear here."}
          </EmptyState>
        }
      />
    </>
  );
}

function RecordItems({ of: { id, street, itemsStatus, plan, customerName } }: { of: StoredItems }) {
  const recording = useRecordItems(id);
  const isPickUp = itemsStatus === "to_pick_up";
  const done = isPickUp ? "picked up" : "returned";
  const told = plan ? `${customerName} gets an email in 10 minutes.` : "";
  const failed = `Couldn't record the items as ${done}`;
  const record = async () => {
    await recording.mutateAsync(isPickUp);
    toast({ title: `Items ${done}`, description: told || undefined });
  };
  const label = (
    <span>
      Mark as {done}
      <span className="sr-only">: {street}</span>
    </span>
  );
  if (itemsStatus === "to_return") {
    return (
      <ConfirmButton
        variant="outline"
        question={`Were all items returned to ${street}?`}
        description={`The property then leaves this list, and this can't be undone. ${told}`.trim()}
        keep="Not yet"
        confirm="Mark as returned"
        confirming="Processing..."
        failed={failed}
        action={record}
      >
        {label}
      </ConfirmButton>
    );
  }
  return (
    <Button size="sm" variant="outline" onClick={() => attempt(failed, record)}>
      {label}
    </Button>
  );
}
