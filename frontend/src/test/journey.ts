import { type QueryClient, timeoutManager } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { diffArrays } from "diff";
import { HttpResponse, http } from "msw";
import { expect, it, onTestFinished, vi } from "vitest";
import { useFocusRecovery } from "~/app/frame/use-focus-recovery";
import * as page from "~/lib/load-page";
import * as part from "~/lib/load-part";
import * as toasts from "~/ui/toast";
import { outline } from "./outline";
import { server } from "./server";
import { watchCache } from "./watch-cache";

interface Sent {
  params: Record<string, string>;
  query: URLSearchParams;
  body: Record<string, unknown>;
}
/** JSON, a `Response`, or a function that returns one of them for a request. */
type Reply = object | null | ((sent: Sent) => object | null);

/** A page as `renderAt` and `openDesk` return it. */
interface Opened {
  person: UserEvent;
  queryClient: QueryClient;
  router: { state: { historyAction: string; location: { pathname: string; search: string; hash: string } } };
}

export interface Steps {
  /** Respond from now on as the routes say: `{ "GET /api/quotes": rows, "POST /api/quotes/:id/accept": refusal(409, "…") }`. */
  serve: (routes: Record<string, Reply>) => void;
  /** Open a page, wait until it has loaded, and write down all of it. */
  open: <Page extends Opened>(render: () => Page) => Promise<Page>;
  /** Do something on the page, wait until nothing moves, and write down what was sent and what changed. */
  step: (title: string, perform: (person: UserEvent) => unknown) => Promise<void>;
}

/** What the server responds when it rejects a request. */
export const refusal = (status: number, message: string, errors?: Record<string, string[]>) =>
  HttpResponse.json({ message, ...(errors && { errors }) }, { status });

/**
 * Define a test that uses a page as somebody would. Each step's requests, and what then changes on the page, are written
 * to a transcript that is compared with the stored one: while a change is being sent, and after the response.
 * (docs/decisions/0051-journeys-through-the-client.md)
 */
export function journey(title: string, walk: (steps: Steps) => Promise<void>) {
  it(title, async () => {
    const recorder = record();
    await walk(recorder.steps);
    expect(recorder.transcript.join("\n")).toMatchSnapshot();
  });
}

function record() {
  const transcript: string[] = [];
  const network = watchNetwork();
  const parts = watchParts();
  const events = watchEvents();
  const storage = watchStorage();
  const cache = watchCache();
  const changes = watchChanges();
  // Nothing is polled, since how often would depend on the speed of the machine.
  vi.spyOn(timeoutManager, "setInterval").mockReturnValue(0);
  let opened: Opened | null = null;
  let before: string[] = [];

  /** Wait until nothing is fetched, loaded or drawn any more. */
  async function settle() {
    const until = performance.now() + SETTLE_WITHIN;
    for (let calm = 0; calm < LOOKS_UNTIL_CALM; calm += 1) {
      // What has loaded is shown within `act` without React's usual delay.
      await act(() => new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL)));
      const busy = network.busy() || parts.busy() || isDrawing() || isBusy(opened, network.held() > 0);
      if (changes.take() || busy) calm = -1;
      if (performance.now() > until) throw new Error("The page does not settle.");
    }
  }

  function write() {
    const after = wholePage();
    transcript.push(
      ...network.take(),
      ...cache.take(),
      ...events.take(),
      ...storage.take(),
      ...differences(before, after),
    );
    before = after;
  }

  async function run(name: string, perform: () => unknown) {
    transcript.push(`# ${name}`);
    await perform();
    await settle();
    while (network.held() > 0) {
      transcript.push("… while it is being sent");
      write();
      transcript.push("… then");
      network.release();
      await settle();
    }
    write();
  }

  const steps: Steps = {
    serve: serveRoutes,
    async open(render) {
      // As in the app's root.
      renderHook(useFocusRecovery);
      const rendered = render();
      opened = rendered;
      events.follow(rendered);
      cache.follow(rendered);
      await run("Open", () => undefined);
      return rendered;
    },
    async step(name, perform) {
      if (!opened) throw new Error("Open a page first.");
      const { person } = opened;
      await run(name, () => perform(person));
    },
  };
  return { transcript, steps };
}

