import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { hasFailed } from "~/api/failed";
import { deskKeys } from "../shared/keys";
import { fetchMore, type QueueFilters, queueQuery } from "./api";
import type { RowKey } from "./kinds";
import { emptyList, type ListEvent, type LiveList, type QueuePage, updateList } from "./live-list";

const PAGE_SIZE = 50;
/** The most rows that one poll refreshes. Rows after these are refreshed when the list is opened again. */
const MAX_POLLED = 200;

export interface LiveQueue {
  list: LiveList;
  update: (event: ListEvent) => void;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
  loadMore: () => Promise<void>;
  isLoadingMore: boolean;
  isMoreError: boolean;
}

/** Return the matching rows that other filters have loaded, to show something until the server's first page arrives. */
function firstRows(queryClient: QueryClient, { kind, city, late }: QueueFilters): LiveList {
  const own = queryClient.getQueryData<QueuePage>(deskKeys.queue({ kind, city, late }));
  const all = queryClient.getQueryData<QueuePage>(deskKeys.queue({ kind: "", city: "", late: "" }));
  const now = Date.now();
  const rows = (own ?? all)?.rows.filter(
    (item) =>
      (!kind || item.kind === kind) &&
      (!city || item.city === city) &&
      (!late || Date.parse(item.respondBy) < now),
  );
  if (!rows || rows.length === 0) return emptyList;
  const filled = updateList(emptyList, { type: "more", page: { rows, next: null, requestedAt: 0 } });
  return { ...filled, loaded: false };
}

/** Keep the list for these filters. Other filters start a new one. */
function useFilteredList(filters: QueueFilters) {
  const queryClient = useQueryClient();
  const name = JSON.stringify(filters);
  const [held, setHeld] = useState(() => ({ name, list: firstRows(queryClient, filters) }));
  if (held.name !== name) setHeld({ name, list: firstRows(queryClient, filters) });
  const update = useCallback(
    (event: ListEvent) =>
      // Ignore what comes back for earlier filters.
      setHeld((before) => (before.name === name ? { name, list: updateList(before.list, event) } : before)),
    [name],
  );
  return [held.list, update] as const;
}

/**
 * Keep the queue on the screen up to date without moving a row. After each poll, `sweep` returns which of the rows that
 * others have finished to keep; null keeps them all, while someone works on the list.
 */
export function useLiveQueue(
  filters: QueueFilters,
  sweep: (list: LiveList) => ReadonlySet<RowKey> | null,
): LiveQueue {
  const [list, update] = useFilteredList(filters);
  const size = useRef(PAGE_SIZE);
  const shown = list.rows.filter(({ acted }) => acted === null).length;
  useEffect(() => {
    size.current = Math.min(MAX_POLLED, Math.max(PAGE_SIZE, Math.ceil(shown / PAGE_SIZE) * PAGE_SIZE));
  }, [shown]);
  const query = useQuery(queueQuery(filters, () => size.current));

  const { data } = query;
  const applyPage = useEffectEvent((page: QueuePage) => {
    update({ type: "polled", page, now: Date.now() });
    const keep = sweep(list);
    if (keep) update({ type: "swept", keep });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list, for other filters, takes the page again
  useEffect(() => {
    if (data) applyPage(data);
  }, [data, update]);

  const { error, isFetching, refetch } = query;
  return {
    list,
    update,
    isError: error !== null || hasFailed(query),
    isFetching,
    refetch,
    ...useMore(list.next, update),
  };
}

/** Load the next page. `update` identifies the list: what another list loads says nothing about this one. */
function useMore(next: string | null, update: (event: ListEvent) => void) {
  const [state, setState] = useState({ update, is: "idle" });
  const loading = useRef<typeof update>(null);
  const loadMore = useCallback(async () => {
    if (!next || loading.current === update) return;
    loading.current = update;
    setState({ update, is: "loading" });
    const end = (is: string) => {
      if (loading.current !== update) return;
      loading.current = null;
      setState({ update, is });
    };
    try {
      update({ type: "more", page: await fetchMore(next) });
      end("idle");
    } catch {
      end("failed");
    }
  }, [next, update]);
  const is = state.update === update ? state.is : "idle";
  return { loadMore, isLoadingMore: is === "loading", isMoreError: is === "failed" };
}
