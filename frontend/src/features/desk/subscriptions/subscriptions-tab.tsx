import { DeskTabBody, DeskTabHeader } from "../shared/desk-tab-header";
import { useDeskParams } from "../shared/use-desk-params";
import { ViewChoice } from "../shared/view-choice";
import { PlanOverview } from "./plan-overview";
import { StripeEvents } from "./stripe-events";
import { SubscriptionList } from "./subscription-list";
import { TroubledPayments } from "./troubled-payments";

const views = [
  { value: "", label: "Plans", Content: PlanOverview },
  { value: "all", label: "All subscriptions", Content: SubscriptionList },
  { value: "refunds", label: "Card issues", Content: TroubledPayments },
  { value: "events", label: "Stripe events", Content: StripeEvents },
] as const;

/** The tab "Subscriptions": storage revenue, card issues and Stripe events. */
export default function SubscriptionsTab() {
  const { get } = useDeskParams();
  const { Content } = views.find(({ value }) => value === get("view")) ?? views[0];
  return (
    <>
      <DeskTabHeader title="Subscriptions">
        <ViewChoice label="View" views={views} />
      </DeskTabHeader>
      <DeskTabBody>
        <Content />
      </DeskTabBody>
    </>
  );
}
