import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, apiUrl, type RequestBody } from "~/api/client";
import { invalidate, quoteKeys } from "~/api/keys";
import { type DeskFilters, deskListQuery } from "~/api/pages";
import { quoteAffects } from "../shared/keys";

/** The filters of the list of quotes; "" means no filter. */
export type QuoteFilters = DeskFilters<"/api/quotes">;

/** All customers' quotes that match the filters. */
export const quotesQuery = (filters: QuoteFilters) =>
  deskListQuery(quoteKeys.desk(filters), "/api/quotes", filters);

/** The URL of the CSV export with the same filters. */
export const exportPath = ({ ordering: _, ...query }: QuoteFilters) =>
  apiUrl("/api/quotes/export.csv", { query });

/** Set the status of several quotes. The server skips those that the customer has accepted and lists them. */
export function useBulkStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<"/api/quotes/bulk-status", "post">) =>
      api.post("/api/quotes/bulk-status", { body }),
    onSettled: () => void invalidate(queryClient, quoteKeys.all, ...quoteAffects),
  });
}
