import { describe, expect, it } from "vitest";
import type { QueueItem } from "../shared/types";
import { aQueueItem } from "../test-desk";
import { keyOf } from "./kinds";
import {
  compareItems,
  emptyList,
  type ListEvent,
  type LiveList,
  type QueuePage,
  updateList,
} from "./live-list";

const NOW = Date.parse("2026-11-20T14:00:00Z");

/** Return a row whose deadline is that many hours from now. */
function due(name: string, hours: number, changes: Partial<QueueItem> = {}): QueueItem {
  const respondBy = new Date(NOW + hours * 3_600_000).toISOString();
  return aQueueItem({ id: name, customerName: name, respondBy, retryAt: null, ...changes });
}

const page = (rows: QueueItem[], next: string | null = null, requestedAt = NOW): QueuePage => ({
  rows,
  next,
  requestedAt,
});
const polled = (rows: QueueItem[], next?: string | null, requestedAt?: number): ListEvent => ({
  type: "polled",
  page: page(rows, next, requestedAt),
  now: NOW,
});
const follow = (...events: ListEvent[]) => events.reduce(updateList, emptyList);

const shown = ({ rows }: LiveList) => rows.filter(({ acted }) => acted === null).map(({ item }) => item.id);
const gone = ({ rows }: LiveList) => rows.filter((row) => row.gone).map(({ item }) => item.id);
const arrived = ({ arrivals }: LiveList) => arrivals.map(({ id }) => id);

const [ann, ben, cal, dee] = [due("ann", 1), due("ben", 2), due("cal", 3), due("dee", 4)];
const key = keyOf(ben);

describe("others' changes", () => {
  it("are shown in a row without moving it", () => {
    const later = { ...ann, respondBy: dee.respondBy, tries: 1 };
    const list = follow(polled([ann, ben, cal]), polled([ben, cal, later]));
    expect(shown(list)).toEqual(["ann", "ben", "cal"]);
    expect(list.rows[0]?.item).toEqual(later);
  });

  it("leave a finished row in its place until it is swept", () => {
    const list = follow(polled([ann, ben, cal]), polled([ann, cal]));
    expect(shown(list)).toEqual(["ann", "ben", "cal"]);
    expect(gone(list)).toEqual(["ben"]);
    expect(shown(updateList(list, { type: "swept", keep: new Set() }))).toEqual(["ann", "cal"]);
    expect(shown(updateList(list, { type: "swept", keep: new Set([key]) }))).toEqual(["ann", "ben", "cal"]);
  });

  it("bring a finished row back if it waits again", () => {
    expect(gone(follow(polled([ann, ben]), polled([ann]), polled([ann, ben])))).toEqual([]);
  });

  it("keep unchanged rows identical, so that they don't render again", () => {
    const before = follow(polled([ann, ben]));
    const list = updateList(before, polled([structuredClone(ann), { ...ben, tries: 1 }]));
    expect(list.rows[0]).toBe(before.rows[0]);
    expect(list.rows[1]).not.toBe(before.rows[1]);
  });
});

describe("new rows", () => {
  it("wait until they are asked for, and are then shown in the server's order", () => {
    const list = follow(polled([ann, cal]), polled([ann, ben, cal, dee]));
    expect(shown(list)).toEqual(["ann", "cal"]);
    expect(arrived(list)).toEqual(["ben", "dee"]);
    const asked = updateList(list, { type: "shown", now: NOW });
    expect(shown(asked)).toEqual(["ann", "ben", "cal", "dee"]);
    expect(arrived(asked)).toEqual([]);
  });

  it("that someone else finishes first are never shown", () => {
    expect(arrived(follow(polled([ann]), polled([ann, ben]), polled([ann])))).toEqual([]);
  });

  it("are shown at once if they follow from this person's own action", () => {
    const tree = due("tree", 2, { kind: "tree_order", treeOrderId: "tree" });
    const day = due("tree", 3.5, { kind: "tree_day", treeOrderId: "tree" });
    const acted = follow(polled([ann, tree, cal, dee]), { type: "acted", key: keyOf(tree) });
    const done = updateList(acted, { type: "settled", key: keyOf(tree), at: NOW });
    const list = updateList(done, polled([ann, cal, day, ben, dee], null, NOW + 1));
    expect(shown(list)).toEqual(["ann", "cal", "tree", "dee"]);
    expect(arrived(list)).toEqual(["ben"]);
  });

  it("are shown at once in an empty list", () => {
    expect(shown(follow(polled([]), polled([ann])))).toEqual(["ann"]);
  });

  it("don't include those of a page that isn't loaded yet", () => {
    const list = follow(polled([ann, ben], "/next"), { type: "acted", key }, polled([ann, cal], "/later"));
    expect(arrived(list)).toEqual([]);
    expect(shown(list)).toEqual(["ann", "cal"]);
    expect(list.next).toBe("/later");
  });
});

