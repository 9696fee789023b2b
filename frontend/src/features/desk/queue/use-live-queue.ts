import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { hasFailed } from "~/api/failed";
import { deskKeys } from "../shared/keys";
import { fetchMore, type QueueFilters, queueQuery } from "./api";
import type { RowKey } from "./kinds";
import { emptyList, type ListEvent, type LiveList, type QueuePage, updateList } from "./live-list";

const PAGE = 50;
/** The most rows that one request looks at. Rows after these show their state when the list is opened again. */
const MOST = 200;

export interface LiveQueue {
  list: LiveList;
  update: (event: ListEvent) => void;
  isError: boolean;
  isFetching: boolean;
  retry: () => void;
  loadMore: () => Promise<void>;
  isLoadingMore: boolean;
  isMoreError: boolean;
}

/** Return what other filters have loaded, so that a filter paints at once; the server's first page replaces it. */
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

/** Keep the list of some filters; other filters begin a new one. */
function useFilteredList(filters: QueueFilters) {
  const queryClient = useQueryClient();
  const name = JSON.stringify(filters);
  const [held, setHeld] = useState(() => ({ name, list: firstRows(queryClient, filters) }));
  if (held.name !== name) setHeld({ name, list: firstRows(queryClient, filters) });
  const update = useCallback(
    (event: ListEvent) =>
      // What comes back for the rows of earlier filters has nowhere to go.
      setHeld((before) => (before.name === name ? { name, list: updateList(before.list, event) } : before)),
    [name],
  );
  return [held.list, update] as const;
}

/**
 * The queue as it is on the screen, which follows the server's without moving a row. `sweep` returns the rows to keep of
 * those that others have finished, after each look at the server; null while somebody works on the list.
 */
export function useLiveQueue(
  filters: QueueFilters,
  sweep: (list: LiveList) => ReadonlySet<RowKey> | null,
): LiveQueue {
  const [list, update] = useFilteredList(filters);
  const size = useRef(PAGE);
  const shown = list.rows.filter(({ acted }) => acted === null).length;
  useEffect(() => {
    size.current = Math.min(MOST, Math.max(PAGE, Math.ceil(shown / PAGE) * PAGE));
  }, [shown]);
  const query = useQuery(queueQuery(filters, () => size.current));

  const { data } = query;
  const takeOver = useEffectEvent((page: QueuePage) => {
    update({ type: "polled", page, now: Date.now() });
    const keep = sweep(list);
    if (keep) update({ type: "swept", keep });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters' list takes the page again
  useEffect(() => {
    if (data) takeOver(data);
  }, [data, update]);

  const { error, isFetching, refetch } = query;
  return {
    list,
    update,
    isError: error !== null || hasFailed(query),
    isFetching,
    retry: () => void refetch(),
    ...useMore(list.next, update),
  };
}

function useMore(next: string | null, update: (event: ListEvent) => void) {
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const isLoading = useRef(false);
  const loadMore = useCallback(async () => {
    if (!next || isLoading.current) return;
    isLoading.current = true;
    setState("loading");
    try {
      update({ type: "more", page: await fetchMore(next) });
      setState("idle");
    } catch {
      setState("failed");
    }
    isLoading.current = false;
  }, [next, update]);
  return { loadMore, isLoadingMore: state === "loading", isMoreError: state === "failed" };
}
