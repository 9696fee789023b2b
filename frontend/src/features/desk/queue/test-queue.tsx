import { timeoutManager } from "@tanstack/react-query";
import { act, cleanup, getConfig, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { Steps } from "~/test/journey";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import type { QueueItem } from "../shared/types";
import { aQueueItem, openDesk, serveList, serveRowParts, stopClock } from "../test-desk";
import { keyOf, kindNames } from "./kinds";
import type { LiveRow } from "./live-list";
import { QueueContext, type QueueDesk } from "./queue-context";

/** A request for a price with its own ID, by a customer of that name. */
export function aRequest(name: string, changes: Partial<QueueItem> = {}): QueueItem {
  const tail = [...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join("")
    .slice(0, 12);
  return aQueueItem({
    id: `0198a000-0000-7000-8000-${tail.padStart(12, "0")}`,
    customerName: name,
    ...changes,
  });
}

/** A row of the list on the screen, with fixed times: due at 1:30 PM on the day of `stopClock`. */
export function aLiveRow(item: Partial<QueueItem> = {}, state: Partial<LiveRow> = {}): LiveRow {
  const createdAt = "2026-11-24T18:30:00Z";
  const whole = aQueueItem({ createdAt, updatedAt: createdAt, respondBy: "2026-11-25T18:30:00Z", ...item });
  return { key: keyOf(whole), item: whole, gone: false, acted: null, problem: null, ...state };
}

/** Render a part of the queue by itself. Return the queue's actions as mocks too. */
export function renderPart(part: ReactNode) {
  const desk = {
    update: vi.fn(),
    open: vi.fn(),
    reply: vi.fn(),
    openDialog: vi.fn(),
    moveOn: vi.fn(),
    offerUndo: vi.fn(),
    refreshSoon: vi.fn(),
  } satisfies QueueDesk;
  return { desk, ...renderAt("/admin", <QueueContext value={desk}>{part}</QueueContext>) };
}

/** Serve the queue and its counts; return the query strings of the requests for its rows. */
export function serveQueue(items: readonly QueueItem[]): URLSearchParams[] {
  const count = (kind: string) => items.filter((item) => item.kind === kind).length;
  server.use(
    http.get("/api/desk/queue/counts", () =>
      HttpResponse.json({
        all: items.length,
        late: items.filter(({ respondBy }) => Date.parse(respondBy) < Date.now()).length,
        kinds: Object.fromEntries(kindNames.map((kind) => [kind, count(kind)])),
        unbilled: 0,
        drafts: 0,
        unscheduled: 0,
      }),
    ),
  );
  return serveList("/api/desk/queue", [...items]);
}

/** Make the page at least 64 rem wide, where the details are beside the list. */
function widenPage() {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({
        matches: query.includes("min-width: 64rem"),
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
}

/** Open the queue with these rows on a wide page. */
export async function openQueue(items: readonly QueueItem[], search = "") {
  widenPage();
  const page = openDesk(search);
  serveRowParts();
  serveQueue(items);
  server.use(
    http.get("/api/desk/saved-replies", () => HttpResponse.json([])),
    http.get("/api/quotes/:id", () => HttpResponse.json({ message: "Not now" }, { status: 503 })),
    http.get("/api/tree-orders/:id", () => HttpResponse.json({ message: "Not now" }, { status: 503 })),
  );
  await screen.findByRole("list", { name: "Waiting for a reply" });
  const [first] = items;
  if (first) await rowOf(first.customerName || "Card payment");
  return page;
}

/** Return the queries of a customer's row, once it is there. */
export async function rowOf(name: string) {
  const list = await screen.findByRole("list", { name: "Waiting for a reply" });
  const link = await within(list).findByRole("link", { name });
  return within(link.closest("li") as HTMLElement);
}

/** Return the names of the customers on the screen, in order. */
export function namesShown(): (string | null)[] {
  const list = screen.getByRole("list", { name: "Waiting for a reply" });
  return within(list)
    .getAllByRole("listitem")
    .map((row) => within(row).getAllByRole("link")[0]?.textContent ?? null);
}

/** Return the price field of a customer's row. */
export const priceOf = (name: string) => screen.findByRole("textbox", { name: `Price for ${name}` });

/** Wait for the next poll. */
export async function nextPoll() {
  await act(() => vi.advanceTimersByTimeAsync(8_100));
}

/** A reply with rows that match the filters of the request, as the server selects them. */
const matching =
  (rows: readonly QueueItem[]) =>
  ({ query }: { query: URLSearchParams }) =>
    rows.filter(
      ({ kind, city, respondBy }) =>
        (query.get("kind") ?? kind) === kind &&
        (query.get("city") ?? city) === city &&
        (!query.has("late") || Date.parse(respondBy) < Date.now()),
    );

/** The routes for the queue with these rows, and their numbers. */
export const queueRoutes = (items: readonly QueueItem[]) => ({
  "GET /api/desk/queue": matching(items),
  "GET /api/desk/queue/counts": (sent: { query: URLSearchParams }) => {
    const rows = matching(items)(sent);
    const count = (kind: string) => rows.filter((item) => item.kind === kind).length;
    return {
      all: rows.length,
      late: rows.filter(({ respondBy }) => Date.parse(respondBy) < Date.now()).length,
      kinds: Object.fromEntries(kindNames.map((kind) => [kind, count(kind)])),
      unbilled: 0,
      drafts: 0,
      unscheduled: 0,
    };
  },
});

/** The routes for the parts of a row's details, which are empty. */
const emptyParts = {
  "GET /api/:kind/:id/calls": [],
  "GET /api/desk/questions/:id/calls": [],
  "GET /api/:kind/:id/history": [],
  "GET /api/quotes/:id/comments": [],
  "GET /api/payments/:id/suggestions": [],
  "GET /api/jobs": [],
};

/**
 * Stop the clock, and hold all that happens only after a second or more, such as polls. Return a function that lets this
 * many milliseconds pass.
 */
function stopTime() {
  stopClock();
  const start = { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval };
  const stop = { clearTimeout: globalThis.clearTimeout, clearInterval: globalThis.clearInterval };
  const held = new Map<unknown, { due: number; run: () => void; again: number | null }>();
  const { asyncUtilTimeout } = getConfig();
  for (const name of ["setTimeout", "setInterval"] as const)
    vi.spyOn(globalThis, name).mockImplementation(((run: () => void, delay = 0, ...rest: []) => {
      // Those with arguments are Node's own.
      if (delay < 1_000 || delay === asyncUtilTimeout || rest.length > 0)
        return start[name](run, delay, ...rest);
      const id = -1 - held.size - Math.random();
      held.set(id, { due: Date.now() + delay, run, again: name === "setInterval" ? delay : null });
      return id;
    }) as never);
  for (const name of ["clearTimeout", "clearInterval"] as const)
    vi.spyOn(globalThis, name).mockImplementation((id) => {
      if (!held.delete(id)) stop[name](id);
    });
  return (length: number) =>
    act(async () => {
      const end = Date.now() + length;
      for (;;) {
        const [next] = [...held].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due);
        if (!next) break;
        const [id, { due, run, again }] = next;
        vi.setSystemTime(due);
        if (again === null) held.delete(id);
        else held.set(id, { due: due + again, run, again });
        run();
      }
      // What is done next is later than what was just fetched.
      vi.setSystemTime(end + 1);
    });
}

/** Load the code of the queue, so that a journey's transcript doesn't depend on what ran before it. */
export async function loadQueue() {
  openDesk();
  await screen.findByRole("heading", { name: "All caught up" });
  cleanup();
}

/**
 * Open the queue with these rows, for a journey. Time passes only with the returned function, since the queue is fetched
 * again after a second, and polled.
 */
export async function startQueue(
  { open, serve }: Steps,
  rows: readonly QueueItem[],
  { routes = {}, search = "", wide = true }: { routes?: Routes; search?: string; wide?: boolean } = {},
) {
  const pass = stopTime();
  if (wide) widenPage();
  await open(() => {
    vi.mocked(timeoutManager.setInterval).mockRestore();
    const page = openDesk(search);
    serve({ ...emptyParts, ...queueRoutes(rows), ...routes });
    return page;
  });
  await pass(0);
  return pass;
}
type Routes = Parameters<Steps["serve"]>[0];

/** Return the details of the open row. */
export const detailsOf = (name: string) => within(screen.getByRole("region", { name }));
