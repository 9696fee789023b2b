import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isInaccessible } from "~/api/errors";
import { hasFailed } from "~/api/failed";
import { ErrorState } from "~/ui/error-state";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { useMarkOpened } from "../use-mark-opened";
import { useViewer, type Viewer } from "../use-viewer";
import { FollowFrame } from "./follow-frame";
import { MissingLink, type MissingLinkProps } from "./missing-link";

interface FollowedProps<Row> extends MissingLinkProps {
  result: UseQueryResult<Row>;
  /** Tells the server that a person with the link has seen the page. */
  markOpened: () => Promise<unknown>;
  children: (row: Row, viewer: Viewer) => ReactNode;
}

/** The page behind a private link, with its loading and error states, and a way to get a new link. */
export function Followed<Row extends { userId: string | null }>(props: FollowedProps<Row>) {
  return (
    <FollowFrame>
      <FollowedContent {...props} />
    </FollowFrame>
  );
}

function FollowedContent<Row extends { userId: string | null }>(props: FollowedProps<Row>) {
  const { result, markOpened, children, ...about } = props;
  const { data, error } = result;
  const viewer = useViewer(data?.userId);
  // Checked even if there is data: the link can be withdrawn while the page is open.
  if (isInaccessible(error)) return <MissingLink {...about} />;
  if (data && viewer) {
    return (
      <>
        {viewer.is === "bearer" && <Opened markOpened={markOpened} />}
        {children(data, viewer)}
      </>
    );
  }
  if (hasFailed(result)) {
    return (
      <div className="wrap py-section">
        <h1 className="sr-only">Your {about.name}</h1>
        <ErrorState title={`We couldn't load your ${about.name}`} query={result} />
      </div>
    );
  }
  return <FollowedSkeleton label={`Loading your ${about.name}`} />;
}

function Opened({ markOpened }: Pick<FollowedProps<never>, "markOpened">) {
  useMarkOpened(markOpened);
  return null;
}

function FollowedSkeleton({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label} className="grid gap-10">
      <div className="bg-[#11233d]">
        <div className="wrap grid gap-4 pt-12 pb-26">
          <Skeleton className="h-4 w-1/3 opacity-40" />
          <Skeleton className="h-11 w-3/5 opacity-40" />
          <Skeleton className="h-6 w-2/5 opacity-40" />
        </div>
      </div>
      <div className="wrap grid gap-6 lg:grid-cols-[minmax(0,1fr)_23.5rem]">
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-48 w-full" />
      </div>
    </SkeletonRegion>
  );
}