describe("rows on later pages", () => {
  const loaded = follow(polled([ann, ben], "/2"), { type: "more", page: page([ben, cal, dee]) });

  it("follow the loaded ones, each once", () => {
    expect(shown(loaded)).toEqual(["ann", "ben", "cal", "dee"]);
    expect(loaded.next).toBeNull();
  });

  it("aren't duplicated if one of them was among the new rows", () => {
    const moved = { ...ben, respondBy: dee.respondBy };
    const more: ListEvent = { type: "more", page: page([moved, dee]) };
    const list = follow(polled([ann, cal], "/2"), polled([ann, ben, cal], "/2"), more);
    expect(arrived(list)).toEqual(["ben"]);
    expect(shown(updateList(list, { type: "shown", now: NOW })).sort()).toEqual(["ann", "ben", "cal", "dee"]);
  });

  it("don't count as finished because they aren't on the first page", () => {
    const list = updateList(loaded, polled([ann, ben], "/2"));
    expect(gone(list)).toEqual([]);
    expect(gone(updateList(loaded, polled([ann, cal], "/2")))).toEqual(["ben"]);
  });
});

describe("an action", () => {
  it("hides its row at once, and for good when the server no longer has it", () => {
    const list = follow(polled([ann, ben]), { type: "acted", key });
    expect(shown(list)).toEqual(["ann"]);
    const settled = updateList(list, { type: "settled", key, at: NOW + 10 });
    const next = updateList(settled, polled([ann], null, NOW + 20));
    expect(next.rows.map(({ item }) => item.id)).toEqual(["ann"]);
  });

  it("is not undone by a page that was requested before it was done", () => {
    const acted = follow(polled([ann, ben]), { type: "acted", key }, polled([ann, ben]));
    const settled = updateList(acted, { type: "settled", key, at: NOW + 10 });
    for (const requestedAt of [NOW + 5, NOW + 10])
      expect(shown(updateList(settled, polled([ann, ben], null, requestedAt)))).toEqual(["ann"]);
    // One that was requested after it says that the customer waits again.
    expect(shown(updateList(settled, polled([ann, ben], null, NOW + 20)))).toEqual(["ann", "ben"]);
  });

  it("that is refused brings the row back to its place with the reason", () => {
    const list = follow(
      polled([ann, ben, cal]),
      { type: "acted", key },
      { type: "refused", key, problem: "No" },
    );
    expect(shown(list)).toEqual(["ann", "ben", "cal"]);
    expect(list.rows[1]?.problem).toBe("No");
  });

  it("that is undone brings the row back to its place, even if the server's page has removed it", () => {
    for (const item of [ann, ben, cal]) {
      const others = [ann, ben, cal].filter((each) => each !== item);
      const removed = follow(
        polled([ann, ben, cal]),
        { type: "acted", key: keyOf(item) },
        { type: "settled", key: keyOf(item), at: NOW },
        polled(others, null, NOW + 20),
      );
      expect(removed.rows).toHaveLength(2);
      expect(shown(updateList(removed, { type: "put", item, now: NOW }))).toEqual(["ann", "ben", "cal"]);
    }
  });
});

it("rows to be tried again later come after the others", () => {
  const retried = due("zoe", -5, { retryAt: new Date(NOW + 60_000).toISOString() });
  const past = due("yan", -4, { retryAt: new Date(NOW - 60_000).toISOString() });
  const order = [retried, dee, past, ann].sort((a, b) => compareItems(a, b, NOW));
  expect(order.map(({ id }) => id)).toEqual(["yan", "ann", "dee", "zoe"]);
});

it("rows with the same deadline are ordered by kind, then by ID", () => {
  const [first, second, third] = [due("b", 1), due("c", 1), due("a", 1, { kind: "question" })];
  const order = [third, second, first].sort((a, b) => compareItems(a, b, NOW));
  expect(order.map(({ id }) => id)).toEqual(["b", "c", "a"]);
});
