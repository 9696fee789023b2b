import { type QueryKey, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { statuses } from "~/api/catalog.gen";
import { api, type RequestBody } from "~/api/client";
import { ApiError } from "~/api/errors";
import { invalidate, invoiceKeys, jobKeys, quoteKeys } from "~/api/keys";
import { fetchDeskRows } from "~/api/pages";
import { getQuery } from "~/api/queries";
import type { DeskJob, JobRequest } from "~/api/types";
import { analyticsKeys, deskKeys } from "./keys";
import { refreshRow } from "./list-cache";
import { jobRows, quoteRows } from "./rows";

export const quoteQuery = (id: string) =>
  queryOptions({ queryKey: quoteKeys.one(id), queryFn: () => quoteRows.fetch(id) });

/** How much of a quote is on invoices, and how much isn't yet. */
export const billedQuery = (id: string) => ({
  ...getQuery([...invoiceKeys.all, "billed", id], "/api/quotes/{quote_id}/billed", {
    path: { quote_id: id },
  }),
  staleTime: 0,
});

/** A quote's visits that have no day yet. */
export const daylessJobsQuery = (quoteId: string) =>
  queryOptions({
    queryKey: [...jobKeys.all, "dayless", quoteId],
    queryFn: ({ signal }) =>
      fetchDeskRows(
        "/api/jobs",
        { quoteId, unscheduled: "1", status: statuses.job.groups.upcoming.join() },
        signal,
      ),
    staleTime: 0,
  });

interface Creation<Body> {
  body: Body & { quoteId: string };
  idempotencyKey: string;
}

/** Create something from a quote. The quote itself may change with it, so it is fetched again. */
function useCreateFromQuote<Options extends Creation<object>, Created>(
  create: (options: Options) => Promise<Created>,
  affects: QueryKey[],
) {
  const queryClient = useQueryClient();
  const refresh = (quoteId: string, ...keys: QueryKey[]) => {
    void invalidate(queryClient, quoteKeys.one(quoteId), ...keys);
    return refreshRow(queryClient, quoteRows, quoteId);
  };
  return useMutation({
    mutationFn: create,
    onSuccess: (_, { body }) => refresh(body.quoteId, ...affects),
    onError: async (error, { body: { quoteId } }) => {
      if (error instanceof ApiError && error.status === 409)
        await refresh(quoteId, daylessJobsQuery(quoteId).queryKey);
    },
  });
}

interface Scheduling extends Creation<JobRequest> {
  /** The visit that gets the day and the notes, if the quote has one of this kind without a day. */
  dayless?: DeskJob | undefined;
}

type DaylessChange = { scheduledDate?: string; notes: string };

/**
 * Change a visit that has no day. If the response to an earlier try was lost, the visit is found with that day and these
 * notes.
 */
async function completeVisit(job: DeskJob, change: DaylessChange): Promise<unknown> {
  try {
    return await jobRows.save(job.id, { ...change, updatedAt: job.updatedAt });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const { scheduledDate, notes } = await jobRows.fetch(job.id);
    const isSameDay =
      !change.scheduledDate || Date.parse(scheduledDate ?? "") === Date.parse(change.scheduledDate);
    if (!isSameDay || notes !== change.notes) throw error;
  }
}

/** Create a job for a quote, or complete the one without a day: otherwise the visit would be planned twice. */
export const useScheduleJob = () =>
  useCreateFromQuote(
    ({ dayless, ...creation }: Scheduling): Promise<unknown> => {
      if (!dayless) return api.post("/api/jobs", creation);
      const { scheduledDate, notes: added } = creation.body;
      // The notes are already there if the response to adding the visit was lost.
      const notes = [...new Set([dayless.notes, added])].filter(Boolean).join("\n");
      return completeVisit(dayless, scheduledDate ? { scheduledDate, notes } : { notes });
    },
    [jobKeys.all, deskKeys.all, analyticsKeys.all],
  );

/** Create a draft invoice for a quote. */
export const useDraftInvoice = () =>
  useCreateFromQuote(
    (options: Creation<RequestBody<"/api/invoices", "post">>) => api.post("/api/invoices", options),
    [invoiceKeys.all, deskKeys.all],
  );
