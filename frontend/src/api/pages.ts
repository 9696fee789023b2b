import {
  infiniteQueryOptions,
  type QueryKey,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from "@tanstack/react-query";
import { type Argument, buildUrl, type Params, type PathWith, type Result, type UrlParams } from "./client";
import { request } from "./request";
import type { DeskJob, DeskQuote, DeskStorageSubscription, DeskTreeOrder } from "./types";

interface Page<Row> {
  rows: Row[];
  /** The URL of the next page; null on the last one. */
  next: string | null;
}

type ListPath = {
  [P in PathWith<"get">]: Result<P> extends readonly unknown[] ? P : never;
}[PathWith<"get">];
type RowOf<P extends ListPath> = Result<P> extends readonly (infer Row)[] ? Row : never;

/** The filters of a list. */
type Query<P extends ListPath> = NonNullable<Params<P>["query"]>;

/** The lists that return everyone's rows with `scope=admin`. */
type DeskPath = { [P in ListPath]: "scope" extends keyof Query<P> ? P : never }[ListPath];
export type DeskFilters<P extends DeskPath> = Omit<Query<P>, "scope" | "cursor">;

/** The rows that have more fields with `scope=admin`. OpenAPI can't let a parameter select the response's type. */
interface DeskRows {
  "/api/jobs": DeskJob;
  "/api/quotes": DeskQuote;
  "/api/storage-subscriptions": DeskStorageSubscription;
  "/api/tree-orders": DeskTreeOrder;
}
type DeskRowOf<P extends DeskPath> = P extends keyof DeskRows ? DeskRows[P] : RowOf<P>;

const deskUrl = (path: string, filters: object) =>
  buildUrl(path, { query: { scope: "admin", ...filters } as UrlParams["query"] });

/** Return the path of the next page in a `Link: <…>; rel="next"` header, whose host may be an internal name. */
function nextPage(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? "")?.[1];
  if (!target) return null;
  const { pathname, search } = new URL(target, window.location.origin);
  return pathname + search;
}

/** Fetch one page of a list by its URL. */
export async function fetchPage<Row>(url: string, signal: AbortSignal): Promise<Page<Row>> {
  const response = await request("GET", url, { signal });
  return { rows: await response.json(), next: nextPage(response.headers.get("Link")) };
}

function pagesQuery<Row>(queryKey: QueryKey, url: string) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage<Row>(pageParam, signal),
    initialPageParam: url,
    getNextPageParam: (last) => last.next,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
  });
}

export type ListQuery<Row> = ReturnType<typeof pagesQuery<Row>>;

/** Return an infinite query for a list of the API. */
export function listQuery<P extends ListPath>(
  queryKey: QueryKey,
  path: P,
  ...[params]: Argument<Params<P>>
): ListQuery<RowOf<P>> {
  return pagesQuery(queryKey, buildUrl(path, params as UrlParams | undefined));
}

/** Return an infinite query for everyone's rows, for administrators. Filters that are "" are left out. */
export function deskListQuery<P extends DeskPath>(
  queryKey: QueryKey,
  path: P,
  filters: DeskFilters<P>,
): ListQuery<DeskRowOf<P>> {
  return pagesQuery(queryKey, deskUrl(path, filters));
}

/** Fetch all pages of a short list, such as a month's jobs. */
export async function fetchDeskRows<P extends DeskPath>(
  path: P,
  filters: DeskFilters<P>,
  signal: AbortSignal,
): Promise<DeskRowOf<P>[]> {
  const rows: DeskRowOf<P>[] = [];
  for (let next: string | null = deskUrl(path, filters); next; ) {
    const page: Page<DeskRowOf<P>> = await fetchPage(next, signal);
    rows.push(...page.rows);
    next = page.next;
  }
  return rows;
}

/** The part of a query's result that list views use. */
export type ListResult<Row> = Pick<
  UseInfiniteQueryResult<Row[]>,
  | "data"
  | "isError"
  | "isFetched"
  | "refetch"
  | "isFetching"
  | "hasNextPage"
  | "fetchNextPage"
  | "isFetchingNextPage"
  | "isFetchNextPageError"
>;

export function useList<Row>(query: ListQuery<Row>): ListResult<Row> {
  return useInfiniteQuery(query);
}
