import { Suspense, useEffect, useReducer, useRef } from "react";
import { readDraft } from "~/lib/drafts";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { lazyPart } from "~/ui/lazy-part";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { DeskTabHeader } from "../shared/desk-tab-header";
import { useDeskParams } from "../shared/use-desk-params";
import { KindChips, useCounts } from "./kind-chips";
import type { RowKey } from "./kinds";
import { ListHeader } from "./list-header";
import type { LiveList, LiveRow } from "./live-list";
import { PromiseFigure } from "./promise-figure";
import { QueueContext } from "./queue-context";
import { QueueList } from "./queue-list";
import "./queue.css";
import { matches } from "./search-rows";
import { type LiveQueue, useLiveQueue } from "./use-live-queue";
import { amountDraft } from "./use-price";
import { useQueueWork } from "./use-queue-work";
import { replyDraft } from "./use-reply";

// The list works without these, so their code loads with the first sign that someone uses it.
const loadDetails = () => import("./details");
const loadDialogs = () => import("./queue-dialogs");
const Details = lazyPart(loadDetails, { title: "We couldn't load the details", atDesk: true });
const QueueDialogs = lazyPart(loadDialogs, { title: "We couldn't load the dialog", atDesk: true });
const loadAhead = () => {
  // If this fails, opening them tries again.
  for (const load of [loadDetails, loadDialogs]) load().catch(() => undefined);
};

/** Return whether a row has an unsent price or reply. */
const hasDraft = ({ item }: LiveRow) =>
  readDraft(amountDraft(item)) !== null || (item.quoteId !== null && replyDraft(item.quoteId) !== "");

/** Everyone who waits for a response, earliest deadline first, with the selected row's details beside the list. */
export default function QueueTab() {
  const { get } = useDeskParams();
  const region = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = get("open");
  const filters = { kind: get("kind"), city: get("city"), late: get("late") };

  // Rows that others have finished stay while someone works on the list, and as long as they have unsent text.
  const sweep = ({ rows }: LiveList): ReadonlySet<RowKey> | null => {
    const isWorking =
      region.current?.contains(document.activeElement) || document.querySelector("[role=dialog]");
    if (isWorking) return null;
    return new Set(rows.filter((row) => row.key === open || hasDraft(row)).map(({ key }) => key));
  };
  const queue = useLiveQueue(filters, sweep);
  const work = useQueueWork({ queue, list, search, heading });
  // `useFocusSoon` looks for its element after each render, so the tab renders again once the details are there.
  const [, onShown] = useReducer((count: number) => count + 1, 0);
  const counts = useCounts(filters.city, queue.list.rows);

  return (
    <QueueContext value={work.desk}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices the first sign of use */}
      <div
        ref={region}
        data-paged={open ? "" : undefined}
        className="queue flex min-h-0 flex-1 flex-col"
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
      >
        <div className="queue-head">
          <DeskTabHeader wide title="Due now" headingRef={heading} aside={<PromiseFigure />}>
            <KindChips counts={counts} />
          </DeskTabHeader>
        </div>
        <div className="queue-split grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] border-t border-border">
          <section className="queue-list flex min-h-0 min-w-0 flex-col bg-surface" aria-label="Due now">
            <ListHeader queue={queue} onShowNew={work.showNew} search={search} />
            <Rows queue={queue} work={work} list={list} />
          </section>
          {/* Without a fallback, the list stays as it is until the details have loaded. */}
          <Suspense>
            <OpenDetails queue={queue} work={work} onShown={onShown} />
          </Suspense>
        </div>
      </div>
      {work.dialog && (
        <Suspense>
          <QueueDialogs dialog={work.dialog} onClose={work.closeDialog} />
        </Suspense>
      )}
    </QueueContext>
  );
}

interface PartProps {
  queue: LiveQueue;
  work: ReturnType<typeof useQueueWork>;
}

/** The list in its states: loading, failed, empty, and rows. */
function Rows({ queue, work, list }: PartProps & { list: React.RefObject<HTMLUListElement | null> }) {
  const { get } = useDeskParams();
  const q = get("q");
  const { loaded, rows: all, next } = queue.list;
  const rows = q ? all.filter(({ item }) => matches(item, q)) : all;
  const isEmpty = rows.every(({ acted }) => acted !== null);
  const { loadMore } = queue;
  // A search covers the whole list, so load its remaining pages.
  useEffect(() => {
    if (q && next) void loadMore();
  }, [q, next, loadMore]);

  if (isEmpty && !loaded) {
    if (!queue.isError) return <ListSkeleton />;
    return (
      <div className="p-4">
        <ErrorState atDesk title="We couldn't load the customers waiting" query={queue} />
      </div>
    );
  }
  return (
    <>
      {isEmpty && !next && (
        <div className="p-4">
          <NoneLeft />
        </div>
      )}
      <QueueList
        queue={queue}
        rows={rows}
        listRef={list}
        current={work.current}
        open={work.open}
        onCurrent={work.onCurrent}
        onKeyDown={work.onKeyDown}
      />
    </>
  );
}

/** What an empty list says: that nothing matches the search, or that the last row of this view is done. */
function NoneLeft() {
  const { get } = useDeskParams();
  if (get("q")) {
    return (
      <EmptyState title="No matches">
        No one on this list matches. Clear the search or the filters.
      </EmptyState>
    );
  }
  if (get("kind") || get("late") || get("city"))
    return <EmptyState title="None left here">No one in this view is waiting. Others may be.</EmptyState>;
  return <EmptyState title="All caught up">No one is waiting for a reply.</EmptyState>;
}

/** The details of the row in the URL, even if it has left the list since it was opened. */
function OpenDetails({ queue, work, onShown }: PartProps & { onShown: () => void }) {
  const { open, move: goTo, close } = work;
  const held = useRef<LiveRow | null>(null);
  const rows = queue.list.rows.filter(({ acted, key }) => acted === null || key === open);
  const place = rows.findIndex(({ key }) => key === open);
  const row = rows[place] ?? (held.current?.key === open ? held.current : undefined);
  useEffect(() => {
    if (row) held.current = row;
  }, [row]);
  const lastPlace = useRef(0);
  useEffect(() => {
    if (place >= 0) lastPlace.current = place;
  }, [place]);
  if (!open || !row) return null;
  const isListed = place >= 0 && row.acted === null;
  const move = (by: 1 | -1) => {
    const from = place >= 0 ? place : lastPlace.current - (by > 0 ? 1 : 0);
    const to = rows[from + by];
    if (to) goTo(to.key, by > 0 ? "Next" : "Previous");
  };
  return (
    <Details
      key={open}
      row={row}
      place={isListed ? place + 1 : null}
      total={rows.length}
      onMove={move}
      onClose={close}
      onShown={onShown}
    />
  );
}

const skeletonRows = ["1", "2", "3", "4", "5", "6", "7", "8"];

function ListSkeleton() {
  return (
    <SkeletonRegion label="Loading the customers waiting" className="grid">
      {skeletonRows.map((name) => (
        <div key={name} className="flex min-h-15 items-center gap-3 border-b border-border px-gutter">
          <Skeleton className="h-8 w-28" />
          <Skeleton className="h-11 w-15 rounded-[6px]" />
          <Skeleton className="h-8 flex-1" />
          <Skeleton className="h-9 w-28" />
        </div>
      ))}
    </SkeletonRegion>
  );
}
