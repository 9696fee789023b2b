import { queryOptions } from "@tanstack/react-query";
import { api } from "~/api/client";
import { analyticsKeys } from "./keys";

/** A metric of the business. Fetched again whenever the tab is opened, since it counts what everybody does. */
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
