import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "~/ui/card";
import { ErrorState } from "~/ui/error-state";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";

interface FigureViewProps<Answer, Key extends readonly unknown[]> {
  query: UseQueryOptions<Answer, Error, Answer, Key>;
  /** What is shown, as in "the key numbers", for the texts while it loads and when it fails. */
  name: string;
  /** Height of what comes, so that nothing jumps. */
  height: string;
  children: (answer: Answer) => ReactNode;
}

/** What one answer of the analytics shows, with its faces while it loads and when it fails. */
export function FigureView<Answer, Key extends readonly unknown[]>({
  query,
  name,
  height,
  children,
}: FigureViewProps<Answer, Key>) {
  const { data, isError, isFetching, refetch } = useQuery(query);
  if (data !== undefined) return children(data);
  if (isError)
    return (
      <ErrorState
        atDesk
        title={`We couldn't load ${name}`}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  return (
    <SkeletonRegion label={`Loading ${name}`}>
      <Card>
        <Skeleton className={height} />
      </Card>
    </SkeletonRegion>
  );
}
