import { useQueries } from "@tanstack/react-query";
import { hasFailed } from "~/api/failed";
import { formatMoney } from "~/lib/format";
import { ErrorState } from "~/ui/error-state";
import { Skeleton } from "~/ui/skeleton";
import { mrrQuery, quoteMetricsQuery, subscriptionMetricsQuery } from "../../shared/analytics-api";

const whole = (count: number) => count.toLocaleString("en-US");

/** The four key metrics. */
export function KeyMetrics() {
  const queries = useQueries({ queries: [quoteMetricsQuery, mrrQuery, subscriptionMetricsQuery] });
  const [quotes, mrr, plans] = queries;
  const failed = queries.filter(hasFailed);
  if (failed.length > 0) {
    return (
      <ErrorState
        atDesk
        title="We couldn't load the key numbers"
        query={{
          refetch: () => {
            for (const { refetch } of failed) void refetch();
          },
          isFetching: failed.some(({ isFetching }) => isFetching),
        }}
      />
    );
  }
  const active =
    plans.data && plans.data.consumer.count + plans.data.business.count + plans.data.enterprise.count;
  const metrics = [
    { label: "Pending quotes", value: quotes.data && whole(quotes.data.pendingCount) },
    { label: "Scheduled jobs", value: quotes.data && whole(quotes.data.scheduledJobCount) },
    {
      label: "Monthly recurring revenue",
      value: mrr.data && formatMoney(mrr.data.mrr),
      note:
        mrr.data && mrr.data.canceling > 0
          ? `plus ${formatMoney(mrr.data.canceling)} ending soon (not counted)`
          : undefined,
    },
    { label: "Active subscriptions", value: active === undefined ? undefined : whole(active) },
  ];
  return (
    <dl
      aria-busy={metrics.some(({ value }) => value === undefined)}
      className="grid grid-cols-2 gap-px overflow-clip rounded-card border border-border bg-border shadow-card lg:grid-cols-4 dark:shadow-none"
    >
      {metrics.map(({ label, value, note }) => (
        <div key={label} className="flex flex-col bg-surface px-5 py-6 lg:px-7">
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="text-3xl leading-[1.2] font-bold text-heading tabular-nums wrap-anywhere">
            {value ?? <Skeleton className="my-1 h-8 w-20" />}
            {note && (
              <span className="block text-xs leading-[1.4] font-normal text-muted-foreground">{note}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
