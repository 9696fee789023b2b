import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/api/client";
import { listQuery } from "~/api/pages";
import type { Quote } from "~/api/types";
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
