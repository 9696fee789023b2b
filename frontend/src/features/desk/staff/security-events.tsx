import { hasFailed } from "~/api/failed";
import { useList } from "~/api/pages";
import { formatDate, formatTime } from "~/lib/format";
import { ErrorState } from "~/ui/error-state";
import { ShowMore } from "~/ui/show-more";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { Section } from "../shared/section";
import { securityEventsQuery } from "./api";

/** Who gained or lost access, and what was exported, erased and deleted. */
export function SecurityEvents() {
  const list = useList(securityEventsQuery);
  const { data } = list;
  if (hasFailed(list)) return <ErrorState atDesk title="We couldn't load the security log" query={list} />;
  return (
    <Section title="Security log" text="Staff changes, exports, erased people and deletions.">
      {!data && (
        <SkeletonRegion label="Loading the security log">
          <Skeleton className="h-40" />
        </SkeletonRegion>
      )}
      {data?.length === 0 && <p className="text-sm text-muted-foreground">Nothing has happened yet.</p>}
      {data && data.length > 0 && (
        <ul className="grid">
          {data.map(({ id, summary, actorName, createdAt }) => (
            <li key={id} className="border-b border-border py-2 text-sm last:border-b-0">
              <p className="wrap-anywhere text-heading">{summary}</p>
              <p className="text-xs text-muted-foreground">
                {actorName}, {formatDate(createdAt)}, {formatTime(createdAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} size="sm" className="justify-self-start" />
    </Section>
  );
}
