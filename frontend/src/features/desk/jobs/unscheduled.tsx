import type { Ref } from "react";
import { packageName } from "~/api/catalog-names";
import { useList } from "~/api/pages";
import { jobKindName } from "~/api/statuses";
import { shortId } from "~/lib/format";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { NotLoaded } from "~/ui/not-loaded";
import { ShowMore } from "~/ui/show-more";
import { Skeleton } from "~/ui/skeleton";
import { unscheduledQuery } from "./api";

interface UnscheduledProps {
  /** The list whose items can be dragged onto the calendar. It is rendered even while it is empty. */
  ref: Ref<HTMLUListElement>;
  onOpen: (id: string) => void;
}

/** Unscheduled visits next to the calendar. They can be dragged onto it, or scheduled in their dialog. */
export function Unscheduled({ ref, onOpen }: UnscheduledProps) {
  const list = useList(unscheduledQuery());
  const jobs = list.data?.filter(({ scheduledDate }) => scheduledDate === null);
  return (
    <Card flush className="grid gap-3 p-4">
      <h3 className="text-base font-[650]">Unscheduled</h3>
      <NotLoaded query={list} name="the unscheduled visits" className="grid gap-2">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </NotLoaded>
      {jobs?.length === 0 && <p className="text-sm text-muted-foreground">Everything is scheduled.</p>}
      <ul ref={ref} aria-label="Unscheduled visits" className="grid gap-2 empty:hidden">
        {jobs?.map(({ id, kind, quote }) => (
          <li
            key={id}
            data-visit={id}
            data-title={quote.fullName}
            className="grid cursor-grab gap-2 rounded-md border border-border bg-surface-2 p-3 text-sm"
          >
            <span className="min-w-0">
              <b className="block font-[650] wrap-anywhere text-heading">{quote.fullName}</b>
              <span className="text-xs text-muted-foreground">
                {jobKindName(kind)}, {packageName(quote.servicePackage).split(" ")[0]}, {quote.city}
              </span>
            </span>
            <Button size="sm" variant="outline" onClick={() => onOpen(id)}>
              <span>
                Pick a day
                <span className="sr-only">
                  : job {shortId(id)}, {quote.fullName}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <ShowMore list={list} size="sm" />
    </Card>
  );
}
