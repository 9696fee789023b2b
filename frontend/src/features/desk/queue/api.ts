import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { api, buildUrl } from "~/api/client";
import { invalidate, treeOrderKeys } from "~/api/keys";
import { fetchPage } from "~/api/pages";
import { analyticsKeys, deskKeys } from "../shared/keys";
import { POLL_EVERY } from "../shared/queue-counts";
import { treeOrderRows } from "../shared/rows";
import type { QueueItem } from "../shared/types";
import type { QueuePage } from "./live-list";

/** Milliseconds between two looks at the season's figure, which changes slowly. */
const PROMISE_EVERY = 60_000;

/** Polls while the page is visible; a page that is shown again, even a day later, looks at once. */
const polling = {
  refetchInterval: POLL_EVERY,
  refetchOnWindowFocus: "always",
  refetchOnMount: "always",
} as const;

export interface QueueFilters {
  kind: string;
  city: string;
  late: string;
}

/** Name a payment of nobody we know. */
const named = (item: QueueItem) => (item.customerName ? item : { ...item, customerName: "Card payment" });

async function fetchQueue(url: string, signal: AbortSignal): Promise<QueuePage> {
  const requestedAt = Date.now();
  const page = await fetchPage<QueueItem>(url, signal);
  return { ...page, rows: page.rows.map(named), requestedAt };
}

/** The queue, from its start. `size` returns the number of rows on the screen: one request looks at all of them. */
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

/** The season's responses on time. */
export const promiseQuery = queryOptions({
  queryKey: deskKeys.promise,
  queryFn: ({ signal }) => api.get("/api/desk/promise", { signal }),
  refetchInterval: PROMISE_EVERY,
  refetchOnMount: "always",
});

/** Milliseconds to wait for the next action before the queue is looked at again. */
const AFTER_ACTION = 1_000;

/** Return a function that looks at the queue again once someone who works through it pauses. */
export function useRefreshSoon(): () => void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void invalidate(queryClient, deskKeys.queueAll, deskKeys.promise, analyticsKeys.all);
    }, AFTER_ACTION);
  }, [queryClient]);
}
