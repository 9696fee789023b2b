import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import { type EntityKeys, invalidate } from "~/api/keys";

type Page<Row> = { rows: Row[]; next: string | null };
type Pages<Row> = InfiniteData<Page<Row>>;

function isPages<Row>(data: unknown): data is Pages<Row> {
  return typeof data === "object" && data !== null && "pages" in data;
}

/**
 * Put a row into every list of its kind that holds it, with or without pages. Other queries are left alone: setting their
 * data would count them as up to date, even if they are waiting to be fetched again.
 */
export function putInLists<Row extends { id: string }>(queryClient: QueryClient, keys: EntityKeys, row: Row) {
  const holds = (rows: readonly Row[]) => rows.some(({ id }) => id === row.id);
  const put = (rows: readonly Row[]) =>
    holds(rows) ? rows.map((each) => (each.id === row.id ? { ...each, ...row } : each)) : rows;
  queryClient.setQueriesData({ queryKey: keys.all }, (data: unknown) => {
    if (Array.isArray(data)) return holds(data) ? put(data) : undefined;
    if (!isPages<Row>(data) || !data.pages.some(({ rows }) => holds(rows))) return undefined;
    return { ...data, pages: data.pages.map((page) => ({ ...page, rows: put(page.rows) })) };
  });
}

export interface RowReader<Row> {
  keys: EntityKeys;
  fetch: (id: string) => Promise<Row>;
}

/**
 * Fetch a row that something else has changed, and put it into every list of its kind that holds it. If it is being
 * fetched already, it is not fetched twice. After a failure, the lists are as before.
 */
export async function refreshRow<Row extends { id: string }>(
  queryClient: QueryClient,
  { keys, fetch }: RowReader<Row>,
  id: string,
) {
  const query = { queryKey: keys.one(id), queryFn: () => fetch(id), staleTime: 0 };
  const row = await queryClient.fetchQuery(query).catch(() => null);
  if (row) putInLists(queryClient, keys, row);
}

/** Refetch what belongs to a row, such as its history, but not the row itself. */
export function invalidateParts(queryClient: QueryClient, keys: EntityKeys, id: string) {
  const queryKey = keys.one(id);
  const predicate = (query: { queryKey: QueryKey }) => query.queryKey.length > queryKey.length;
  return queryClient.invalidateQueries({ queryKey, predicate });
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
