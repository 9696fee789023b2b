import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import type { Invoice, Job, Quote } from "~/api/types";
import { rowFetcher } from "./fetch-row";
import { putRow } from "./list-cache";

export const fetchQuote = rowFetcher<Quote>("quotes");

interface Created<Body> {
  body: Body;
  idempotencyKey: string;
}

interface JobBody {
  quoteId: string;
  kind: string;
  scheduledDate?: string;
  notes: string;
}

interface InvoiceBody {
  quoteId: string;
  amount: string;
  dueDate?: string;
  description: string;
}

/** Creates something from a quote, then fetches the quote again, because its status may have changed as well. */
function useCreateFromQuote<Made, Body extends { quoteId: string }>(path: string, keys: readonly string[]) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Created<Body>) => api.post<Made>(path, body, { idempotencyKey }),
    onSuccess: async (_, { body }) => {
      for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
      const quote = await fetchQuote(body.quoteId).catch(() => null);
      if (quote) putRow(queryClient, "quotes", quote);
    },
  });
}

/** Creates a job for a quote. */
export const useScheduleJob = () =>
  useCreateFromQuote<Job, JobBody>("/api/jobs", ["jobs", "desk", "analytics"]);

/** Creates a draft invoice for a quote. */
export const useDraftInvoice = () =>
  useCreateFromQuote<Invoice, InvoiceBody>("/api/invoices", ["invoices", "desk"]);
