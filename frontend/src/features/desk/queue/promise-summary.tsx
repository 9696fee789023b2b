import { useQuery } from "@tanstack/react-query";
import { FormAlert } from "~/ui/alert";
import { Card } from "~/ui/card";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { promiseQuery, REFRESH_EVERY } from "./api";

/** How the promise of an answer within 24 hours was kept this season, and what is open. */
export function PromiseSummary() {
  const { data, isError } = useQuery({ ...promiseQuery, refetchInterval: REFRESH_EVERY });
  if (!data && isError) return <FormAlert>We couldn't load this season's numbers.</FormAlert>;
  if (!data) {
    return (
      <SkeletonRegion label="Loading this season's numbers">
        <Skeleton className="h-20 rounded-card" />
      </SkeletonRegion>
    );
  }
  const metrics = [
    { label: "Waiting", value: data.open },
    { label: "Late", value: data.overdue },
    { label: "Answered this season", value: data.answered },
    { label: "Answered on time", value: data.percent === null ? "–" : `${data.percent}%` },
  ];
  return (
    <Card flush>
      <dl className="grid grid-cols-2 sm:grid-cols-4">
        {metrics.map(({ label, value }) => (
          <div
            key={label}
            className="border-border px-5 py-4 odd:border-r sm:border-r sm:last:border-r-0 max-sm:nth-[-n+2]:border-b"
          >
            <dt className="text-xs text-muted-foreground">{label}</dt>
            <dd className="text-2xl font-bold text-heading tabular-nums">
              {typeof value === "number" ? value.toLocaleString("en-US") : value}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
