import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { Children, type ReactNode, useRef } from "react";
import { cx } from "~/lib/cx";
import { Card } from "~/ui/card";
import { roles } from "./table-roles";
import { useKeptFocus } from "./use-kept-focus";

/** The head of a column. */
export interface ColumnHead {
  /** The head of the column, and the label beside the value where a row is a block. */
  label: string;
  /** The name that the list is sorted by; a column without one cannot be sorted. */
  sort?: string;
  /** Amounts are aligned right. */
  align?: "right";
  /** low: hidden between 64 and 80 rem; the row's panel shows the value there. */
  priority?: "low";
  /**
   * lead: the row's heading, across its full width where it is a block. action: its buttons, likewise, at the end. Only
   * screen readers get the label of buttons.
   */
  kind?: "lead" | "action";
}

/** A column of a table: its head, and its cell in the row of an `Item`. */
export interface Column<Item> extends ColumnHead {
  className?: string;
  cell: (item: Item) => ReactNode;
}

export interface DeskTableProps {
  /** Names the table for screen readers. */
  name: string;
  columns: readonly ColumnHead[];
  /** The current order, as in the URL: "fullName", "-fullName"; "" if the table can't be sorted. */
  ordering?: string;
  onOrder?: (ordering: string) => void;
  /** A `DeskRow` for each row, with the same columns. */
  children: ReactNode;
}

const lowPriorityClass = "lg:max-xl:hidden";

/** A table of the desk: sortable from 64 rem; on narrower screens each row is a block. */
export function DeskTable({ name, columns, ordering = "", onOrder, children }: DeskTableProps) {
  const rows = useRef<HTMLTableSectionElement>(null);
  useKeptFocus(rows);
  return (
    <Card flush className="overflow-clip lg:max-xl:overflow-x-auto">
      <table
        {...roles.table}
        aria-label={name}
        className="block w-full border-collapse text-sm leading-[1.35] lg:table"
      >
        <thead {...roles.group} className="max-lg:sr-only">
          <tr {...roles.row}>
            {columns.map((column) => (
              <HeaderCell key={column.label} column={column} ordering={ordering} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody ref={rows} {...roles.group} className="block lg:table-row-group">
          {children}
        </tbody>
      </table>
    </Card>
  );
}

interface HeaderCellProps {
  column: ColumnHead;
  ordering: string;
  onOrder: ((ordering: string) => void) | undefined;
}

function HeaderCell({ column: { label, sort, align, priority, kind }, ordering, onOrder }: HeaderCellProps) {
  const sorted = sort && ordering === sort ? "ascending" : ordering === `-${sort}` ? "descending" : "none";
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[sorted];
  return (
    <th
      {...roles.header}
      scope="col"
      {...(sort ? { "aria-sort": sorted } : {})}
      className={cx(
        "border-b border-border p-3 text-xs font-semibold whitespace-nowrap text-muted-foreground first:pl-5 last:pr-5 lg:max-xl:px-2",
        priority === "low" && lowPriorityClass,
        align === "right" ? "text-right" : "text-left",
      )}
    >
      {sort && onOrder ? (
        <>
          {/* Blocks have no column heads to press: `SortSelect` is there instead. */}
          <span className="lg:hidden">{label}</span>
          <button
            type="button"
            onClick={() => onOrder(sorted === "ascending" ? `-${sort}` : sort)}
            className="-my-3 inline-flex min-h-target items-center gap-1 rounded-sm hover:text-heading max-lg:hidden"
          >
            {label}
            <Icon className={cx("size-4", sorted === "none" && "opacity-50")} />
          </button>
        </>
      ) : (
        <span className={cx(kind === "action" && "sr-only")}>{label}</span>
      )}
    </th>
  );
}

interface DeskRowProps<Item> {
  columns: readonly Column<Item>[];
  item: Item;
  /** Whether the row is selected or has unsaved changes. */
  marked?: boolean;
  /** Rows across the table below this one: notes about it and its panel. */
  details?: readonly ReactNode[];
}

/** One row: a cell for each column, and the details below. */
export function DeskRow<Item>({ columns, item, marked = false, details = [] }: DeskRowProps<Item>) {
  const shown = Children.toArray(details);
  return (
    <>
      <tr
        {...roles.row}
        className={cx(
          "block scroll-mt-4 px-card py-4 lg:table-row lg:p-0",
          shown.length === 0 && "border-b border-border last:border-b-0",
          marked && "bg-selected",
        )}
      >
        {columns.map((column) => (
          <DeskCell key={column.label} column={column}>
            {column.cell(item)}
          </DeskCell>
        ))}
      </tr>
      {Children.map(shown, (detail) => (
        <DetailRow columns={columns.length}>{detail}</DetailRow>
      ))}
    </>
  );
}

const cellKinds = {
  value:
    "max-lg:grid max-lg:grid-cols-[5rem_minmax(0,1fr)] max-lg:items-center max-lg:gap-3 max-lg:py-[0.35rem] max-lg:text-left",
  lead: "lg:min-w-44 max-lg:block max-lg:pb-2",
  action: "whitespace-nowrap max-lg:block max-lg:pt-2",
};

function DeskCell<Item>({ column, children }: { column: Column<Item>; children: ReactNode }) {
  const { label, kind = "value", align, priority, className } = column;
  const right = align === "right";
  return (
    <td
      {...roles.cell}
      className={cx(
        "align-middle wrap-anywhere lg:table-cell lg:px-2 lg:py-[0.8rem] lg:first:pl-5 lg:last:pr-5 xl:px-3",
        cellKinds[kind],
        // Break within a word only if the word alone doesn't fit.
        kind === "value" && (right ? "lg:whitespace-nowrap" : "lg:min-w-28"),
        right && "lg:text-right",
        priority === "low" && lowPriorityClass,
        className,
      )}
    >
      {kind === "value" && (
        <span aria-hidden className="text-xs text-muted-foreground lg:hidden">
          {label}
        </span>
      )}
      {kind === "action" ? (
        <div className="grid gap-2 lg:flex lg:items-start lg:justify-end">{children}</div>
      ) : (
        children
      )}
    </td>
  );
}

function DetailRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr {...roles.row} className="block border-b border-border last:border-b-0 lg:table-row">
      <td {...roles.cell} colSpan={columns} className="block px-card pb-5 lg:table-cell lg:px-5">
        {children}
      </td>
    </tr>
  );
}
