import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatDate } from "~/lib/format";
import { dayName } from "../season";
import { ChartCard } from "./chart-card";
import { axisText, ChartTip } from "./chart-parts";

interface Day {
  day: string;
  now: number;
  before: number;
}

interface DayChartProps {
  title: string;
  about: string;
  days: readonly Day[];
}

const sum = (days: readonly Day[], key: "now" | "before") =>
  days.reduce((total, day) => total + day[key], 0).toLocaleString("en-US");

/** Counts per day, compared with the same days of last season. */
export function DayChart({ title, about, days }: DayChartProps) {
  return (
    <ChartCard
      title={title}
      about={about}
      table={{
        columns: ["Day", "This season", "Last season"],
        rows: days.map(({ day, now, before }) => [formatDate(day), String(now), String(before)]),
      }}
    >
      <ul className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Key color="var(--chart-1)">
          This season <b className="text-heading">{sum(days, "now")}</b>
        </Key>
        <Key color="var(--chart-5)" dashed>
          Last season <b className="text-heading">{sum(days, "before")}</b>
        </Key>
      </ul>
      <div className="h-64">
        <ResponsiveContainer initialDimension={{ width: 300, height: 256 }}>
          <LineChart
            data={[...days]}
            accessibilityLayer={false}
            margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
          >
            <CartesianGrid stroke="var(--chart-grid)" vertical={false} />
            <XAxis
              dataKey="day"
              tickFormatter={dayName}
              tick={axisText}
              tickLine={false}
              axisLine={{ stroke: "var(--border-strong)" }}
              minTickGap={28}
            />
            <YAxis allowDecimals={false} tick={axisText} tickLine={false} axisLine={false} width={40} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: "var(--border-strong)" }}
              content={<ChartTip heading={formatDate} />}
            />
            <Line
              name="Last season"
              dataKey="before"
              stroke="var(--chart-5)"
              strokeWidth={2}
              strokeDasharray="5 4"
              dot={false}
              isAnimationActive={false}
            />
            <Line
              name="This season"
              dataKey="now"
              stroke="var(--chart-1)"
              strokeWidth={2.5}
              dot={false}
              isAnimationActive={false}
            />
          </LineChart>
        </ResponsiveContainer>
      </div>
    </ChartCard>
  );
}

function Key({
  color,
  dashed = false,
  children,
}: {
  color: string;
  dashed?: boolean;
  children: React.ReactNode;
}) {
  return (
    <li className="flex items-center gap-[0.5em] tabular-nums">
      <svg aria-hidden viewBox="0 0 24 4" className="w-6">
        <path
          d="M0 2H24"
          stroke={color}
          strokeWidth={dashed ? 2.5 : 4}
          strokeDasharray={dashed ? "5 4" : undefined}
        />
      </svg>
      <span>{children}</span>
    </li>
  );
}
