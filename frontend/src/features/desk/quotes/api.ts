import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { listQuery } from "~/api/pages";
import type { Invoice, Job, Quote } from "~/api/types";
import { rowFetcher } from "../shared/fetch-row";
import { putRow } from "../shared/list-cache";
import type { BulkResult } from "../shared/types";
import { listPath } from "../shared/use-desk-params";

/** The filters of the list, by their names in the address of the page and of the API. */
export const quoteFilters = ["status", "servicePackage", "city", "q", "ordering"] as const;
export type QuoteFilters = Record<(typeof quoteFilters)[number], string>;

/** Everybody's quotes, as filtered. */
export function quotesQuery(filters: QuoteFilters) {
  const path = listPath("/api/quotes", { scope: "admin", ...filters });
  return listQuery<Quote>(["quotes", "admin", path], path);
}

/** Where the spreadsheet of the same filters is. */
export function exportPath({ ordering: _, ...filters }: QuoteFilters): string {
  return listPath("/api/quotes/export.csv", filters);
}

export const fetchQuote = rowFetcher<Quote>("quotes");

/** What a change of a quote shows in, beside the quotes themselves. */
export const quoteAffects = [["desk"], ["analytics"]] as const;

/** Sets the status of many. The server leaves out what a customer has agreed to and says so. */
export function useBulkStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { ids: string[]; status: string }) =>
      api.post<BulkResult>("/api/quotes/bulk-status", body),
    onSettled: () => {
      for (const queryKey of [["quotes"], ...quoteAffects]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

interface Created<Body> {
  body: Body;
  idempotencyKey: string;
}

export interface JobBody {
  quoteId: string;
  kind: string;
  scheduledDate?: string;
  notes: string;
}

export interface InvoiceBody {
  quoteId: string;
  amount: string;
  dueDate?: string;
  description: string;
}

/** Makes something of a quote. The quote itself may change with it, so it is read anew. */
function useMakeOf<Made, Body extends { quoteId: string }>(path: string, keys: readonly string[]) {
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

/** Puts a visit for a quote into the schedule. */
export const useScheduleJob = () => useMakeOf<Job, JobBody>("/api/jobs", ["jobs", "desk", "analytics"]);

/** Drafts an invoice for a quote. */
export const useDraftInvoice = () => useMakeOf<Invoice, InvoiceBody>("/api/invoices", ["invoices", "desk"]);
