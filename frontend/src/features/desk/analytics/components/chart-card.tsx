import { type ReactNode, useId, useState } from "react";
import { cx } from "~/lib/cx";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";

/** The figures behind a chart: what its table shows, and what screen readers read in its place. */
interface ChartTable {
  columns: readonly string[];
  /** As many cells as there are columns; the first one heads its row. */
  rows: readonly (readonly string[])[];
}

interface ChartCardProps {
  title: string;
  /** What is counted, over which time. */
  about: string;
  table: ChartTable;
  className?: string;
  /** The drawing. Screen readers pass over it: they get the table. */
  children: ReactNode;
}

/** A chart under its heading, with its table a press away. The table is always there for screen readers. */
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
    // A long table scrolls in its own box, which the keyboard must reach.
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
