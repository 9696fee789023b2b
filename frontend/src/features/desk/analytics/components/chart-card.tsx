import { type ReactNode, useId, useState } from "react";
import { cx } from "~/lib/cx";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";

/** The data of a chart as a table, which is also its text alternative. */
interface ChartTable {
  columns: readonly string[];
  /** One cell per column; the first is the row's header. */
  rows: readonly (readonly string[])[];
}

interface ChartCardProps {
  title: string;
  /** What is counted, and in which period. */
  about: string;
  table: ChartTable;
  className?: string;
  /** The chart. Screen readers get the table instead. */
  children: ReactNode;
}

/** A chart with a heading and a button for its table, which screen readers always get. */
export function ChartCard({ title, about, table, className, children }: ChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <Card
      role="group"
      aria-labelledby={id}
      className={cx("grid grid-cols-[minmax(0,1fr)] content-start gap-5", className)}
    >
      <div className="grid gap-3 sm:flex sm:items-start sm:justify-between">
        <div className="min-w-0">
          <h3 id={id} className="display text-2xl leading-[1.2] font-normal">
            {title}
          </h3>
          <p className="mt-1 text-sm text-muted-foreground">{about}</p>
        </div>
        <Button
          variant="outline"
          size="sm"
          aria-pressed={asTable}
          className="flex-none justify-self-start"
          onClick={() => setAsTable(!asTable)}
        >
          <span>
            Show as table<span className="sr-only">: {title}</span>
          </span>
        </Button>
      </div>
      {!asTable && <div aria-hidden>{children}</div>}
      <Figures title={title} table={table} visible={asTable} />
    </Card>
  );
}

function Figures({
  title,
  table: { columns, rows },
  visible,
}: {
  title: string;
  table: ChartTable;
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
