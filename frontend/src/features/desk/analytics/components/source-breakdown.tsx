import type { SeasonMetrics } from "~/api/types";
import { commaList, formatCount, formatMoney } from "~/lib/format";
import { sourceWords } from "../../shared/source-words";
import { percentOf, seasonName } from "../season";
import { ChartCard } from "./chart-card";

type Source = SeasonMetrics["sources"][number];
type Numbers = Pick<Source, "requests" | "accepted" | "treeOrders" | "paid">;
type Row = Numbers & { label: string };

/** The number of bars that fit; the other sources are combined in one. The table has all that are named. */
const MAX_BARS = 8;

const whole = (count: number) => count.toLocaleString("en-US");
const otherLabel = (count: number) => formatCount(count, "other source");

/** "12 requests, 4 accepted, 1 tree order", without zeros. */
function numberWords({ requests, accepted, treeOrders }: Numbers): string {
  return commaList(
    requests > 0 && formatCount(requests, "request"),
    accepted > 0 && `${whole(accepted)} accepted`,
    treeOrders > 0 && formatCount(treeOrders, "tree order"),
  );
}

function combined(label: string, rows: readonly Numbers[]): Row {
  const sum = (key: keyof Numbers) => rows.reduce((total, row) => total + row[key], 0);
  return {
    label,
    requests: sum("requests"),
    accepted: sum("accepted"),
    treeOrders: sum("treeOrders"),
    paid: sum("paid"),
  };
}

interface SourceBreakdownProps {
  season: number;
  sources: readonly Source[];
  others: SeasonMetrics["otherSources"];
}

/** What the season's sources brought: requests, acceptances, tree orders and dollars. */
export function SourceBreakdown({ season, sources, others }: SourceBreakdownProps) {
  const named = sources.map((source) => ({ ...source, label: sourceWords(source) || "Not known" }));
  const rest = others.count > 0 ? [{ ...others, label: otherLabel(others.count) }] : [];
  const rows: Row[] = [...named, ...rest];
  return (
    <ChartCard
      className="lg:col-span-2"
      title="Where customers come from"
      about={`Quote requests and tree orders of season ${seasonName(season)}, and what was paid for them, minus refunds and lost disputes`}
      table={{
        columns: ["Source", "Requests", "Accepted", "Tree orders", "Paid"],
        rows: rows.map(({ label, requests, accepted, treeOrders, paid }) => [
          label,
          whole(requests),
          whole(accepted),
          whole(treeOrders),
          formatMoney(paid),
        ]),
      }}
    >
      {rows.length > 0 ? (
        <SourceBars rows={barsOf(named, others)} />
      ) : (
        <p className="text-sm text-muted-foreground">No requests yet this season.</p>
      )}
    </ChartCard>
  );
}

function barsOf(named: readonly Row[], others: SourceBreakdownProps["others"]): Row[] {
  if (named.length <= MAX_BARS && others.count === 0) return [...named];
  const own = named.slice(0, MAX_BARS - 1);
  const rest = named.slice(own.length);
  return [...own, combined(otherLabel(rest.length + others.count), [...rest, others])];
}

/** A bar for the dollars of each source. The label is above it on phones. */
function SourceBars({ rows }: { rows: readonly Row[] }) {
  const most = Math.max(...rows.map(({ paid }) => paid));
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)_max-content] gap-x-[0.9rem] gap-y-4 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_max-content]">
      {rows.map((row) => (
        <li key={row.label} className="col-span-full grid grid-cols-subgrid items-center gap-y-1 text-sm">
          <span className="max-md:col-span-full">
            <span className="block font-[550] wrap-anywhere">{row.label}</span>
            <span className="block text-xs text-muted-foreground tabular-nums">{numberWords(row)}</span>
          </span>
          <span className="h-6 overflow-clip rounded-[3px] bg-surface-2">
            <span
              className="block h-full rounded-l-[3px] bg-(--chart-2) forced-colors:bg-[CanvasText]!"
              style={{ width: `${percentOf(row.paid, most)}%` }}
            />
          </span>
          <b className="text-right text-heading tabular-nums">{formatMoney(row.paid)}</b>
        </li>
      ))}
    </ul>
  );
}
