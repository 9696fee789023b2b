import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { buildUrl } from "~/api/client";
import { invalidate, treeOrderKeys } from "~/api/keys";
import { fetchPage } from "~/api/pages";
import { freshQuery } from "~/api/queries";
import { analyticsKeys, deskKeys } from "../shared/keys";
import { POLL_INTERVAL } from "../shared/queue-counts";
import { treeOrderRows } from "../shared/rows";
import type { QueueItem } from "../shared/types";
import type { QueuePage } from "./live-list";

/** Milliseconds between polls of the season's figures, which change slowly. */
const PROMISE_POLL_INTERVAL = 60_000;

/** Poll while the page is visible, and refetch as soon as it is shown again. */
const polling = {
  refetchInterval: POLL_INTERVAL,
  refetchOnWindowFocus: "always",
  refetchOnMount: "always",
} as const;

export interface QueueFilters {
  kind: string;
  city: string;
  late: string;
}

/** Give a payment from an unknown payer a name to show. */
const withName = (item: QueueItem) => (item.customerName ? item : { ...item, customerName: "Card payment" });

async function fetchQueue(url: string, signal: AbortSignal): Promise<QueuePage> {
  const requestedAt = Date.now();
  const page = await fetchPage<QueueItem>(url, signal);
  return { ...page, rows: page.rows.map(withName), requestedAt };
}

/** The queue from its first row. `size` returns the number of rows on the screen, so that one request refreshes them all. */
export const queueQuery = (filters: QueueFilters, size: () => number) =>
  queryOptions({
    queryKey: deskKeys.queue(filters),
    queryFn: ({ signal }) =>
      fetchQueue(buildUrl("/api/desk/queue", { query: { ...filters, limit: size() } }), signal),
    ...polling,
  });

/** A later page of the queue. */
export const fetchMore = (url: string) => fetchQueue(url, new AbortController().signal);

/** A tree order, as the desk sees it. */
export const treeOrderQuery = (id: string) =>
  queryOptions({
    queryKey: treeOrderKeys.one(id),
    queryFn: () => treeOrderRows.fetch(id),
    refetchOnMount: "always",
  });

/** How many responses were on time this season. */
export const promiseQuery = {
  ...freshQuery(deskKeys.promise, "/api/desk/promise"),
  refetchInterval: PROMISE_POLL_INTERVAL,
};

/** Milliseconds without another action before the queue is fetched again. */
const REFRESH_DELAY = 1_000;

/** Return a function that fetches the queue again after a short pause in the work. */
export function useRefreshSoon(): () => void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void invalidate(queryClient, deskKeys.queueAll, deskKeys.promise, analyticsKeys.all);
    }, REFRESH_DELAY);
  }, [queryClient]);
}
