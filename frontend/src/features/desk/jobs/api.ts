import { queryOptions } from "@tanstack/react-query";
import { statuses } from "~/api/catalog.gen";
import { api } from "~/api/client";
import { jobKeys, quoteKeys } from "~/api/keys";
import { type DeskFilters, deskListQuery, fetchDeskRows } from "~/api/pages";
import type { JobRequest } from "~/api/types";
import { deskKeys } from "../shared/keys";

/** What the list of jobs can be narrowed to; "" is no filter. Days are Eastern, `to` included. */
export type JobFilters = DeskFilters<"/api/jobs">;

/** Everybody's visits, newest first. */
export const deskJobsQuery = (filters: JobFilters) =>
  deskListQuery(jobKeys.desk(filters), "/api/jobs", filters);

export const VISITS = [...jobKeys.all, "visits"] as const;

/** Every visit on a span of Eastern days, the last one included. */
export function visitsQuery(from: string, to: string) {
  const filters = { from, to, ordering: "scheduledDate", limit: 200 };
  return queryOptions({
    queryKey: [...VISITS, from, to],
    queryFn: ({ signal }) => fetchDeskRows("/api/jobs", filters, signal),
    // Others schedule too: each look at a week is a new one.
    refetchOnMount: "always",
  });
}

/** Visits that have no day yet, newest first. */
export const unscheduledQuery = () =>
  deskListQuery([...jobKeys.all, "unscheduled"], "/api/jobs", {
    unscheduled: "1",
    status: statuses.job.groups.upcoming.join(),
  });

/** Add a visit to a quote. The same key again returns the first visit and makes no second one. */
export const scheduleJob = (body: JobRequest, idempotencyKey: string) =>
  api.post("/api/jobs", { body, idempotencyKey });

/** What a change of a visit shows in, beside the visits themselves: the last takedown completes its quote. */
export const jobAffects = [quoteKeys.all, deskKeys.all];
