import { packageName } from "~/api/catalog-names";
import type { QuoteMetrics } from "~/api/types";
import { quoteMetricsQuery } from "../../shared/analytics-api";
import { MetricView } from "../../shared/metric-view";
import { BarList } from "./bar-list";
import { ChartCard } from "./chart-card";

type Share = QuoteMetrics["packages"]["basic"];

/** Sort by frequency, with "Other" last. */
function ranked(shares: Record<string, Share>): [string, Share][] {
  return Object.entries(shares).sort(
    ([nameA, a], [nameB, b]) => Number(nameA === "Other") - Number(nameB === "Other") || b.count - a.count,
  );
}

/** The number of bars that fit; the others are combined in one. The table has all. */
const MAX_BARS = 8;

const sum = (shares: [string, Share][]) => shares.reduce((total, [, { count }]) => total + count, 0);

function barsOf(shares: [string, Share][]) {
  const own = shares.length > MAX_BARS ? shares.slice(0, MAX_BARS - 1) : shares;
  const bars = own.map(([label, { percent }]) => ({ label, percent }));
  const rest = shares.slice(own.length);
  if (rest.length > 0) {
    const percent = Math.round((100 * sum(rest)) / sum(shares));
    bars.push({ label: `${rest.length} other towns`, percent });
  }
  return bars.map((bar) => ({ ...bar, value: `${bar.percent}%` }));
}

/** The shares of packages and cities over all quotes. */
export function QuoteShares() {
  return (
    <MetricView query={quoteMetricsQuery} name="the quote breakdown" height="h-48">
      {({ packages, cities }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
          <ShareChart
            title="Quotes by package"
            head="Package"
            color="var(--chart-1)"
            shares={ranked({ ...packages }).map(([id, share]) => [
              packageName(id).split(" ")[0] ?? id,
              share,
            ])}
          />
          <ShareChart title="Quotes by city" head="City" color="var(--chart-5)" shares={ranked(cities)} />
        </div>
      )}
    </MetricView>
  );
}

interface ShareChartProps {
  title: string;
  head: string;
  color: string;
  shares: [string, Share][];
}

function ShareChart({ title, head, color, shares }: ShareChartProps) {
  return (
    <ChartCard
      title={title}
      about="All quotes, rounded"
      table={{
        columns: [head, "Quotes", "Share"],
        rows: shares.map(([name, { count, percent }]) => [
          name,
          count.toLocaleString("en-US"),
          `${percent}%`,
        ]),
      }}
    >
      <BarList color={color} bars={barsOf(shares)} />
    </ChartCard>
  );
}
