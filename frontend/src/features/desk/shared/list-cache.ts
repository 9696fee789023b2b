import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { type EntityKeys, invalidate } from "~/api/keys";

type Pages<Row> = InfiniteData<{ rows: Row[]; next: string | null }>;

function isPages<Row>(data: unknown): data is Pages<Row> {
  return typeof data === "object" && data !== null && "pages" in data;
}

/** Put a row into every list of its kind that holds it. */
export function putInLists<Row extends { id: string }>(queryClient: QueryClient, keys: EntityKeys, row: Row) {
  queryClient.setQueriesData({ queryKey: keys.all }, (data: unknown) => {
    if (!isPages<Row>(data)) return data;
    const pages = data.pages.map((page) =>
      page.rows.some(({ id }) => id === row.id)
        ? { ...page, rows: page.rows.map((each) => (each.id === row.id ? { ...each, ...row } : each)) }
        : page,
    );
    return { ...data, pages };
  });
}

/**
 * Put the row that the server returned into every list of its kind that holds it. The lists are not fetched again:
 * a row that no longer matches the filter stays in its place until the list is opened again, so that nothing moves while
 * someone works through it, and a long list does not refetch all its pages.
 */
export function putRow<Row extends { id: string }>(queryClient: QueryClient, keys: EntityKeys, row: Row) {
  putInLists(queryClient, keys, row);
  void invalidate(queryClient, keys.one(row.id));
}
