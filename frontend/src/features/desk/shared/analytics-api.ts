import { queryOptions } from "@tanstack/react-query";
import { api } from "~/api/client";
import type { Mrr, QuoteFigures, SeasonFigures, SubscriptionFigures } from "~/api/types";

/** One figure of the business. Asked anew whenever the tab is opened: it counts what everybody does. */
function figure<Answer>(name: string) {
  const path = `/api/analytics/${name}`;
  return queryOptions({
    queryKey: ["analytics", name],
    queryFn: ({ signal }) => api.get<Answer>(path, { signal }),
    refetchOnMount: "always",
  });
}

export const mrrQuery = figure<Mrr>("mrr");
export const subscriptionFiguresQuery = figure<SubscriptionFigures>("subscriptions");
export const quoteFiguresQuery = figure<QuoteFigures>("quotes");
export const seasonFiguresQuery = figure<SeasonFigures>("season");
