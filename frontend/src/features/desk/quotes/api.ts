import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, apiUrl, type RequestBody } from "~/api/client";
import { invalidate, quoteKeys } from "~/api/keys";
import { type DeskFilters, deskListQuery } from "~/api/pages";
import { analyticsKeys, deskKeys } from "../shared/keys";

/** What the list of quotes can be narrowed to; "" is no filter. */
export type QuoteFilters = DeskFilters<"/api/quotes">;

/** Everybody's quotes, as filtered. */
export const quotesQuery = (filters: QuoteFilters) =>
  deskListQuery(quoteKeys.desk(filters), "/api/quotes", filters);

/** The URL of a spreadsheet with the same filters. */
export const exportPath = ({ ordering: _, ...query }: QuoteFilters) =>
  apiUrl("/api/quotes/export.csv", { query });

/** What a change of a quote shows in, beside the quotes themselves. */
export const quoteAffects = [deskKeys.all, analyticsKeys.all];

/** Sets the status of many. The server leaves out what a customer has agreed to and says so. */
export function useBulkStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<"/api/quotes/bulk-status", "post">) =>
      api.post("/api/quotes/bulk-status", { body }),
    onSettled: () => void invalidate(queryClient, quoteKeys.all, ...quoteAffects),
  });
}
