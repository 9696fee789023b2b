import { useState } from "react";
import type { MoneyMonth } from "~/api/types";
import { cx } from "~/lib/cx";
import { formatDay, formatDollars, formatSigned } from "~/lib/format";
import { ChartTable } from "../../shared/chart-table";
import { MetricView } from "../../shared/metric-view";
import { Section } from "../../shared/section";
import { moneyQuery } from "./api";
import { longMonth, monthAndYear, shortMonth } from "./money-words";
import { MonthSum } from "./month-sum";

const methods = [
  { key: "card", label: "Card", color: "var(--chart-1)" },
  { key: "check", label: "Check", color: "var(--chart-5)" },
  { key: "cash", label: "Cash", color: "var(--chart-3)" },
  { key: "otherMethods", label: "Other", color: "var(--chart-2)" },
] as const;

const hasAny = (
  months: readonly MoneyMonth[],
  key: "otherMethods" | "reversals" | "disputes" | "adjustments",
) => months.some((month) => month[key].count > 0 || Number(month[key].amount) !== 0);

/** The payments by month as bars, and the current month's sum. */
export function Months() {
  return (
    <div className="grid grid-cols-subgrid gap-4 lg:col-span-2">
      <MetricView query={moneyQuery} name="the payments by month" height="h-72">
        {({ months, today }) => {
          const current = months.at(-1);
          return (
            <>
              <MonthBars months={months} />
              {current && (
                <MonthSum
                  month={current}
                  title={`${longMonth(current.month)} so far`}
                  aside={`Through ${formatDay(today)}`}
                />
              )}
            </>
          );
        }}
      </MetricView>
    </div>
  );
}

function MonthBars({ months }: { months: readonly MoneyMonth[] }) {
  const [asTable, setAsTable] = useState(false);
  const shown = methods.filter(({ key }) => key !== "otherMethods" || hasAny(months, key));
  const isEmpty = months.every(({ received }) => Number(received) === 0);
  return (
    <Section
      title="Money in, by month"
      aside={
        <button
          type="button"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          className="text-link inline-flex min-h-6 items-center max-lg:min-h-target"
        >
          Show as a table
        </button>
      }
    >
      <ul aria-hidden className={cx("flex flex-wrap gap-x-4.5 gap-y-1 text-xs", asTable && "hidden")}>
        {shown.map(({ key, label, color }) => (
          <li key={key} className="inline-flex items-center gap-[0.45rem] text-muted-foreground">
            <span
              className="size-[0.8rem] rounded-[3px] forced-color-adjust-none"
              style={{ backgroundColor: color }}
            />
            {label}
          </li>
        ))}
      </ul>
      {isEmpty && (
        <p className="text-sm text-muted-foreground">
          No payments yet. Card, check and cash payments appear here by month.
        </p>
      )}
      {!asTable && <Bars months={months} methods={shown} />}
      <ChartTable title="Money in, by month" table={tableOf(months, shown)} visible={asTable} />
    </Section>
  );
}

type Methods = readonly (typeof methods)[number][];

/** The height of the tallest bar, in percent. The rest is for the amount above it. */
const TALLEST = 84;

function Bars({ months, methods }: { months: readonly MoneyMonth[]; methods: Methods }) {
  const most = Math.max(1, ...months.map(({ received }) => Number(received)));
  const height = (amount: string) => Math.max(0, (Number(amount) / most) * TALLEST);
  return (
    <ul aria-hidden className="grid h-52 grid-cols-6 gap-1.5 lg:h-60 lg:gap-3">
      {months.map((month, index) => (
        <li
          key={month.month}
          className={cx(
            "grid min-w-0 grid-rows-[minmax(0,1fr)_auto] gap-1.5 text-center text-xs",
            index === months.length - 1 ? "font-[650] text-heading" : "text-muted-foreground",
          )}
        >
          <span className="flex min-w-0 flex-col items-center justify-end gap-px">
            <b className="mb-1 text-2xs font-[650] whitespace-nowrap text-heading tabular-nums lg:text-xs">
              {formatDollars(month.received)}
            </b>
            {/* The first method is at the bottom. */}
            {methods.toReversed().map(({ key, color }) => (
              <span
                key={key}
                className="block w-full flex-none forced-color-adjust-none first-of-type:rounded-t-sm lg:max-w-18"
                style={{ height: `${height(month[key].amount)}%`, backgroundColor: color }}
              />
            ))}
          </span>
          <span className="border-t-[1.5px] border-border-strong pt-1.5">{shortMonth(month.month)}</span>
        </li>
      ))}
    </ul>
  );
}

function tableOf(months: readonly MoneyMonth[], methods: Methods) {
  const rare = [
    { key: "reversals", label: "Reversed" },
    { key: "disputes", label: "Disputes" },
    { key: "adjustments", label: "Adjustments" },
  ] as const;
  const columns = [
    ...methods,
    { key: "refunds", label: "Refunds" } as const,
    ...rare.filter(({ key }) => hasAny(months, key)),
    { key: "fees", label: "Stripe fees" } as const,
  ];
  return {
    columns: ["Month", ...columns.map(({ label }) => label), "Net"],
    rows: months.map((month) => [
      monthAndYear(month.month),
      ...columns.map(({ key }) => formatSigned(month[key].amount)),
      formatSigned(month.net),
    ]),
  };
}
