import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { hasFailed } from "~/api/failed";
import type { ListResult } from "~/api/pages";
import { scrollToSection } from "~/lib/scroll-to";
import { Card } from "./card";
import { ErrorState } from "./error-state";
import { RefreshFailed } from "./refresh-failed";
import { ShowMore } from "./show-more";
import { Skeleton, SkeletonRegion } from "./skeleton";

interface ListViewProps<Row> {
  list: ListResult<Row>;
  /** The plural noun for the rows, such as "quotes", for labels such as "Your quotes". */
  name: string;
  empty: ReactNode;
  /** The placeholder of a row while the list loads; a card by default. */
  skeleton?: ReactNode;
  children: (row: Row) => ReactNode;
}

/** A list with its loading, error and empty states, and a button to load more rows. */
export function ListView<Row extends { id: string }>({
  list,
  name,
  empty,
  skeleton,
  children,
}: ListViewProps<Row>) {
  const { data } = list;
  useScrollToFragment(list);

  if (hasFailed(list)) return <ErrorState title={`We couldn't load your ${name}`} query={list} />;
  if (!data) {
    return <ListSkeleton label={`Loading your ${name}`} row={skeleton} />;
  }
  if (data.length === 0) return empty;
  return (
    <div className="grid gap-5">
      <ul aria-label={`Your ${name}`} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {data.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
      <RefreshFailed list={list} />
      <ShowMore list={list} className="justify-self-center" />
    </div>
  );
}

/**
 * Scroll to the row in the URL's fragment once it has loaded, and again each time such a link is followed. More rows are
 * loaded until it is there.
 */
function useScrollToFragment(list: ListResult<unknown>) {
  const { hash, key } = useLocation();
  const { data, hasNextPage, isFetchNextPageError, fetchNextPage } = list;
  const loaded = data?.length;
  const wanted = useRef("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is clicked again
  useEffect(() => {
    wanted.current = hash.slice(1);
  }, [hash, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is clicked again
  useEffect(() => {
    if (loaded === undefined || !wanted.current) return;
    if (!scrollToSection(wanted.current) && hasNextPage && !isFetchNextPageError) void fetchNextPage();
    else wanted.current = "";
  }, [loaded, key, hasNextPage, isFetchNextPageError, fetchNextPage]);
}

/** The placeholder of a list: two placeholder rows, which are cards by default. */
export function ListSkeleton({ label, row = <CardSkeleton /> }: { label: string; row?: ReactNode }) {
  return (
    <SkeletonRegion label={label} className="grid gap-5">
      {row}
      {row}
    </SkeletonRegion>
  );
}

function CardSkeleton() {
  return (
    <Card className="grid gap-4">
      <div className="flex justify-between gap-4">
        <Skeleton className="h-6 w-2/5" />
        <Skeleton className="h-6 w-24" />
      </div>
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-1/2" />
    </Card>
  );
}
