import { Card } from "~/ui/card";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";

/** The placeholder of My Services while the session loads. */
export function MyServicesSkeleton() {
  return (
    <SkeletonRegion label="Loading My Services">
      <div className="bg-surface">
        <div className="wrap grid gap-6 pt-8">
          <Skeleton className="h-10 w-56" />
          <Skeleton className="h-5 w-80 max-w-full" />
          <Skeleton className="h-12 w-full max-w-120" />
        </div>
      </div>
      <div className="wrap pt-8">
        <Card className="grid gap-5">
          <Skeleton className="h-6 w-2/5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-9 w-4/5" />
        </Card>
      </div>
    </SkeletonRegion>
  );
}
