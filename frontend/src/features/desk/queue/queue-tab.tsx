import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { DeskList, useDeskList } from "../shared/desk-list";
import { DeskRow, DeskTable } from "../shared/desk-table";
import { deskKeys } from "../shared/keys";
import type { QueueItem } from "../shared/types";
import { queueQuery, REFRESH_EVERY } from "./api";
import { PromiseSummary } from "./promise-summary";
import { queueColumns } from "./queue-columns";

/** The controls that pause the refresh while they have the focus, so that no row moves while somebody types. */
const WRITING = "input, textarea, select, [role=dialog] *";

/** Tracks the focus within the queue and its dialogs: which element had it last, and whether somebody is typing. */
function useRefreshPause() {
  const [writing, setWriting] = useState(false);
  const last = useRef<Element | null>(null);
  const watch = {
    onFocus: ({ target }: FocusEvent) => {
      last.current = target;
      setWriting(target.matches(WRITING));
    },
    onBlur: () => setWriting(false),
  };
  return { writing, last, watch };
}

/** Requests and orders that wait for a response, the earliest deadline first. It refreshes itself. */
export default function QueueTab() {
  const queryClient = useQueryClient();
  const { writing, last, watch } = useRefreshPause();
  const list = useDeskList({ ...queueQuery(), refetchInterval: writing ? false : REFRESH_EVERY });
  const heading = useRef<HTMLHeadingElement>(null);

  // A finished row disappears together with the focus: continue from the top of the list.
  useEffect(() => {
    if (list.data && last.current?.isConnected === false && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [list.data, last]);

  const [looking, setLooking] = useState(false);
  const look = async () => {
    setLooking(true);
    await queryClient.refetchQueries({ queryKey: deskKeys.all, type: "active" });
    setLooking(false);
  };

  return (
    <div {...watch} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2 ref={heading} tabIndex={-1} className="text-2xl">
            Due now
          </h2>
          <Arrivals items={list.data ?? []} />
        </div>
        <Button
          size="sm"
          variant="outline"
          onClick={() => void look()}
          pending={looking}
          pendingLabel="Refreshing..."
        >
          <RefreshCw aria-hidden className="size-[1.15em]" strokeWidth={1.75} />
          Refresh
        </Button>
      </div>
      <PromiseSummary />
      <DeskList
        list={list}
        one="customer waiting"
        many="customers waiting"
        empty={<EmptyState title="All caught up">No one is waiting for a reply.</EmptyState>}
      >
        {(items) => (
          <DeskTable name="Waiting for a reply" columns={queueColumns}>
            {items.map((item) => (
              <DeskRow key={item.id} columns={queueColumns} item={item} />
            ))}
          </DeskTable>
        )}
      </DeskList>
    </div>
  );
}

/** Who has come in since the tab was opened. */
function Arrivals({ items }: { items: QueueItem[] }) {
  const [opened] = useState(() => Date.now());
  const [first, ...others] = items.filter(({ createdAt }) => Date.parse(createdAt) > opened);
  return (
    <p role="status" className="text-sm text-muted-foreground">
      {first &&
        (others.length > 0 ? `${others.length + 1} new requests` : `New request from ${first.customerName}`)}
    </p>
  );
}
