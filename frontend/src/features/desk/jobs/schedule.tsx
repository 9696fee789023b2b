import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, TriangleAlert } from "lucide-react";
import { useMemo, useRef } from "react";
import { hasFailed } from "~/api/failed";
import { useList } from "~/api/pages";
import type { DeskJob } from "~/api/types";
import { easternToday } from "~/lib/eastern";
import { formatLongDate } from "~/lib/format";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { ErrorState } from "~/ui/error-state";
import { useDeskParams } from "../shared/use-desk-params";
import { unscheduledQuery, visitsQuery } from "./api";
import { Calendar } from "./calendar";
import { findConflicts } from "./conflicts";
import { type CalendarView, type Span, spanOf } from "./span";
import { Unscheduled } from "./unscheduled";
import { VisitDialog } from "./visit-dialog";

const none: DeskJob[] = [];
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The calendar of a week or a month, next to the unscheduled visits. View and day are in the URL. */
export default function Schedule({ view }: { view: CalendarView }) {
  const { get, set } = useDeskParams();
  const day = isDay(get("day")) ? get("day") : easternToday();
  const span = spanOf(view, day);
  const unscheduledList = useRef<HTMLUListElement>(null);
  const query = useQuery(visitsQuery(span.first, span.last));
  const visits = query.data ?? none;
  const unscheduled = useList(unscheduledQuery());
  const conflicts = useMemo(() => findConflicts(visits), [visits]);

  if (hasFailed(query)) return <ErrorState atDesk title="We couldn't load the calendar" query={query} />;
  return (
    <>
      <Toolbar view={view} span={span} onGo={(to) => set({ day: to, open: null })} />
      {query.isError && <FormAlert>We couldn't refresh this calendar. It may be out of date.</FormAlert>}
      <ConflictCount count={conflicts.size} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_17rem]">
        <div aria-busy={query.isPending}>
          <Calendar
            view={view}
            day={day}
            visits={visits}
            conflicts={conflicts}
            unscheduledList={unscheduledList}
            findUnscheduled={(id) => unscheduled.data?.find((job) => job.id === id)}
            onOpen={(id) => set({ open: id })}
          />
        </div>
        <Unscheduled ref={unscheduledList} onOpen={(id) => set({ open: id })} />
      </div>
      <VisitDialog visits={visits} />
    </>
  );
}

interface ToolbarProps {
  view: CalendarView;
  span: Span;
  onGo: (day: string | null) => void;
}

function Toolbar({ view, span, onGo }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="sm" variant="outline" aria-label={`Previous ${view}`} onClick={() => onGo(span.before)}>
        <ChevronLeft className="size-5" strokeWidth={2} />
      </Button>
      <Button size="sm" variant="outline" onClick={() => onGo(null)}>
        <span>
          Today<span className="sr-only">, {formatLongDate(easternToday())}</span>
        </span>
      </Button>
      <Button size="sm" variant="outline" aria-label={`Next ${view}`} onClick={() => onGo(span.after)}>
        <ChevronRight className="size-5" strokeWidth={2} />
      </Button>
      <h3 aria-live="polite" className="display text-2xl leading-[1.2] font-normal">
        {span.title}
      </h3>
      <p className="text-xs text-muted-foreground lg:ml-auto">
        <span className="max-lg:hidden">Drag a visit to move it, or press Shift + arrow keys.</span>{" "}
        <span className="lg:hidden">Open a visit to move it.</span> Times are Eastern.
      </p>
    </div>
  );
}

function ConflictCount({ count }: { count: number }) {
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <p className="flex items-start gap-[0.45em] rounded-md bg-(--tone-amber-bg) px-4 py-[0.8rem] text-sm leading-[1.35] font-[550] text-(--tone-amber-fg)">
          <TriangleAlert className="mt-[0.05em] size-[1.25em] flex-none" />
          {count} visits overlap (within two hours). Each is marked with this sign.
        </p>
      )}
    </div>
  );
}
