import { listQuery } from "~/api/pages";
import type { Job } from "~/api/types";

/** The customer's own visits, newest first. */
export const myJobsQuery = () => listQuery<Job>(["jobs", "mine"], "/api/jobs");

/** The visit as a file for any calendar. */
export const calendarPath = (jobId: string) => `/api/jobs/${jobId}/calendar.ics`;
