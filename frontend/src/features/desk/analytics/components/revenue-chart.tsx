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

/** Revenue per month: invoices, trees and storage stacked, with the total. */
export function RevenueChart({ months }: { months: SeasonMetrics["revenueByMonth"] }) {
  const rows = months.map((month) => ({ ...month, total: month.invoices + month.trees + month.storage }));
  const sums = new Map(rows.map(({ month, total }) => [month, formatMoney(total)]));
  const sum = (key: "invoices" | "trees" | "storage" | "total") =>
    rows.reduce((total, row) => total + row[key], 0);
  return (
    <ChartCard
      className="lg:col-span-2"
      title="Revenue by month"
      about="Payments for invoices, trees and storage, minus refunds"
      table={{
        columns: ["Month", "Invoices", "Trees", "Storage", "Total"],
        rows: rows.map(({ month, invoices, trees, storage, total }) => [
          monthName(month),
          formatMoney(invoices),
          formatMoney(trees),
          formatMoney(storage),
          formatMoney(total),
        ]),
      }}
    >
      <ul className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-sm tabular-nums">
        <Key color="var(--chart-1)">
          Invoices <b className="text-heading">{formatMoney(sum("invoices"))}</b>
        </Key>
        <Key color="var(--chart-3)">
          Trees <b className="text-heading">{formatMoney(sum("trees"))}</b>
        </Key>
        <Key color="var(--chart-2)">
          Storage <b className="text-heading">{formatMoney(sum("storage"))}</b>
        </Key>
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
            <Bar
              name="Invoices"
              dataKey="invoices"
              stackId="revenue"
              fill="var(--chart-1)"
              barSize={20}
              isAnimationActive={false}
            />
            <Bar
              name="Trees"
              dataKey="trees"
              stackId="revenue"
              fill="var(--chart-3)"
              stroke="var(--color-harbor-900)"
              strokeWidth={0.5}
              barSize={20}
              isAnimationActive={false}
            />
            <Bar
              name="Storage"
              dataKey="storage"
              stackId="revenue"
              fill="var(--chart-2)"
              stroke="var(--color-harbor-900)"
              strokeWidth={0.5}
              barSize={20}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </ChartCard>
  );
}

function Key({ color, children }: { color: string; children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-[0.5em]">
      <span
        className="size-[0.8rem] rounded-[2px] border-[0.5px] border-harbor-900 forced-color-adjust-none"
        style={{ backgroundColor: color }}
      />
      <span>{children}</span>
    </li>
  );
}
