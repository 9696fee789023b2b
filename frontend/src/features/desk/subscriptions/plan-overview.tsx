import { planName } from "~/api/catalog-names";
import type { SubscriptionMetrics } from "~/api/types";
import { Picture } from "~/drawings/pictures";
import { formatMoney } from "~/lib/format";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { Facts } from "~/ui/record-card";
import { mrrQuery, subscriptionMetricsQuery } from "../shared/analytics-api";
import { DeskTableList, useDeskList } from "../shared/desk-list";
import { MetricView } from "../shared/metric-view";
import { deskSubscriptionsQuery } from "./api";
import { failedPaymentColumns } from "./subscription-columns";

const plans = ["consumer", "business", "enterprise"] as const;

/** The number of subscribers and the revenue of each plan, and below them the payments that failed. */
export function PlanOverview() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <MetricView query={subscriptionMetricsQuery} name="the storage numbers" height="h-40">
        {(metrics) => (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-3">
            {plans.map((id) => (
              <li key={id}>
                <PlanCard id={id} {...metrics[id]} />
              </li>
            ))}
          </ul>
        )}
      </MetricView>
      <MetricView query={mrrQuery} name="the recurring revenue" height="h-8">
        {({ mrr, canceling }) => (
          <p className="text-sm text-muted-foreground">
            <b className="text-heading tabular-nums">{formatMoney(mrr)}</b> per month in total
            {canceling > 0 && `, plus ${formatMoney(canceling)} ending soon (not counted)`}.
          </p>
        )}
      </MetricView>
      <PastDue />
    </div>
  );
}

type PlanCardProps = SubscriptionMetrics["consumer"] & { id: (typeof plans)[number] };

function PlanCard({ id, count, revenue, canceling, pastDue }: PlanCardProps) {
  return (
    <Card className="grid h-full content-start gap-5">
      <div className="flex items-center justify-between gap-4">
        <div>
          <h3 className="display text-2xl leading-[1.2] font-normal">{planName(id)}</h3>
          <p className="mt-1 text-2xl leading-[1.2] font-bold text-heading tabular-nums">
            {formatMoney(revenue)}{" "}
            <span className="text-sm font-normal text-muted-foreground">revenue per month</span>
          </p>
        </div>
        <Picture name={id} alt="" className="w-22 flex-none" />
      </div>
      <Facts
        items={[
          { label: "Active", value: String(count) },
          { label: "Past due (included)", value: String(pastDue) },
          { label: "Canceling", value: String(canceling) },
        ]}
      />
    </Card>
  );
}

function PastDue() {
  const list = useDeskList(deskSubscriptionsQuery("past_due"));
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3>Failed payments</h3>
      <DeskTableList
        list={list}
        one="subscription past due"
        many="subscriptions past due"
        name="Failed payments"
        columns={failedPaymentColumns}
        empty={<EmptyState title="No failed payments">Every card payment went through.</EmptyState>}
      />
    </section>
  );
}
