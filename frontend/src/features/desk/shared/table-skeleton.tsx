import { Card } from "~/ui/card";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";

const rows = ["a", "b", "c", "d", "e", "f"];

/** The placeholder of a table while its rows load. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label}>
      <Card flush>
        <div className="border-b border-border px-5 py-3">
          <Skeleton className="h-4 w-40" />
        </div>
        {rows.map((row) => (
          <div
            key={row}
            className="grid gap-3 border-b border-border px-5 py-4 last:border-b-0 lg:grid-cols-[2fr_1fr_1fr_2fr_1fr] lg:gap-6"
          >
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
            <Skeleton className="hidden h-9 lg:block" />
            <Skeleton className="hidden h-9 lg:block" />
            <Skeleton className="hidden h-9 lg:block" />
          </div>
        ))}
      </Card>
    </SkeletonRegion>
  );
}
