import { useState } from "react";
import { Segmented } from "~/ui/segmented";
import { seasonMetricsQuery } from "../../shared/analytics-api";
import { MetricView } from "../../shared/metric-view";
import { lastDays, seasonName } from "../season";
import { DayChart } from "./day-chart";
import { DeclineReasons } from "./decline-reasons";
import { Funnel } from "./funnel";
import { PromiseRate } from "./promise-rate";
import { RevenueChart } from "./revenue-chart";
import { SourceBreakdown } from "./source-breakdown";

const spans = [
  { value: "28", label: "4 weeks" },
  { value: "84", label: "12 weeks" },
  { value: "0", label: "Season" },
] as const;

type Span = (typeof spans)[number]["value"];

/** The season's metrics: requests per day, funnel, revenue, and responses on time. */
export function SeasonMetrics() {
  const [span, setSpan] = useState<Span>("28");
  return (
    <MetricView query={seasonMetricsQuery} name="this season's numbers" height="h-96">
      {({ season, days, funnel, declines, sources, otherSources, promise, revenueByMonth }) => {
        const shown = lastDays(days, Number(span));
        const about = `Season ${seasonName(season)} vs. ${seasonName(season - 1)}, day by day`;
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
            <Segmented
              legend="Days shown"
              name="span"
              options={spans}
              value={span}
              onValueChange={setSpan}
              className="sm:max-w-96 lg:col-span-2"
            />
            <DayChart
              title="Quote requests per day"
              about={about}
              days={shown.map((day) => ({ day: day.day, now: day.quotes, before: day.quotesLastSeason }))}
            />
            <DayChart
              title="Tree orders per day"
              about={about}
              days={shown.map((day) => ({
                day: day.day,
                now: day.treeOrders,
                before: day.treeOrdersLastSeason,
              }))}
            />
            <Funnel season={season} funnel={funnel} />
            <DeclineReasons season={season} declines={declines} />
            <SourceBreakdown season={season} sources={sources} others={otherSources} />
            <PromiseRate season={season} promise={promise} />
            <RevenueChart months={revenueByMonth} />
          </div>
        );
      }}
    </MetricView>
  );
}
