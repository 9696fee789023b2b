import "@testing-library/jest-dom/vitest";
import { onlineManager } from "@tanstack/react-query";
import { cleanup, configure } from "@testing-library/react";
import { isCommonAssetRequest } from "msw";
import { HttpNetworkFrame } from "msw/experimental";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import * as page from "~/lib/load-page";
import { loadDialogs } from "~/ui/dialog";
import { lacksKey } from "./keyed";
import { dropLeftovers, watchLeftovers } from "./leftovers";
import { referencesToNothing } from "./references";
import { server } from "./server";

// The first page of a file loads its modules, which can take long on a busy machine. Only failing tests wait this long.
configure({ asyncUtilTimeout: 30_000 });

// The sign-in pages set this cookie; without it, the client assumes that no one is signed in.
beforeEach(() => {
  // Reset the URL first, since a cookie's default path is the folder of the current page.
  window.history.replaceState(null, "", "/");
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = "csrftoken=test-token";
  // jsdom can't load another page, so tests check which one was requested.
  vi.spyOn(page, "loadPage").mockReturnValue();
});
// As in a browser that has opened a dialog before.
beforeAll(loadDialogs);
// Requests without a handler fail the test, even if the page handles the error, since the test did not expect them.
const unexpected: string[] = [];
beforeAll(() =>
  server.listen({
    onUnhandledFrame: async ({ frame, defaults }) => {
      if (frame instanceof HttpNetworkFrame && isCommonAssetRequest(frame.data.request)) return;
      unexpected.push(await frame.getUnhandledMessage());
      await defaults.error();
    },
  }),
);
let stopWatching = () => {};
beforeAll(() => {
  stopWatching = watchLeftovers();
});
afterEach(() => expect(unexpected.splice(0)).toEqual([]));
// Requests without an idempotency key fail the test, since a retry after a lost response would create a second row.
const keyless: string[] = [];
beforeAll(() =>
  server.events.on("request:start", ({ request }) => void (lacksKey(request) && keyless.push(request.url))),
);
afterEach(() => expect(keyless.splice(0)).toEqual([]));
// If no request failed, the page must show no error.
let hasFailed = false;
beforeEach(() => {
  hasFailed = false;
});
beforeAll(() => {
  server.events.on("response:mocked", ({ response }) => {
    hasFailed ||= !response.ok;
  });
});
// This must be the last hook here, so that it runs first after a test: after a hook that fails, no other one runs.
afterEach(async () => {
  const shown = document.body.textContent ?? "";
  const lost = referencesToNothing();
  cleanup();
  vi.useRealTimers();
  await dropLeftovers();
  server.resetHandlers();
  // Tests share no drafts, looks, toasts or clocks, even if their files share a page (vitest.config.ts).
  sessionStorage.clear();
  localStorage.clear();
  // Imported here, because a test may have loaded its modules again (vi.resetModules).
  (await import("~/ui/toast")).dismissToast();
  (await import("~/features/quotes/quote-look")).clearQuoteLook();
  (await import("~/features/quotes/estimate/house")).forgetHouse();
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  document.body.replaceChildren();
  expect(lost).toEqual([]);
  if (!hasFailed) expect(shown).not.toMatch(/We couldn't (refresh|load)/);
});
afterAll(() => {
  stopWatching();
  server.close();
});

// Browser APIs that jsdom lacks.
window.matchMedia = (query) =>
  ({
    matches: false,
    media: query,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }) as unknown as MediaQueryList;
window.scrollTo = vi.fn();
Element.prototype.scrollIntoView = vi.fn();
Element.prototype.hasPointerCapture = () => false;
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
