import { queryOptions } from "@tanstack/react-query";
import { statuses } from "~/api/catalog.gen";
import { api } from "~/api/client";
import { invoiceKeys, jobKeys, quoteKeys } from "~/api/keys";
import { type DeskFilters, deskListQuery, fetchDeskRows } from "~/api/pages";
import type { JobRequest } from "~/api/types";
import { deskKeys } from "../shared/keys";
import { PAST_AT_FIRST } from "../shared/was-it-done";

/** The filters of the list of jobs; "" means no filter. Days are Eastern, and `to` is included. */
export type JobFilters = DeskFilters<"/api/jobs">;

/** Everyone's jobs, newest first. */
export const deskJobsQuery = (filters: JobFilters) =>
  deskListQuery(jobKeys.desk(filters), "/api/jobs", filters);

export const VISITS = [...jobKeys.all, "visits"] as const;

/** All jobs in a range of Eastern days, `to` included. */
export function visitsQuery(from: string, to: string) {
  const filters = { from, to, ordering: "scheduledDate", limit: 200 };
  return queryOptions({
    queryKey: [...VISITS, from, to],
    queryFn: ({ signal }) => fetchDeskRows("/api/jobs", filters, signal),
    // Other staff schedule, too, so a range is refetched whenever it is shown again.
    staleTime: 0,
  });
}

/** Unscheduled jobs, newest first. Fetched again on each visit, as the calendar beside them. */
export const unscheduledQuery = () => ({
  ...deskListQuery([...jobKeys.all, "unscheduled"], "/api/jobs", {
    unscheduled: "1",
    status: statuses.job.groups.upcoming.join(),
  }),
  staleTime: 0,
});

/** The first past visits that aren't marked as completed or canceled, oldest first. */
export const pastJobsQuery = () => deskJobsQuery({ pastUnmarked: "true", limit: PAST_AT_FIRST });

/** Add a job to a quote. The same key creates it only once. */
export const scheduleJob = (body: JobRequest, idempotencyKey: string) =>
  api.post("/api/jobs", { body, idempotencyKey });

/** Other queries that depend on jobs: the last takedown completes its quote, and an installation sets a due date. */
export const jobAffects = [quoteKeys.all, invoiceKeys.all, deskKeys.all];
