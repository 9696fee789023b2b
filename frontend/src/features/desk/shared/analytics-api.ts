import { queryOptions } from "@tanstack/react-query";
import { api } from "~/api/client";
import { analyticsKeys } from "./keys";

/** A metric of the business. It is refetched whenever the tab is opened, since any customer's action can change it. */
function metric<Metric>(name: string, fetchMetric: (options: { signal: AbortSignal }) => Promise<Metric>) {
  return queryOptions({
    queryKey: [...analyticsKeys.all, name],
    queryFn: ({ signal }) => fetchMetric({ signal }),
    refetchOnMount: "always",
  });
}

export const mrrQuery = metric("mrr", (options) => api.get("/api/analytics/mrr", options));
export const subscriptionMetricsQuery = metric("subscriptions", (options) =>
  api.get("/api/analytics/subscriptions", options),
);
export const quoteMetricsQuery = metric("quotes", (options) => api.get("/api/analytics/quotes", options));
export const seasonMetricsQuery = metric("season", (options) => api.get("/api/analytics/season", options));
