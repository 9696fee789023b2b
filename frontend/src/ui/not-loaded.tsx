import type { ReactNode } from "react";
import { hasFailed } from "~/api/failed";
import { LoadFailed } from "./load-failed";
import { SkeletonRegion } from "./skeleton";

interface NotLoadedProps {
  query: Parameters<typeof hasFailed>[0] & { refetch: () => unknown; isFetching: boolean };
  /** What it loads: "the calls". */
  name: string;
  className?: string;
  /** The classes of the skeleton while it loads, or `children` for several. */
  bar?: string;
  children?: ReactNode;
}

/** The content of a part of a page whose data is still loading or failed to load. Nothing if there is data. */
export function NotLoaded({ query, name, className, ...skeletons }: NotLoadedProps) {
  if (query.data !== undefined) return null;
  if (hasFailed(query)) return <LoadFailed query={query}>{`We couldn't load ${name}.`}</LoadFailed>;
  return <SkeletonRegion label={`Loading ${name}`} className={className} {...skeletons} />;
}
