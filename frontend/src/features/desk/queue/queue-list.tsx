import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { FormAlert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { RefreshFailed } from "~/ui/refresh-failed";
import type { RowKey } from "./kinds";
import type { LiveRow } from "./live-list";
import { QueueRow } from "./queue-row";
import { keyOfElement } from "./row-focus";
import type { LiveQueue } from "./use-live-queue";

interface QueueListProps {
  queue: LiveQueue;
  /** The rows that match the search. */
  rows: readonly LiveRow[];
  listRef: RefObject<HTMLUListElement | null>;
  current: RowKey | null;
  open: string;
  onCurrent: (key: RowKey) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The rows of the queue. From 64 rem they scroll beside the details. */
export function QueueList({ queue, rows, listRef, current, open, onCurrent, onKeyDown }: QueueListProps) {
  const trackCurrent = ({ target }: FocusEvent) => {
    const key = keyOfElement(target.closest("[data-row]"));
    if (key) onCurrent(key);
  };
  return (
    <div className="min-h-0 flex-1 [scrollbar-width:thin] lg:overflow-y-auto">
      {queue.isError && (
        <div className="p-3">
          <RefreshFailed list={queue} />
        </div>
      )}
      <ul ref={listRef} aria-label="Waiting for a reply" onFocus={trackCurrent} onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <QueueRow key={row.key} row={row} chosen={row.key === current} open={row.key === open} />
        ))}
      </ul>
      <ListEnd queue={queue} />
    </div>
  );
}

/** Loads the next page as the end of the list comes near. If that fails, its button tries again. */
function ListEnd({ queue }: { queue: LiveQueue }) {
  const { list, loadMore, isLoadingMore, isMoreError } = queue;
  const end = useRef<HTMLDivElement>(null);
  const hasMore = list.next !== null;
  useEffect(() => {
    if (!end.current || !hasMore || isMoreError || typeof IntersectionObserver === "undefined") return;
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && void loadMore(), {
      rootMargin: "600px",
    });
    near.observe(end.current);
    return () => near.disconnect();
  }, [hasMore, isMoreError, loadMore]);
  if (!hasMore) return null;
  return (
    <div ref={end} className="grid justify-items-center gap-2 p-4">
      {isMoreError && <FormAlert>We couldn't load more of the list.</FormAlert>}
      <Button
        size="sm"
        variant="outline"
        onClick={() => void loadMore()}
        pending={isLoadingMore}
        pendingLabel="Loading more..."
      >
        Show more
      </Button>
    </div>
  );
}
