import type { QueryClient } from "@tanstack/react-query";
import { jobKeys } from "~/api/keys";
import type { DeskJob } from "~/api/types";
import { easternDay } from "~/lib/eastern";
import { putRow } from "../shared/list-cache";
import { VISITS } from "./api";

/** Add, update or remove a visit in the list of a range of days. */
function putInRange(visits: DeskJob[], job: DeskJob, from: string, to: string): DeskJob[] {
  const day = job.scheduledDate && easternDay(new Date(job.scheduledDate));
  const others = visits.filter(({ id }) => id !== job.id);
  return day && day >= from && day <= to ? [...others, job] : others;
}

/** Update a visit in every cached list: tables and calendar ranges. */
export function putJob(queryClient: QueryClient, job: DeskJob) {
  putRow(queryClient, jobKeys, job);
  for (const [key, visits] of queryClient.getQueriesData<DeskJob[]>({ queryKey: VISITS })) {
    const [, , from, to] = key as string[];
    if (visits && from && to) queryClient.setQueryData(key, putInRange(visits, job, from, to));
  }
}
