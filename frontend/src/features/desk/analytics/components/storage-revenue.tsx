import { planName } from "~/api/catalog-names";
import type { SubscriptionMetrics } from "~/api/types";
import { Picture } from "~/drawings/pictures";
import { formatMoney } from "~/lib/format";
import { subscriptionMetricsQuery } from "../../shared/analytics-api";
import { MetricView } from "../../shared/metric-view";
import { ChartCard } from "./chart-card";

// Ordered so that neighbors differ in lightness, not only in hue.
const plans = [
  { id: "consumer", color: "var(--chart-1)" },
  { id: "business", color: "var(--chart-3)" },
  { id: "enterprise", color: "var(--chart-2)" },
] as const;

/** Monthly storage revenue by plan. */
export function StorageRevenue() {
  return (
    <MetricView query={subscriptionMetricsQuery} name="the storage numbers" height="h-48">
      {(metrics) => (
        <ChartCard
          title="Storage subscriptions"
          about="Monthly recurring revenue by plan"
          table={{
            columns: ["Plan", "Active", "Past due", "Canceling", "Revenue per month"],
            rows: plans.map(({ id }) => {
              const { count, pastDue, canceling, revenue } = metrics[id];
              return [planName(id), String(count), String(pastDue), String(canceling), formatMoney(revenue)];
            }),
          }}
        >
          <Shares metrics={metrics} />
          <ul className="mt-5 grid gap-5 md:grid-cols-3">
            {plans.map(({ id, color }) => (
              <Plan key={id} id={id} color={color} {...metrics[id]} />
            ))}
          </ul>
        </ChartCard>
      )}
    </MetricView>
  );
}

function Shares({ metrics }: { metrics: SubscriptionMetrics }) {
  const sum = plans.reduce((total, { id }) => total + metrics[id].revenue, 0);
  return (
    <div className="flex h-11 gap-0.5 overflow-clip rounded-sm bg-surface-2">
      {plans
        .filter(({ id }) => metrics[id].revenue > 0)
        .map(({ id, color }) => (
          <span
            key={id}
            style={{ width: `${(metrics[id].revenue / sum) * 100}%`, backgroundColor: color }}
            className="border-harbor-900 not-dark:border-[0.5px] forced-color-adjust-none"
          />
        ))}
    </div>
  );
}

type PlanProps = SubscriptionMetrics["consumer"] & { id: (typeof plans)[number]["id"]; color: string };

function Plan({ id, color, count, revenue, canceling, pastDue }: PlanProps) {
  const notes = [
    pastDue > 0 && `${pastDue} past due`,
    canceling > 0 && `${canceling} canceling, not counted`,
  ].filter(Boolean);
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-4">
      <Picture name={id} alt="" />
      <div>
        <p className="flex items-center gap-[0.5em] text-sm">
          <span
            className="size-[0.8rem] rounded-[2px] forced-color-adjust-none"
            style={{ backgroundColor: color }}
          />
          {planName(id)}
        </p>
        <p className="text-2xl leading-[1.2] font-bold text-heading tabular-nums">{formatMoney(revenue)}</p>
        <p className="text-sm text-muted-foreground tabular-nums">
          {count} active{count > 0 && `, ${formatMoney(revenue / count)} each`}
        </p>
        {notes.length > 0 && <p className="text-xs text-muted-foreground tabular-nums">{notes.join(", ")}</p>}
      </div>
    </li>
  );
}
