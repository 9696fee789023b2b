import type { SeasonMetrics } from "~/api/types";
import { percentOf, seasonName } from "../season";
import { BarList } from "./bar-list";
import { ChartCard } from "./chart-card";

type Declines = SeasonMetrics["declines"];

const labels: Record<Declines[number]["reason"], string> = {
  price: "The price",
  timing: "The timing",
  somebody_else: "Chose someone else",
  changed_mind: "Changed their mind",
  other: "Something else",
  "": "No reason given",
};

interface DeclineReasonsProps {
  season: number;
  declines: Declines;
}

/** Why customers declined this season. */
export function DeclineReasons({ season, declines }: DeclineReasonsProps) {
  const total = declines.reduce((sum, { count }) => sum + count, 0);
  const rows = declines.map(({ reason, count }) => ({
    label: labels[reason],
    count: count.toLocaleString("en-US"),
    percent: percentOf(count, total),
  }));
  return (
    <ChartCard
      title="Why customers declined"
      about={`Quotes declined in season ${seasonName(season)}, by the customer's reason`}
      table={{
        columns: ["Reason", "Quotes", "Share"],
        rows: rows.map(({ label, count, percent }) => [label, count, `${percent}%`]),
      }}
    >
      <BarList
        color="var(--chart-4)"
        bars={rows.map(({ label, count, percent }) => ({ label, percent, value: `${count} · ${percent}%` }))}
      />
    </ChartCard>
  );
}
