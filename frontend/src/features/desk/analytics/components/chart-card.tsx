import { type ReactNode, useId, useState } from "react";
import { cx } from "~/lib/cx";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { type ChartFigures, ChartTable } from "../../shared/chart-table";

interface ChartCardProps {
  title: string;
  /** What is counted, and in which period. */
  about: string;
  table: ChartFigures;
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
      <ChartTable title={title} table={table} visible={asTable} />
    </Card>
  );
}
