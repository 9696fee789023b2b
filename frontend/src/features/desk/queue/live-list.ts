import { replaceEqualDeep } from "@tanstack/react-query";
import type { QueueItem } from "../shared/types";
import { keyOf, kindNames, type RowKey } from "./kinds";

/**
 * The queue as it is on the screen. Others change it all the time, so it is not simply replaced by what the server
 * returns: no row moves while someone works through the list, and new rows wait until the person asks for them.
 */
export interface LiveList {
  /** Whether the first page has arrived. */
  loaded: boolean;
  /** In the order on the screen. */
  rows: readonly LiveRow[];
  /** New rows that are not on the screen yet. */
  arrivals: readonly QueueItem[];
  /** The URL of the page after the last row; null if there is none. */
  next: string | null;
  /** The last loaded row in the server's order. */
  edge: QueueItem | null;
}

export interface LiveRow {
  key: RowKey;
  item: QueueItem;
  /** Whether someone else has taken care of it. It stays in its place while this person works on the list. */
  gone: boolean;
  /** Hidden by an action: `pending` until the server responds, then the time of the response in milliseconds. */
  acted: "pending" | number | null;
  /** Whether this person acted on it in its details, which stay open. */
  actedInside?: true;
  /** Why the last action was refused. */
  problem: string | null;
}

/** A page of the queue, and when it was requested, in milliseconds. */
export interface QueuePage {
  rows: QueueItem[];
  next: string | null;
  requestedAt: number;
}

export const emptyList: LiveList = { loaded: false, rows: [], arrivals: [], next: null, edge: null };

export type ListEvent =
  | { type: "polled"; page: QueuePage; now: number }
  | { type: "more"; page: QueuePage }
  /** Shows the new rows, in the server's order. */
  | { type: "shown"; now: number }
  | { type: "acted"; key: RowKey }
  | { type: "acted_inside"; key: RowKey }
  | { type: "settled"; key: RowKey; at: number }
  | { type: "refused"; key: RowKey; problem: string }
  /** Changes a row in its place, or shows it again after its action was undone. */
  | { type: "put"; item: QueueItem; now: number }
  /** Removes what others have taken care of, except these rows. */
  | { type: "swept"; keep: ReadonlySet<RowKey> };

