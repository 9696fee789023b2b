import { type QueryKey, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type RequestBody } from "~/api/client";
import { invalidate, invoiceKeys, jobKeys, quoteKeys } from "~/api/keys";
import type { JobRequest } from "~/api/types";
import { analyticsKeys, deskKeys } from "./keys";
import { refreshRow } from "./list-cache";
import { quoteRows } from "./rows";

export const quoteQuery = (id: string) =>
  queryOptions({ queryKey: quoteKeys.one(id), queryFn: () => quoteRows.fetch(id) });

/** How much of a quote is on invoices, and how much isn't yet. */
export const billedQuery = (id: string) =>
  queryOptions({
    queryKey: [...invoiceKeys.all, "billed", id],
    queryFn: ({ signal }) => api.get("/api/quotes/{quote_id}/billed", { path: { quote_id: id }, signal }),
    staleTime: 0,
  });

interface Creation<Body> {
  body: Body & { quoteId: string };
  idempotencyKey: string;
}

/** Create something from a quote. The quote itself may change with it, so it is fetched again. */
function useCreateFromQuote<Body, Created>(
  create: (creation: Creation<Body>) => Promise<Created>,
  affects: QueryKey[],
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: create,
    onSuccess: (_, { body }) => {
      void invalidate(queryClient, quoteKeys.one(body.quoteId), ...affects);
      return refreshRow(queryClient, quoteRows, body.quoteId);
    },
  });
}

/** Create a job for a quote. */
export const useScheduleJob = () =>
  useCreateFromQuote(
    (options: Creation<JobRequest>) => api.post("/api/jobs", options),
    [jobKeys.all, deskKeys.all, analyticsKeys.all],
  );

/** Create a draft invoice for a quote. */
export const useDraftInvoice = () =>
  useCreateFromQuote(
    (options: Creation<RequestBody<"/api/invoices", "post">>) => api.post("/api/invoices", options),
    [invoiceKeys.all, deskKeys.all],
  );
