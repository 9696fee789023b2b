import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderAt } from "~/test/render";

const Form = () => <form aria-label="Quote" />;
let attempts: number;
let failures: number;

// Each test gets the module anew, since the form's code loads once per page.
beforeEach(() => {
  attempts = 0;
  failures = 0;
  vi.resetModules();
  vi.doMock("./components/quote-form", () => {
    attempts += 1;
    if (attempts <= failures) throw new TypeError("Failed to fetch dynamically imported module");
    return { QuoteForm: Form };
  });
});
afterEach(() => void vi.doUnmock("./components/quote-form"));

async function show() {
  const { DeferredQuoteForm } = await import("./components/deferred-quote-form");
  return renderAt("/", <DeferredQuoteForm />);
}

describe("the quote form far down a page", () => {
  it("waits for its code, without an error, while the connection is down", async () => {
    failures = 2;
    const { container } = await show();
    await waitFor(() => expect(attempts).toBe(1));
    expect(container.querySelector("[aria-busy]")).toBeInTheDocument();
    await waitFor(() => {
      window.dispatchEvent(new Event("online"));
      expect(attempts).toBe(3);
    });
    expect(await screen.findByRole("form", { name: "Quote" })).toBeVisible();
  });

  it.each(["pointerdown", "keydown", "focusin", "scroll", "popstate"])(
    "loads its code at the first sign of use: %s",
    async (event) => {
      vi.stubGlobal("IntersectionObserver", watching().Observer);
      await show();
      expect(attempts).toBe(0);
      window.dispatchEvent(new Event(event));
      expect(await screen.findByRole("form", { name: "Quote" })).toBeVisible();
    },
  );

  it("loads its code when it comes near, and when a look is chosen", async () => {
    const { Observer, report } = watching();
    vi.stubGlobal("IntersectionObserver", Observer);
    const { unmount } = await show();
    act(() => report(false));
    expect(attempts).toBe(0);
    act(() => report(true));
    expect(await screen.findByRole("form", { name: "Quote" })).toBeVisible();
    unmount();

    vi.resetModules();
    await show();
    const { setQuoteLook } = await import("./quote-look");
    act(() => setQuoteLook({ servicePackage: "basic" }));
    expect(await screen.findByRole("form", { name: "Quote" })).toBeVisible();
  });
});

/** A fake of the browser's observer, and a function that reports whether the form is near. */
function watching() {
  let told: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  class Observer {
    constructor(listener: typeof told) {
      told = listener;
    }
    observe() {}
    disconnect() {}
  }
  return { Observer, report: (isIntersecting: boolean) => told([{ isIntersecting }]) };
}
