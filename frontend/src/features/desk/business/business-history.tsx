import { hasFailed } from "~/api/failed";
import { useList } from "~/api/pages";
import { formatDateTime } from "~/lib/format";
import { ErrorState } from "~/ui/error-state";
import { ShowMore } from "~/ui/show-more";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { Section } from "../shared/section";
import { businessVersionsQuery } from "./api";
import { type BusinessField, businessLabels } from "./fields";

/** Who changed which of the business's details, and when. */
export function BusinessHistory() {
  const list = useList(businessVersionsQuery);
  const { data } = list;
  if (hasFailed(list)) return <ErrorState atDesk title="We couldn't load the changes" query={list} />;
  return (
    <Section title="Changes" text="Who changed what, and when.">
      {!data && (
        <SkeletonRegion label="Loading the changes">
          <Skeleton className="h-24" />
        </SkeletonRegion>
      )}
      {data?.length === 0 && <p className="text-sm text-muted-foreground">No changes yet.</p>}
      {data && data.length > 0 && (
        <ol aria-label="Changes" className="grid">
          {data.map(({ id, by, createdAt, changes }) => (
            <li key={id} className="border-b border-border py-2 text-sm last:border-b-0">
              <p className="text-xs text-muted-foreground">
                <b className="text-heading">{by}</b>,{" "}
                <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
              </p>
              <ul>
                {changes.map(({ field, before, after }) => (
                  <li key={field} className="wrap-anywhere">
                    {businessLabels[field as BusinessField]}: {before || "none"} → {after || "none"}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
      <ShowMore list={list} size="sm" className="justify-self-start" />
    </Section>
  );
}
