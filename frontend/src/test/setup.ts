import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { server } from "./server";

// Machines are shared: what a person would wait for may take longer here than a second.
configure({ asyncUtilTimeout: 5000 });

// As after a visit to the sign-in pages: without this cookie the client knows that nobody is signed in.
beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = "csrftoken=test-token";
});
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  // Drafts of one test are not those of the next.
  sessionStorage.clear();
});
afterAll(() => server.close());

// What jsdom lacks and every browser has.
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
