import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { type Argument, api, type Params, type PathWith, type Result } from "./client";

/** Return a query for what a path of the API returns. For a list with pages, use `listQuery`. */
export function getQuery<P extends PathWith<"get">>(
  queryKey: QueryKey,
  path: P,
  ...[params]: Argument<Params<P>>
) {
  // The call's own parameters can't be checked again while the path is a type variable.
  const get = api.get as (path: P, options: object) => Promise<Result<P>>;
  return queryOptions({ queryKey, queryFn: ({ signal }) => get(path, { ...params, signal }) });
}

/** The same for data that others change: it is fetched again whenever something that shows it opens. */
export function freshQuery<P extends PathWith<"get">>(...query: Parameters<typeof getQuery<P>>) {
  return { ...getQuery(...query), refetchOnMount: "always" } as const;
}
