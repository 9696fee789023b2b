import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { SeasonMetrics } from "~/api/types";
import { formatMoney } from "~/lib/format";
import { monthName } from "../season";
import { ChartCard } from "./chart-card";
import { axisText, ChartTip } from "./chart-parts";

/** Height of a month's bar including the gap, in pixels. */
const ROW = 34;
/** The style of a month's total, next to its bar. */
const sumText = { fontSize: 13, fontWeight: 700, fill: "var(--heading)" } as const;

// From left to right. `edge` is the width of the outline, which light colors need, in pixels.
const kinds = [
  { key: "invoices", label: "Invoices", color: "var(--chart-1)", edge: 0 },
  { key: "trees", label: "Trees", color: "var(--chart-3)", edge: 0.5 },
  { key: "storage", label: "Storage", color: "var(--chart-2)", edge: 0.5 },
] as const;

/** Revenue per month: invoices, trees and storage stacked, with the total. */
export function RevenueChart({ months }: { months: SeasonMetrics["revenueByMonth"] }) {
  const rows = months.map((month) => ({ ...month, total: month.invoices + month.trees + month.storage }));
  const sums = new Map(rows.map(({ month, total }) => [month, formatMoney(total)]));
  return (
    <ChartCard
      className="lg:col-span-2"
      title="Revenue by month"
      about="Payments for invoices, trees and storage, minus refunds and lost disputes"
      table={{
        columns: ["Month", ...kinds.map(({ label }) => label), "Total"],
        rows: rows.map((row) => [
          monthName(row.month),
          ...kinds.map(({ key }) => formatMoney(row[key])),
          formatMoney(row.total),
        ]),
      }}
    >
      <ul className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-sm tabular-nums">
        {kinds.map(({ key, label, color }) => (
          <li key={key} className="flex items-center gap-[0.5em]">
            <span
              className="size-[0.8rem] rounded-[2px] border-[0.5px] border-harbor-900 forced-color-adjust-none"
              style={{ backgroundColor: color }}
            />
            <span>
              {label}{" "}
              <b className="text-heading">{formatMoney(rows.reduce((sum, row) => sum + row[key], 0))}</b>
            </span>
          </li>
        ))}
      </ul>
      <div style={{ height: rows.length * ROW + 8 }}>
        <ResponsiveContainer initialDimension={{ width: 300, height: rows.length * ROW }}>
          <BarChart
            data={rows}
            layout="vertical"
            accessibilityLayer={false}
            margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
          >
            <XAxis type="number" hide />
            <YAxis
              yAxisId="sums"
              orientation="right"
              type="category"
              dataKey="month"
              tickFormatter={(month: string) => sums.get(month) ?? ""}
              interval={0}
              width={92}
              tick={sumText}
              tickLine={false}
              axisLine={false}
            />
            <YAxis
              type="category"
              dataKey="month"
              tickFormatter={monthName}
              interval={0}
              width={84}
              tick={axisText}
              tickLine={false}
              axisLine={{ stroke: "var(--border-strong)" }}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: "var(--surface-2)" }}
              content={<ChartTip heading={monthName} show={formatMoney} />}
            />
            {kinds.map(({ key, label, color, edge }) => (
              <Bar
                key={key}
                name={label}
                dataKey={key}
                stackId="revenue"
                fill={color}
                stroke="var(--color-harbor-900)"
                strokeWidth={edge}
                barSize={20}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </ChartCard>
  );
}
