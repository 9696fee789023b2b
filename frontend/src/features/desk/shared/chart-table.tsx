import { cx } from "~/lib/cx";

/** The data of a chart as a table, which is also its text alternative. */
export interface ChartFigures {
  columns: readonly string[];
  /** One cell per column; the first is the row's header. */
  rows: readonly (readonly string[])[];
}

/** The table of a chart. Screen readers always get it, the others on demand. */
export function ChartTable({
  title,
  table: { columns, rows },
  visible,
}: {
  title: string;
  table: ChartFigures;
  visible: boolean;
}) {
  const cell = "border-b border-border py-2 pr-4 last:pr-0 not-first:text-right";
  return (
    // A long table scrolls, so its box must be focusable.
    <section
      aria-label={`${title}, as a table`}
      {...(visible ? { tabIndex: 0 } : {})}
      className={visible ? "max-h-96 overflow-auto rounded-sm" : "sr-only"}
    >
      <table className="w-full border-collapse text-sm tabular-nums">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={cx(cell, "text-left text-xs font-semibold text-muted-foreground")}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, ...values]) => (
            <tr key={head}>
              <th scope="row" className={cx(cell, "text-left font-[550]")}>
                {head}
              </th>
              {values.map((value, place) => (
                <td key={columns[place + 1]} className={cell}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
