import { cx } from "~/lib/cx";

/** The classes of the view's tables. */
export const moneyTable = {
  table: "w-full border-collapse text-sm tabular-nums",
  head: "border-b border-border px-2 py-1.5 text-left text-2xs font-semibold text-muted-foreground first:pl-0 last:pr-0",
  cell: "border-b border-border px-2 py-2 align-middle first:pl-0 last:pr-0",
  foot: "border-t-[1.5px] border-border-strong px-2 py-2.5 font-bold text-heading first:pl-0 last:pr-0",
  right: "text-right whitespace-nowrap",
  /** For columns that phones leave out. */
  wide: "max-md:hidden",
} as const;

/** A column of these tables: its label; whether it has amounts, at the right; and whether phones leave it out. */
type MoneyHead = readonly [label: string, ...("right" | "wide")[]];

/** The head of a table of the view. `className` is that of its cells. */
export function MoneyTableHead({ of, className }: { of: readonly MoneyHead[]; className: string }) {
  return (
    <thead>
      <tr>
        {of.map(([label, ...flags]) => (
          <th
            key={label}
            scope="col"
            className={cx(
              className,
              flags.includes("right") && "text-right",
              flags.includes("wide") && moneyTable.wide,
            )}
          >
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
