import { freshQuery } from "~/api/queries";
import { analyticsKeys } from "./keys";

// The metrics of the business. They are refetched whenever the tab is opened, since any customer's action can change them.
const metricKey = (name: string) => [...analyticsKeys.all, name];

export const mrrQuery = freshQuery(metricKey("mrr"), "/api/analytics/mrr");
export const subscriptionMetricsQuery = freshQuery(
  metricKey("subscriptions"),
  "/api/analytics/subscriptions",
);
export const quoteMetricsQuery = freshQuery(metricKey("quotes"), "/api/analytics/quotes");
export const seasonMetricsQuery = freshQuery(metricKey("season"), "/api/analytics/season");
