import { CalendarDays, List } from "lucide-react";
import { Suspense } from "react";
import { statusOptions } from "~/api/statuses";
import { lazyPart } from "~/ui/lazy-part";
import { DeskTabBody, DeskTabHeader } from "../shared/desk-tab-header";
import { FilterChips } from "../shared/filter-bar";
import { TableSkeleton } from "../shared/table-skeleton";
import { useDeskParams } from "../shared/use-desk-params";
import { ViewChoice } from "../shared/view-choice";
import { JobList } from "./job-list";
import { PastJobs } from "./past-jobs";
import { TakedownOffer } from "./takedown-offer";

// The calendar is the largest part of the desk, so it is loaded only when it is opened.
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
      <DeskTabHeader title="Job Scheduling">
        <div className="flex flex-col gap-x-6 gap-y-2 lg:flex-row">
          <ViewChoice label="View" views={views} />
          {view === "" && <FilterChips label="Status" name="status" options={statusOptions("job")} />}
        </div>
      </DeskTabHeader>
      <DeskTabBody>
        <PastJobs />
        {view === "" ? (
          <JobList />
        ) : (
          <Suspense fallback={<TableSkeleton label="Loading the calendar" />}>
            <Schedule view={view} />
          </Suspense>
        )}
      </DeskTabBody>
    </TakedownOffer>
  );
}
