import { useList } from "~/api/pages";
import { EmptyDrawing } from "~/drawings/empty-drawing";
import { paths } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ListView } from "~/ui/list-view";
import { myStorageQuery } from "../api";
import { useReturnedCard } from "../use-returned-card";
import { SubscriptionCard } from "./subscription-card";

/** The customer's storage subscriptions. */
export function MyStorage() {
  const subscriptions = useList(myStorageQuery());
  useReturnedCard();
  return (
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
  );
}
