import { queryOptions } from "@tanstack/react-query";
import { statuses } from "~/api/catalog.gen";
import { api } from "~/api/client";
import { fetchAll, listQuery } from "~/api/pages";
import type { DeskJob, JobChange, JobRequest, RevisedJob } from "~/api/types";
import { rowFetcher } from "../shared/fetch-row";
import { listPath } from "../shared/use-desk-params";

/** What the list of jobs can be narrowed to; "" is no filter. Days are Eastern, `to` included. */
export interface JobFilters extends Record<string, string> {
  status: string;
  kind: string;
  from: string;
  to: string;
  q: string;
  ordering: string;
}

const everybody = { scope: "admin" };

/** Everybody's visits, newest first. */
export function deskJobsQuery(filters: JobFilters) {
  const path = listPath("/api/jobs", { ...everybody, ...filters });
  return listQuery<DeskJob>(["jobs", "desk", path], path);
}

/** Every visit on a span of Eastern days, the last one included. */
export function visitsQuery(from: string, to: string) {
  const path = listPath("/api/jobs", { ...everybody, from, to, ordering: "scheduledDate", limit: "200" });
  return queryOptions({
    queryKey: ["jobs", "visits", from, to],
    queryFn: ({ signal }) => fetchAll<DeskJob>(path, signal),
    // Others schedule too: each look at a week is a new one.
    refetchOnMount: "always",
  });
}

/** Visits that have no day yet, newest first. */
export function unscheduledQuery() {
  const path = listPath("/api/jobs", {
    ...everybody,
    unscheduled: "1",
    status: statuses.job.groups.upcoming.join(),
  });
  return listQuery<DeskJob>(["jobs", "unscheduled"], path);
}

/** Changes a visit; `updatedAt` is the one that was seen. */
export const updateJob = (id: string, change: JobChange) => api.patch<RevisedJob>(`/api/jobs/${id}`, change);

/** Adds a visit to a quote. The same key again answers the first visit and makes no second one. */
export const scheduleJob = (visit: JobRequest, idempotencyKey: string) =>
  api.post<DeskJob>("/api/jobs", visit, { idempotencyKey });

/** What a change of a visit shows in, beside the visits themselves: the last takedown completes its quote. */
export const jobAffects = [["quotes"], ["desk"]] as const;

export const fetchJob = rowFetcher<DeskJob>("jobs");
