import { useList } from "~/api/pages";
import type { StorageSubscription } from "~/api/types";
import { EmptyDrawing } from "~/drawings/empty-drawing";
import { planName } from "~/lib/catalog-names";
import { date, money } from "~/lib/format";
import { paths } from "~/lib/paths";
import { StatusBadge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ListView } from "~/ui/list-view";
import { Amount, Facts, RecordCard } from "~/ui/record-card";
import { myStorageQuery } from "../api";

/** The customer's storage subscriptions. */
export function MyStorage() {
  const subscriptions = useList(myStorageQuery());
  return (
    <ListView
      list={subscriptions}
      name="Your storage subscriptions"
      empty={
        <EmptyState
          level="h2"
          title="No storage subscription"
          drawing={<EmptyDrawing name="storage" />}
          action={<ButtonLink to={paths.storageSection}>See the storage plans</ButtonLink>}
        >
          Your decorations can wait with us until fall, labeled and dry.
        </EmptyState>
      }
    >
      {(subscription) => <SubscriptionCard subscription={subscription} />}
    </ListView>
  );
}

function SubscriptionCard({ subscription }: { subscription: StorageSubscription }) {
  const { addresses, active } = subscription;
  const properties = addresses.map(({ label, street, city }) =>
    [label, `${street}, ${city}`].filter(Boolean),
  );
  return (
    <RecordCard
      id={`storage-${subscription.id}`}
      title={`${planName(subscription.plan)} storage`}
      subtitle={`Since ${date(subscription.createdAt)}`}
      aside={
        <>
          <StatusBadge kind="subscription" status={active ? "active" : "inactive"} />
          <span>
            <Amount>{money(subscription.monthlyAmount)}</Amount>{" "}
            <span className="text-sm text-muted-foreground">a month</span>
          </span>
        </>
      }
    >
      <Facts
        items={[
          {
            label: addresses.length === 1 ? "Property" : "Properties",
            value: properties.length ? (
              <ul>
                {properties.map((parts, index) => (
                  <li key={addresses[index]?.id}>{parts.join(": ")}</li>
                ))}
              </ul>
            ) : (
              "None named yet"
            ),
          },
        ]}
      />
    </RecordCard>
  );
}
