import { CalendarDays, List } from "lucide-react";
import { Suspense } from "react";
import { lazyPart } from "~/ui/lazy-part";
import { TableSkeleton } from "../shared/table-skeleton";
import { useDeskParams } from "../shared/use-desk-params";
import { ViewChoice } from "../shared/view-choice";
import { JobList } from "./job-list";
import { TakedownOffer } from "./takedown-offer";

// The calendar is the heaviest part of the desk: only who looks at it fetches it.
const Schedule = lazyPart(() => import("./schedule"), {
  title: "We couldn't load the calendar",
  atDesk: true,
});

const views = [
  { value: "", label: "List", Icon: List },
  { value: "week", label: "Week", Icon: CalendarDays },
  { value: "month", label: "Month", Icon: CalendarDays },
] as const;

/** The tab "Job Scheduling": every visit as a list, or as a calendar of a week or a month. */
export default function JobsTab() {
  const { get } = useDeskParams();
  const view = views.find(({ value }) => value === get("view"))?.value ?? "";
  return (
    <TakedownOffer>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <h2 className="sr-only">Job Scheduling</h2>
        <ViewChoice label="View" views={views} />
        {view === "" ? (
          <JobList />
        ) : (
          <Suspense fallback={<TableSkeleton label="Loading the calendar" />}>
            <Schedule view={view} />
          </Suspense>
        )}
      </div>
    </TakedownOffer>
  );
}
