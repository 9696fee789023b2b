import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { hasFailed } from "~/api/failed";
import { Card } from "~/ui/card";
import { ErrorState } from "~/ui/error-state";
import { RefreshFailed } from "~/ui/refresh-failed";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";

interface MetricViewProps<Result, Key extends readonly unknown[]> {
  query: UseQueryOptions<Result, Error, Result, Key>;
  /** The name of the content, as in "the key numbers", for the texts while it loads and when it fails. */
  name: string;
  /** The height of the loaded content, which keeps the layout from shifting. */
  height: string;
  children: (result: Result) => ReactNode;
}

/** Shows the result of one query, or its loading or error state. */
export function MetricView<Result, Key extends readonly unknown[]>({
  query,
  name,
  height,
  children,
}: MetricViewProps<Result, Key>) {
  const result = useQuery(query);
  const { data } = result;
  if (data !== undefined) {
    return (
      <>
        <RefreshFailed list={result} what={name} />
        {children(data)}
      </>
    );
  }
  if (hasFailed(result)) return <ErrorState atDesk title={`We couldn't load ${name}`} query={result} />;
  return (
    <SkeletonRegion label={`Loading ${name}`}>
      <Card>
        <Skeleton className={height} />
      </Card>
    </SkeletonRegion>
  );
}
