import { CalendarPlus } from "lucide-react";
import { packageName } from "~/api/catalog-names";
import { useList } from "~/api/pages";
import { jobKindName, visitBadge } from "~/api/statuses";
import type { Job } from "~/api/types";
import { EmptyDrawing } from "~/drawings/empty-drawing";
import { StatusBadge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ListView } from "~/ui/list-view";
import { Facts, RecordCard } from "~/ui/record-card";
import { calendarPath, isUpcoming, myJobsQuery, visitFacts, visitName } from "../api";

/** The customer's visits: upcoming ones, the next one first, then past ones, the latest first. */
export function MyJobs() {
  const jobs = useList(myJobsQuery);
  return (
    <ListView
      list={jobs}
      name="services"
      empty={
        <EmptyState level="h2" title="No Scheduled Services" drawing={<EmptyDrawing name="schedule" />}>
          After you accept a quote, your installation date appears here.
        </EmptyState>
      }
    >
      {(job) => <JobCard job={job} />}
    </ListView>
  );
}

function JobCard({ job }: { job: Job }) {
  const { scheduledDate, status, quote } = job;
  const canAddToCalendar = scheduledDate !== null && isUpcoming(job);
  return (
    <RecordCard
      id={`job-${job.id}`}
      title={jobKindName(job.kind)}
      subtitle={`${packageName(quote.servicePackage)}, ${quote.city}`}
      aside={<StatusBadge kind="job" {...visitBadge(status, scheduledDate)} />}
    >
      <div className="grid gap-4 md:flex md:items-end md:justify-between">
        <Facts items={visitFacts(job)} />
        {canAddToCalendar && (
          <ButtonLink href={calendarPath(job.id)} variant="outline" size="sm" className="md:flex-none">
            <CalendarPlus className="size-[1.25em]" />
            Add to calendar
            <span className="sr-only">: {visitName(job.kind, scheduledDate)}</span>
          </ButtonLink>
        )}
      </div>
    </RecordCard>
  );
}
