import { type QueryClient, timeoutManager } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { diffArrays } from "diff";
import { HttpResponse, http } from "msw";
import { createElement, startTransition, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import * as page from "~/lib/load-page";
import * as part from "~/lib/load-part";
import * as toasts from "~/ui/toast";
import { outline } from "./outline";
import { server } from "./server";

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
  router: { state: { location: { pathname: string; search: string; hash: string } } };
}

export interface Steps {
  /** Respond from now on as the routes say: `{ "GET /api/quotes": rows, "POST /api/quotes/:id/accept": refusal(409, "…") }`. */
  serve: (routes: Record<string, Reply>) => void;
  /** Open a page, wait until it has loaded, and write down all of it. */
  open: <Page extends Opened>(render: () => Page) => Promise<Page>;
  /** Do something on the page, wait until nothing moves, and write down what was sent and what changed. */
  step: (title: string, act: (person: UserEvent) => unknown) => Promise<void>;
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
  let opened: Opened | null = null;
  let before: string[] = [];
  // Nothing is polled, since how often would depend on the speed of the machine.
  vi.spyOn(timeoutManager, "setInterval").mockReturnValue(0);

  /** Wait until nothing is fetched, loaded or drawn any more, in the background either. */
  async function settle() {
    let html: string;
    do {
      await calm();
      html = document.body.innerHTML;
      await renderedInBackground();
    } while (network.busy() || html !== document.body.innerHTML);
  }

  async function calm() {
    let html = "";
    let focused: Element | null = null;
    let calmSince = performance.now();
    let calmTurns = 0;
    await waitFor(
      () => {
        const busy = network.busy() || parts.busy() || isBusy(opened, network.held() > 0);
        if (busy || html !== document.body.innerHTML || focused !== document.activeElement) {
          calmSince = performance.now();
          calmTurns = 0;
        } else calmTurns += 1;
        html = document.body.innerHTML;
        focused = document.activeElement;
        if (performance.now() - calmSince < CALM || calmTurns < CALM_TURNS)
          throw new Error("The page does not settle.");
      },
      { interval: 5 },
    );
  }

  function write() {
    const after = wholePage();
    transcript.push(...network.take(), ...events.take(), ...differences(before, after));
    before = after;
  }

  async function run(name: string, act: () => unknown) {
    transcript.push(`# ${name}`);
    await act();
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
      const rendered = render();
      opened = rendered;
      events.follow(rendered);
      await run("Open", () => undefined);
      return rendered;
    },
    async step(name, act) {
      if (!opened) throw new Error("Open a page first.");
      const { person } = opened;
      await run(name, () => act(person));
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

/** Milliseconds without a change after which nothing more is expected: a few turns of the event loop. */
const CALM = 60;
/** The number of these turns, since on a busy machine a single one can take as long. */
const CALM_TURNS = 8;
/** React waits this long before it shows another part that has loaded: FALLBACK_THROTTLE_MS in its reconciler. */
const REVEAL_INTERVAL = 300;

function Probe({ onRendered }: { onRendered: () => void }) {
  useEffect(onRendered, [onRendered]);
  return null;
}

/**
 * Wait until React has rendered what it renders in the background, such as the page of another address: in slices
 * between which nothing seems to happen. It renders the transitions of all roots one after the other.
 */
async function renderedInBackground() {
  const root = createRoot(document.createElement("div"));
  let isStarted = false;
  let isRendered = false;
  const onRendered = () => {
    isRendered = true;
  };
  await waitFor(
    () => {
      if (!isStarted) startTransition(() => root.render(createElement(Probe, { onRendered })));
      isStarted = true;
      if (!isRendered) throw new Error("React does not stop rendering.");
    },
    { interval: 1 },
  );
}

/** While a change is on its way, the page may be busy with it. */
function isBusy(opened: Opened | null, sending: boolean): boolean {
  if ((opened?.queryClient.isFetching() ?? 0) > 0) return true;
  return !sending && document.querySelector("[aria-busy=true]") !== null;
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

/** Write down requests and rejections, and hold what changes something until it is released. */
function watchNetwork() {
  const lines: string[] = [];
  const reads: string[] = [];
  const keys: string[] = [];
  const held: (() => void)[] = [];
  let running = 0;
  const send = globalThis.fetch;
  const write = (line: string) => lines.push(...takeSorted(reads), line);

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
    try {
      if (method === "GET") reads.push(`GET ${url}`);
      else {
        write(`${method} ${url}${contentOf(init)}`);
        await new Promise<void>((proceed) => held.push(proceed));
      }
      const response = await send(input, init);
      if (!response.ok) write(`${response.status} ${url}`);
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
    take: () => [...lines.splice(0), ...takeSorted(reads)],
  };
}

/** Take all of a list, in alphabetical order: requests that are sent together come in any. */
const takeSorted = (lines: string[]) => lines.splice(0).sort();

/** Notice code that loads on demand. */
function watchParts() {
  let loading = 0;
  let revealedAt = 0;
  const load = part.loadPart;
  vi.spyOn(part, "loadPart").mockImplementation(async (wanted) => {
    loading += 1;
    try {
      return await load(wanted);
    } finally {
      loading -= 1;
      revealedAt = performance.now() + REVEAL_INTERVAL;
    }
  });
  return { busy: () => loading > 0 || performance.now() < revealedAt };
}

/** Write down toasts, other pages, and changes of the address and the title. */
function watchEvents() {
  let where = () => "";
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
    },
    take(): string[] {
      const lines: string[] = [];
      for (const [{ title: news, description, action }] of shown.mock.calls.splice(0))
        lines.push(
          `Toast: ${[news, description, action && `[${action.label}]`].filter(Boolean).join(" | ")}`,
        );
      for (const [url] of vi.mocked(page.loadPage).mock.calls.splice(0)) lines.push(`Leaves for ${url}`);
      if (where() !== address) lines.push(`At ${where()}`);
      if (document.title !== title) lines.push(`Title: ${document.title}`);
      address = where();
      title = document.title;
      return lines;
    },
  };
}

/** Return the lines that have been removed and added; all of them if there were none before. */
function differences(before: string[], after: string[]): string[] {
  if (before.length === 0) return after;
  return diffArrays(before, after).flatMap(({ value, added, removed }) => {
    if (added || removed) return value.map((line) => `${added ? "+" : "-"} ${line}`);
    return [];
  });
}
