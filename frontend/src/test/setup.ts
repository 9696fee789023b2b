import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { server } from "./server";

// On a busy machine, a page can take longer than the default of one second.
configure({ asyncUtilTimeout: 5000 });

// The sign-in pages set this cookie; without it, the client assumes that no one is signed in.
beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = "csrftoken=test-token";
});
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  // Tests don't share drafts.
  sessionStorage.clear();
});
afterAll(() => server.close());

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