/** Return the outline with what an open dialog hides, which would otherwise be removed and added again. */
function wholePage(): string[] {
  const behind = document.querySelectorAll("[data-aria-hidden]");
  for (const element of behind) element.removeAttribute("aria-hidden");
  const lines = outline().split("\n");
  for (const element of behind) element.setAttribute("aria-hidden", "true");
  return lines;
}

/** Milliseconds. */
const LOOK_INTERVAL = 5;
const SETTLE_WITHIN = 30_000;

/** How often nothing must have changed: for longer than the 50 ms after which some code moves the focus. */
const LOOKS_UNTIL_CALM = 14;

/** Notice changes of the document. */
function watchChanges() {
  let changed = false;
  const observer = new MutationObserver(() => {
    changed = true;
  });
  observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return {
    take() {
      const before = changed;
      changed = false;
      return before;
    },
  };
}

/** While a change is on its way, the page may be busy with it. A page that is being left may stay busy. */
function isBusy(opened: Opened | null, sending: boolean): boolean {
  if (sending) return false;
  if ((opened?.queryClient.isFetching() ?? 0) > 0) return true;
  return (
    vi.mocked(page.loadPage).mock.calls.length === 0 && document.querySelector("[aria-busy=true]") !== null
  );
}

/** In React's reconciler. */
const NO_TIMEOUT = -1;

/** Return whether React has something left to draw, such as a part that it shows after a delay. */
function isDrawing(): boolean {
  return [...document.body.children].some((element) => {
    const root = Object.entries(element).find(([name]) => name.startsWith("__reactContainer$"))?.[1];
    if (!root) return false;
    const { pendingLanes, suspendedLanes, timeoutHandle } = root.stateNode as Record<string, number | object>;
    const isDelayed = timeoutHandle !== NO_TIMEOUT;
    return isDelayed || (Number(pendingLanes) & ~Number(suspendedLanes)) !== 0;
  });
}

function serveRoutes(routes: Record<string, Reply>) {
  for (const [route, reply] of Object.entries(routes)) {
    const [method, path] = route.split(" ") as ["GET" | "POST" | "PUT" | "PATCH" | "DELETE", string];
    const verb = method.toLowerCase() as "get";
    server.use(
      http[verb](path, async ({ request, params }) => {
        const text = await request.text();
        const sent = {
          params: params as Record<string, string>,
          query: new URL(request.url).searchParams,
          body: (text ? JSON.parse(text) : {}) as Record<string, unknown>,
        };
        const given = typeof reply === "function" ? (reply as (sent: Sent) => object | null)(sent) : reply;
        if (given instanceof Response) return given.clone() as HttpResponse<null>;
        return given === null ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(given);
      }),
    );
  }
}

/** What is sent with POST, but only asks for something. */
const CALCULATIONS = ["/api/estimate"];

