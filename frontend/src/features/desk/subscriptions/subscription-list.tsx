import { statusOptions } from "~/api/statuses";
import { EmptyState } from "~/ui/empty-state";
import { DeskTableList, useDeskList } from "../shared/desk-list";
import { FilterChips } from "../shared/filter-bar";
import { useDeskParams } from "../shared/use-desk-params";
import { deskSubscriptionsQuery } from "./api";
import { subscriptionColumns } from "./subscription-columns";

/** All subscriptions, ended ones included. */
export function SubscriptionList() {
  const { get } = useDeskParams();
  const status = get("status");
  const list = useDeskList(deskSubscriptionsQuery(status));
  return (
    <>
      <FilterChips label="Status" name="status" options={statusOptions("subscription")} />
      <DeskTableList
        list={list}
        one="subscription"
        many="subscriptions"
        name="Subscriptions"
        columns={subscriptionColumns}
        empty={
          <EmptyState title="No subscriptions found">
            {status ? "Try another status." : "Subscriptions appear here."}
          </EmptyState>
        }
      />
    </>
  );
}
