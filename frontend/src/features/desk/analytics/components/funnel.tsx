import type { SeasonMetrics } from "~/api/types";
import { percentOf, seasonName } from "../season";
import { BarList } from "./bar-list";
import { ChartCard } from "./chart-card";

const steps = [
  ["requested", "Requested"],
  ["quoted", "Quoted"],
  ["accepted", "Accepted"],
  ["scheduled", "Scheduled"],
  ["completed", "Completed"],
  ["paid", "Paid"],
] as const;

interface FunnelProps {
  season: number;
  funnel: SeasonMetrics["funnel"];
}

/** The season's funnel, from request to payment. */
export function Funnel({ season, funnel }: FunnelProps) {
  const rows = steps.map(([key, label]) => ({
    label,
    count: funnel[key].toLocaleString("en-US"),
    percent: percentOf(funnel[key], funnel.requested),
  }));
  return (
    <ChartCard
      title="From request to paid"
      about={`Quote requests of season ${seasonName(season)} and where they are now`}
      table={{
        columns: ["Step", "Requests", "Share"],
        rows: rows.map(({ label, count, percent }) => [label, count, `${percent}%`]),
      }}
    >
      <BarList
        color="var(--chart-3)"
        bars={rows.map(({ label, count, percent }) => ({ label, percent, value: `${count} · ${percent}%` }))}
      />
    </ChartCard>
  );
}