/** Write down requests and rejections, and hold what changes something until it is released. */
function watchNetwork() {
  const lines: string[] = [];
  const reads: string[] = [];
  const failedReads: string[] = [];
  const keys: string[] = [];
  const held: (() => void)[] = [];
  let running = 0;
  const send = globalThis.fetch;
  const takeReads = () => [...takeSorted(reads), ...takeSorted(failedReads)];
  const write = (line: string) => lines.push(...takeReads(), line);

  /** Return the number of the idempotency key, and the body. */
  function contentOf({ headers, body }: RequestInit): string {
    const key = new Headers(headers).get("Idempotency-Key");
    if (key && !keys.includes(key)) keys.push(key);
    return (key ? ` key ${keys.indexOf(key) + 1}` : "") + (typeof body === "string" ? ` ${body}` : "");
  }

  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init = {}) => {
    const { method = "GET" } = init;
    const url = String(input).replace(window.location.origin, "");
    running += 1;
    const isRead = method === "GET" || CALCULATIONS.includes(url);
    try {
      if (isRead) reads.push(`${method} ${url}${contentOf(init)}`);
      else {
        write(`${method} ${url}${contentOf(init)}`);
        await new Promise<void>((proceed) => held.push(proceed));
      }
      const response = await send(input, init);
      const rejection = `${response.status} ${url}`;
      if (!response.ok && isRead) failedReads.push(rejection);
      else if (!response.ok) write(rejection);
      return response;
    } finally {
      running -= 1;
    }
  });

  return {
    busy: () => running > held.length,
    held: () => held.length,
    release() {
      for (const proceed of held.splice(0)) proceed();
    },
    take: () => [...lines.splice(0), ...takeReads()],
  };
}

/**
 * Take all of a list, in alphabetical order and each line once: requests that are sent together come, and fail, in any
 * order, and whether a second one of the same kind is sent or joins the first depends on the speed of the machine.
 */
const takeSorted = (lines: string[]) => [...new Set(lines.splice(0))].sort();

/** Notice code that loads on demand. */
function watchParts() {
  let loading = 0;
  const load = part.loadPart;
  vi.spyOn(part, "loadPart").mockImplementation(async (wanted) => {
    loading += 1;
    try {
      return await load(wanted);
    } finally {
      loading -= 1;
    }
  });
  return { busy: () => loading > 0 };
}

/** Write down toasts, other pages, and changes of the address and the title, and whether Back returns to the former. */
function watchEvents() {
  let where = () => "";
  let how = () => "";
  let address = "";
  let title = "";
  document.title = "";
  const shown = vi.spyOn(toasts, "toast");
  return {
    follow({ router }: Opened) {
      where = () => {
        const { pathname, search, hash } = router.state.location;
        return pathname + search + hash;
      };
      how = () => (router.state.historyAction === "REPLACE" ? " (replaces the former)" : "");
    },
    take(): string[] {
      const lines: string[] = [];
      for (const [{ title: news, description, action, variant }] of shown.mock.calls.splice(0)) {
        const words = [news, description, action && `[${action.label}]`].filter(Boolean).join(" | ");
        lines.push(`Toast${variant === "destructive" ? " in red" : ""}: ${words}`);
      }
      for (const [url] of vi.mocked(page.loadPage).mock.calls.splice(0)) lines.push(`Leaves for ${url}`);
      if (where() !== address) lines.push(`At ${where()}${how()}`);
      if (document.title !== title) lines.push(`Title: ${document.title}`);
      address = where();
      title = document.title;
      return lines;
    },
  };
}

/** Write down which drafts and other entries the browser keeps or forgets. */
function watchStorage() {
  let before: string[] = [];
  return {
    take(): string[] {
      const after = [sessionStorage, localStorage].flatMap((storage) => Object.keys(storage)).sort();
      const kept = after.filter((name) => !before.includes(name)).map((name) => `Keeps ${name}`);
      const forgotten = before.filter((name) => !after.includes(name)).map((name) => `Forgets ${name}`);
      before = after;
      return [...kept, ...forgotten];
    },
  };
}

/**
 * Return the lines that have been added and removed; all of them if there were none before. Of what was removed with
 * the element around it, only that element is listed.
 */
function differences(before: string[], after: string[]): string[] {
  if (before.length === 0) return after;
  return diffArrays(before, after).flatMap(({ value, added, removed }) => {
    if (added) return value.map((line) => `+ ${line}`);
    return removed ? outermost(value).map((line) => `- ${line}`) : [];
  });
}

const depthOf = (line: string) => line.search(/\S/);

function outermost(lines: string[]): string[] {
  let depth = Number.POSITIVE_INFINITY;
  return lines.filter((line) => {
    if (depthOf(line) > depth) return false;
    depth = depthOf(line);
    return true;
  });
}
