import { useList } from "~/api/pages";
import type { StorageSubscription } from "~/api/types";
import { EmptyDrawing } from "~/drawings/empty-drawing";
import { paths } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ListView } from "~/ui/list-view";
import { myStorageQuery } from "../api";
import { useReturnedCard } from "../use-returned-card";
import { MyCharges } from "./my-charges";
import { StillStored } from "./still-stored";
import { SubscriptionCard } from "./subscription-card";
import { UnfinishedPlan } from "./unfinished-plan";

const isUnfinished = ({ status }: StorageSubscription) => status === "incomplete";
const mine = myStorageQuery();
const rowsOf = (isShown: (row: StorageSubscription) => boolean): typeof mine => ({
  ...mine,
  select: ({ pages }) => pages.flatMap(({ rows }) => rows.filter(isShown)),
});
const startedQuery = rowsOf((row) => !isUnfinished(row));
const unfinishedQuery = rowsOf(isUnfinished);

/**
 * The customer's storage subscriptions. Opening the subscribe page creates an incomplete one at Stripe, so those
 * without a first payment are shown as a line above the list and not as plans.
 */
export function MyStorage() {
  const subscriptions = useList(startedQuery);
  const { data: unfinished } = useList(unfinishedQuery);
  useReturnedCard();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {unfinished?.map((subscription) => (
        <UnfinishedPlan key={subscription.id} subscription={subscription} />
      ))}
      {subscriptions.data && <StillStored subscriptions={subscriptions.data} />}
      <ListView
        list={subscriptions}
        name="storage subscriptions"
        empty={
          <EmptyState
            level="h2"
            title="No storage subscription"
            drawing={<EmptyDrawing name="storage" />}
            action={<ButtonLink to={paths.storageSection}>See the storage plans</ButtonLink>}
          >
            We keep your decorations labeled and dry until fall. Your plan will appear here.
          </EmptyState>
        }
      >
        {(subscription) => <SubscriptionCard subscription={subscription} />}
      </ListView>
      <MyCharges />
    </div>
  );
}
