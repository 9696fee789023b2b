import { infiniteQueryOptions, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { api } from "./client";

interface Page<Row> {
  rows: Row[];
  /** Where the next page is; null on the last one. */
  next: string | null;
}

/** The path of the next page in a `Link: <…>; rel="next"` header. The host in it may be the server's inner name. */
function nextPage(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? "")?.[1];
  if (!target) return null;
  const { pathname, search } = new URL(target, window.location.origin);
  return pathname + search;
}

async function fetchPage<Row>(path: string, signal: AbortSignal): Promise<Page<Row>> {
  const response = await api.getResponse(path, { signal });
  // The type comes from the generated schema, which the server is tested against.
  return { rows: (await response.json()) as Row[], next: nextPage(response.headers.get("Link")) };
}

/** Every row of a list that is short by nature, such as the visits of a month: page after page. */
export async function fetchAll<Row>(path: string, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | null = path; next; ) {
    const page: Page<Row> = await fetchPage<Row>(next, signal);
    rows.push(...page.rows);
    next = page.next;
  }
  return rows;
}

/** A list of the API, page by page. */
export function listQuery<Row>(queryKey: readonly string[], path: string) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage<Row>(pageParam, signal),
    initialPageParam: path,
    getNextPageParam: (last) => last.next,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
  });
}

/** What a view of a list needs to know of its query. */
export type ListResult<Row> = Pick<
  UseInfiniteQueryResult<Row[]>,
  | "data"
  | "isError"
  | "refetch"
  | "isFetching"
  | "hasNextPage"
  | "fetchNextPage"
  | "isFetchingNextPage"
  | "isFetchNextPageError"
>;

/** Asks for a list. */
export function useList<Row>(query: ReturnType<typeof listQuery<Row>>): ListResult<Row> {
  return useInfiniteQuery(query);
}
