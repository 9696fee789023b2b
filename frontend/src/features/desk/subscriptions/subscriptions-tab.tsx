import { ViewTab } from "../shared/view-tab";
import { PlanOverview } from "./plan-overview";
import { StoredItemsList } from "./stored-items-list";
import { StripeEvents } from "./stripe-events";
import { SubscriptionList } from "./subscription-list";
import { TroubledPayments } from "./troubled-payments";

const views = [
  { value: "", label: "Plans", Content: PlanOverview },
  { value: "all", label: "All subscriptions", Content: SubscriptionList },
  { value: "items", label: "Items to store", Content: StoredItemsList },
  { value: "refunds", label: "Card issues", Content: TroubledPayments },
  { value: "events", label: "Stripe events", Content: StripeEvents },
] as const;

/** The tab "Subscriptions": storage revenue, what is stored, card issues and Stripe events. */
export default function SubscriptionsTab() {
  return <ViewTab title="Subscriptions" views={views} />;
}
