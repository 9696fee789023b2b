import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { hasFailed } from "~/api/failed";
import type { ListQuery, ListResult } from "~/api/pages";
import { cx } from "~/lib/cx";
import { formatCount } from "~/lib/format";
import { ErrorState } from "~/ui/error-state";
import { RefreshFailed } from "~/ui/refresh-failed";
import { ShowMore } from "~/ui/show-more";
import { type Column, type ColumnHead, DeskRow, DeskTable, type DeskTableProps } from "./desk-table";
import { TableSkeleton } from "./table-skeleton";

export type DeskListResult<Row> = ListResult<Row> & { isPlaceholderData: boolean };

/**
 * Fetch a filtered list. The previous rows stay, dimmed, until the new ones have loaded. Customers, Stripe and other
 * administrators change these lists, so each is fetched again whenever it is opened, or its filter is selected again.
 */
export function useDeskList<Row>(query: ListQuery<Row>): DeskListResult<Row> {
  return useInfiniteQuery({ ...query, placeholderData: keepPreviousData, staleTime: 0 });
}

interface DeskListProps<Row> {
  list: DeskListResult<Row>;
  /** The name of a row in singular and plural: "quote", "quotes". */
  one: string;
  many: string;
  empty: ReactNode;
  /** Renders the rows. */
  children: (rows: Row[]) => ReactNode;
}

/** A list of the desk in its four states: loading, failed, empty, and rows with a button for more. */
export function DeskList<Row>({ list, one, many, empty, children }: DeskListProps<Row>) {
  const { data } = list;
  if (hasFailed(list)) return <ErrorState atDesk title={`We couldn't load the ${many}`} query={list} />;
  if (!data) return <TableSkeleton label={`Loading the ${many}`} />;
  if (data.length === 0) return empty;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div
        aria-busy={list.isPlaceholderData}
        className={cx(
          "transition-opacity duration-(--duration-base)",
          list.isPlaceholderData && "opacity-60",
        )}
      >
        {children(data)}
      </div>
      <RefreshFailed list={list} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted-foreground">
          Showing {formatCount(data.length, one, many)}
          {list.hasNextPage ? ", and there are more." : "."}
        </p>
        <ShowMore list={list} size="sm" />
      </div>
    </div>
  );
}

type TableListProps<Row> = Omit<DeskListProps<Row>, "children"> &
  Omit<DeskTableProps, "columns" | "children"> &
  (
    | { columns: readonly Column<Row>[]; children?: undefined }
    | { columns: readonly ColumnHead[]; children: (row: Row) => ReactNode }
  );

/** A list of the desk as a table. `children` renders a row, with its key; by default, that is a `DeskRow`. */
export function DeskTableList<Row extends { id: string } | { key: string }>(props: TableListProps<Row>) {
  const { list, one, many, empty, columns, children, ...table } = props;
  return (
    <DeskList list={list} one={one} many={many} empty={empty}>
      {(rows) => (
        <DeskTable columns={columns} {...table}>
          {children
            ? rows.map(children)
            : rows.map((row) => (
                <DeskRow key={"id" in row ? row.id : row.key} columns={columns} item={row} />
              ))}
        </DeskTable>
      )}
    </DeskList>
  );
}
