import { apiUrl } from "~/api/client";
import { jobKeys } from "~/api/keys";
import { listQuery } from "~/api/pages";

/** The customer's own visits, newest first. */
export const myJobsQuery = () => listQuery(jobKeys.mine, "/api/jobs");

/** The visit as a file for any calendar. */
export const calendarPath = (jobId: string) =>
  apiUrl("/api/jobs/{job_id}/calendar.ics", { path: { job_id: jobId } });