/** Compare two rows in the server's order: by deadline, with those to be tried again later at the end. */
export function compareItems(a: QueueItem, b: QueueItem, now: number): number {
  const isLater = ({ retryAt }: QueueItem) => retryAt !== null && Date.parse(retryAt) > now;
  const later = Number(isLater(a)) - Number(isLater(b));
  if (later !== 0) return later;
  const rank = kindNames.indexOf(a.kind) - kindNames.indexOf(b.kind);
  return (
    Date.parse(a.respondBy) - Date.parse(b.respondBy) || rank || (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

const row = (item: QueueItem): LiveRow => ({
  key: keyOf(item),
  item,
  gone: false,
  acted: null,
  problem: null,
});

const change = (list: LiveList, key: RowKey, changes: Partial<LiveRow>): LiveList => ({
  ...list,
  rows: list.rows.map((each) => (each.key === key ? { ...each, ...changes } : each)),
});

function put(list: LiveList, item: QueueItem, now: number): LiveList {
  const key = keyOf(item);
  if (list.rows.some((each) => each.key === key)) {
    return change(list, key, { item, acted: null, gone: false, problem: null });
  }
  const after = list.rows.findIndex((each) => compareItems(item, each.item, now) < 0);
  return { ...list, rows: list.rows.toSpliced(after < 0 ? list.rows.length : after, 0, row(item)) };
}

/** Merge a page from the server into the list without moving a row. */
function poll(list: LiveList, page: QueuePage, now: number): LiveList {
  const polled = new Map(page.rows.map((item) => [keyOf(item), item]));
  const last = page.rows.at(-1);
  const covers = (item: QueueItem | null) =>
    page.next === null || (last && (!item || compareItems(item, last, now) <= 0)) === true;
  const rows = list.rows.flatMap((each) => refresh(each, polled.get(each.key), page, covers(each.item)));

  const shown = new Set(list.rows.map(({ key }) => key));
  const unseen = page.rows.filter((item) => !shown.has(keyOf(item)));
  const { edge } = list;
  // A row after the loaded pages isn't new, just not loaded yet.
  const isBeyond = (item: QueueItem) =>
    list.next !== null && edge !== null && compareItems(item, edge, now) > 0;
  const beyond = unseen.filter(isBeyond);
  const inView = unseen.filter((item) => !isBeyond(item));
  // The next row of what this person has acted on, such as a tree's day once its customer was reached, is no news.
  const mine = list.rows.filter(({ acted, actedInside }) => acted !== null || actedInside);
  const actedOn = new Set(mine.map(({ item }) => subjectOf(item)));
  const own = inView.filter((item) => actedOn.has(subjectOf(item)));
  const arrivals = inView.filter((item) => !own.includes(item));
  const coversAll = covers(edge);
  const isEmpty = rows.every(({ gone, acted }) => gone || acted !== null);
  const next: LiveList = {
    loaded: true,
    rows: [...rows, ...beyond.map(row)],
    arrivals: replaceEqualDeep(list.arrivals, arrivals),
    next: coversAll ? page.next : list.next,
    edge: coversAll ? (last ?? null) : edge,
  };
  // An empty list has no rows to move, so new ones are shown at once.
  const result = isEmpty && beyond.length === 0 ? show(next, now) : next;
  return own.reduce((all, item) => put(all, item, now), result);
}

/** Identifies what a row is about: a quote or tree order can have several rows, one after the other. */
const subjectOf = ({ quoteId, treeOrderId, id }: QueueItem) => quoteId ?? treeOrderId ?? id;

/** Return the row as it is now; no row if its action is done and the server no longer has it. */
function refresh(each: LiveRow, item: QueueItem | undefined, page: QueuePage, isCovered: boolean): LiveRow[] {
  const { acted } = each;
  if (!item) {
    if (!isCovered) return [each];
    if (typeof acted === "number" && page.requestedAt > acted) return [];
    return [acted === null && !each.gone ? { ...each, gone: true } : each];
  }
  // A page requested before the action was done still has the row.
  const stillActed = acted === "pending" || (acted !== null && page.requestedAt <= acted) ? acted : null;
  const fresh = replaceEqualDeep(each.item, item);
  if (fresh === each.item && stillActed === acted && !each.gone) return [each];
  return [{ ...each, item: fresh, acted: stillActed, gone: false }];
}

function show(list: LiveList, now: number): LiveList {
  if (list.arrivals.length === 0) return list;
  const rows = [...list.rows, ...list.arrivals.map(row)];
  return { ...list, rows: rows.sort((a, b) => compareItems(a.item, b.item, now)), arrivals: [] };
}

function append(list: LiveList, page: QueuePage): LiveList {
  const known = new Set([...list.rows.map(({ key }) => key), ...list.arrivals.map(keyOf)]);
  const rows = page.rows.filter((item) => !known.has(keyOf(item))).map(row);
  return { ...list, rows: [...list.rows, ...rows], next: page.next, edge: page.rows.at(-1) ?? list.edge };
}

export function updateList(list: LiveList, event: ListEvent): LiveList {
  switch (event.type) {
    case "polled":
      if (list.loaded) return poll(list, event.page, event.now);
      return append({ ...emptyList, loaded: true }, event.page);
    case "more":
      return append(list, event.page);
    case "shown":
      return show(list, event.now);
    case "acted":
      return change(list, event.key, { acted: "pending", problem: null });
    case "acted_inside":
      return change(list, event.key, { actedInside: true });
    case "settled":
      return change(list, event.key, { acted: event.at });
    case "refused":
      return change(list, event.key, { acted: null, problem: event.problem });
    case "put":
      return put(list, event.item, event.now);
    case "swept":
      return list.rows.some(({ gone, key }) => gone && !event.keep.has(key))
        ? { ...list, rows: list.rows.filter(({ gone, key }) => !gone || event.keep.has(key)) }
        : list;
  }
}
