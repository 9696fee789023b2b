import type { SeasonMetrics } from "~/api/types";
import { seasonName } from "../season";
import { BarList } from "./bar-list";
import { ChartCard } from "./chart-card";

interface PromiseRateProps {
  season: number;
  promise: SeasonMetrics["promise"];
}

/** The share of requests that got a response within 24 hours. */
export function PromiseRate({ season, promise: { answered, onTime, percent } }: PromiseRateProps) {
  const whole = (count: number) => count.toLocaleString("en-US");
  return (
    <ChartCard
      title="Answered within 24 hours"
      about={`Quote requests and tree orders of season ${seasonName(season)}`}
      table={{
        columns: ["Answered", "Requests and orders"],
        rows: [
          ["On time", whole(onTime)],
          ["Late", whole(answered - onTime)],
          ["On time, share of all answered", answered > 0 ? `${percent}%` : "No answers yet"],
        ],
      }}
    >
      {answered === 0 ? (
        <p className="text-sm text-muted-foreground">No answers yet this season.</p>
      ) : (
        <div className="grid gap-5">
          <p className="text-hero leading-none font-bold text-heading tabular-nums">{percent}%</p>
          <BarList
            color="var(--chart-5)"
            bars={[
              { label: "On time", percent, value: whole(onTime) },
              { label: "Late", percent: 100 - percent, value: whole(answered - onTime) },
            ]}
          />
        </div>
      )}
    </ChartCard>
  );
}
