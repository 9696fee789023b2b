import { apiUrl } from "~/api/client";
import { jobKeys } from "~/api/keys";
import { listQuery } from "~/api/pages";
import { type JobKind, jobKindName, statusIn } from "~/api/statuses";
import type { Job } from "~/api/types";
import { formatDay, formatLongDate, formatTime } from "~/lib/format";

const mine = listQuery(jobKeys.mine, "/api/jobs");

export const isUpcoming = ({ status }: Pick<Job, "status">): boolean => statusIn("job", "upcoming", status);

/** Name a visit among others: "takedown on Tue, Jan 5". */
export const visitName = (kind: JobKind, scheduledDate: string) =>
  `${jobKindName(kind).toLowerCase()} on ${formatDay(scheduledDate)}`;

/** What stands for the day of a visit without one: only an open visit still gets it. */
export const withoutDay = (visit: Pick<Job, "status">): string =>
  isUpcoming(visit) ? "Not scheduled yet" : "No day";

/** Return when a visit is, as facts of its card. */
export function visitFacts({ scheduledDate, status }: Pick<Job, "scheduledDate" | "status">) {
  return [
    {
      label: "Date",
      value: scheduledDate ? formatLongDate(scheduledDate) : withoutDay({ status }),
      wide: true,
    },
    { label: "Time", value: scheduledDate && `${formatTime(scheduledDate)} Eastern` },
  ];
}

/** Compare two visits: upcoming ones first, by date with unscheduled ones last, then past ones, the latest first. */
function byVisit(a: Job, b: Job): number {
  if (isUpcoming(a) !== isUpcoming(b)) return isUpcoming(a) ? -1 : 1;
  if (!a.scheduledDate || !b.scheduledDate) return Number(!a.scheduledDate) - Number(!b.scheduledDate);
  const later = Date.parse(a.scheduledDate) - Date.parse(b.scheduledDate);
  return isUpcoming(a) ? later : -later;
}

/** The customer's own visits. The API returns them by creation time. */
export const myJobsQuery: typeof mine = {
  ...mine,
  select: ({ pages }) => pages.flatMap(({ rows }) => rows).sort(byVisit),
};

/** Return the URL of a visit's iCalendar file. */
export const calendarPath = (jobId: string) =>
  apiUrl("/api/jobs/{job_id}/calendar.ics", { path: { job_id: jobId } });
