import { act, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { firstVisitScript, makePageStart } from "./start-of-page";

const page = (script: string) =>
  `<head><link rel="modulepreload" href="/assets/a.js"/></head><body>${script}<script>last()</script></body>`;

it("the module script of a prerendered page waits, and so do its preloads", () => {
  const html = makePageStart(page('<script type="module" async="">import "/assets/a.js"</script>'));
  expect(html).toContain('<link rel="waiting-modulepreload" href="/assets/a.js"/>');
  expect(html).not.toContain('type="module"');
  const [, waiting, starter, last] = html.split(/<script[^>]*>/);
  expect(waiting).toBe('import "/assets/a.js"</script>');
  expect(starter).toContain("PerformanceObserver");
  expect(last).toContain("last()");
});

it("only the modules that every page needs are prefetched", () => {
  const html = makePageStart(
    page(
      '<link rel="modulepreload" href="/assets/react-1.js"/><script type="module" async="">last()</script>',
    ),
  );
  expect(html).toContain('<link rel="waiting-modulepreload" data-early href="/assets/react-1.js"/>');
  expect(html).toContain('<link rel="waiting-modulepreload" href="/assets/a.js"/>');
});

it("a page without a module script fails the build", () => {
  expect(() => makePageStart(page(""))).toThrow("no module script");
});

describe("the scripts of a prerendered page", () => {
  const { dataset } = document.documentElement;
  const open = (path = "/") => {
    window.history.replaceState(null, "", path);
    new Function(firstVisitScript)();
    return "used" in dataset;
  };
  const setToken = (value: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server sets this cookie in a browser
    document.cookie = `csrftoken=${value}`;
  };
  const reset = () => {
    sessionStorage.clear();
    localStorage.clear();
    setToken("; max-age=0");
    delete dataset.used;
    delete dataset.firstVisit;
    window.history.replaceState(null, "", "/");
  };
  beforeEach(reset);
  afterEach(reset);

  it("wait for the first sign of use", () => {
    expect(open("/?utm_source=postcard")).toBe(false);
    expect(dataset.firstVisit).toBe("");
    window.dispatchEvent(new Event("scroll"));
    expect(dataset.used).toBe("");
  });

  it("wait for a visitor who is known to be signed out", () => {
    setToken("a-token-of-a-guest");
    localStorage.setItem("visitor", "of-a-guest".slice(-8));
    expect(open()).toBe(false);
  });

  it("start at once for someone who may be signed in", () => {
    setToken("a-token-of-a-session");
    expect(open()).toBe(true);
  });

  it("start at once for the link to a look, and for a draft", () => {
    expect(open("/?utm_source=postcard&design=p-warm-wt")).toBe(true);
    delete dataset.used;
    sessionStorage.setItem("draft:quote", "{}");
    expect(open()).toBe(true);
  });

  it("start at once in a tab that has been here before, except for its campaign", () => {
    sessionStorage.setItem("campaign", "?utm_source=postcard");
    expect(open()).toBe(false);
    sessionStorage.setItem("react-router-scroll-positions", "{}");
    expect(open()).toBe(true);
  });

  it.each(["pointerdown", "keydown", "focusin", "input", "wheel", "scroll"])("start with %s", (event) => {
    open();
    document.body.dispatchEvent(new Event(event, { bubbles: true }));
    expect(dataset.used).toBe("");
  });

  it("start when the pointer moves, but not when the page moves under it", () => {
    open();
    const move = (movementX: number, movementY: number) =>
      window.dispatchEvent(Object.assign(new Event("pointermove"), { movementX, movementY }));
    move(0, 0);
    expect(dataset).not.toHaveProperty("used");
    move(0, 1);
    expect(dataset.used).toBe("");
  });

  it("lay out the whole page at once where there is a position to scroll to", () => {
    open("/#quote");
    expect(dataset).not.toHaveProperty("firstVisit");
    reset();
    sessionStorage.setItem("react-router-scroll-positions", "{}");
    open();
    expect(dataset).not.toHaveProperty("firstVisit");
  });
});

describe("the page's code", () => {
  const { dataset } = document.documentElement;
  const CODE = 'import "/assets/react-1.js";import("/assets/react-1.js");import("/assets/page.js")';
  const links = ["react-1", "page"].map((name) => `<link rel="modulepreload" href="/assets/${name}.js"/>`);
  const body = '<section class="below-fold"></section><section class="below-fold"></section>';
  let paint: (() => void) | undefined;
  const observers: MutationObserver[] = [];

  /** Load the prerendered page as a browser does that reports its first paint when `paint` is called. */
  function load({ reportsPaint = true } = {}) {
    const html = makePageStart(
      `<div>${links.join("")}</div>${body}<script type="module" async="">${CODE}</script>`,
    );
    class Paints {
      static supportedEntryTypes = reportsPaint ? ["paint"] : [];
      constructor(onPaint: () => void) {
        paint = onPaint;
      }
      observe() {}
    }
    vi.stubGlobal("PerformanceObserver", Paints);
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw));
    document.body.innerHTML = html;
    const starter = document.body.querySelector("script:not([type])");
    class Observer extends MutationObserver {
      constructor(onChange: MutationCallback) {
        super(onChange);
        observers.push(this);
      }
    }
    new Function("MutationObserver", starter?.textContent ?? "")(Observer);
  }
  const code = () => document.querySelector('script[type="module"]')?.textContent;
  const use = () =>
    act(async () => {
      dataset.used = "";
    });
  const settled = () => act(async () => {});

  beforeEach(() => {
    delete dataset.used;
    dataset.firstVisit = "";
    paint = undefined;
  });
  afterEach(() => {
    // The page is over, and so is what it waits for.
    for (const observer of observers.splice(0)) observer.disconnect();
    delete dataset.used;
    paint?.();
    delete dataset.firstVisit;
    for (const link of document.head.querySelectorAll("[rel=prefetch]")) link.remove();
  });

  it("runs at the first sign of use after the first paint", async () => {
    load();
    paint?.();
    await settled();
    expect(code()).toBeUndefined();
    await use();
    await waitFor(() => expect(code()).toBe(CODE));
    expect(document.querySelector('[rel="waiting-modulepreload"], [type="waiting-module"]')).toBeNull();
  });

  it("runs at the first paint if the page was used before it", async () => {
    load();
    await use();
    expect(code()).toBeUndefined();
    paint?.();
    await waitFor(() => expect(code()).toBe(CODE));
  });

  it("runs at the first paint if it is known to be needed", async () => {
    dataset.used = "";
    load();
    expect(code()).toBeUndefined();
    paint?.();
    await waitFor(() => expect(code()).toBe(CODE));
  });

  it("does not wait for a paint that is never reported", async () => {
    load({ reportsPaint: false });
    await use();
    await waitFor(() => expect(code()).toBe(CODE));
  });

  it("does not wait for a paint in a background tab, or when the tab changes", async () => {
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    load();
    await use();
    await waitFor(() => expect(code()).toBe(CODE));
    hidden.mockReturnValue(false);
    delete dataset.used;
    await settled();
    load();
    await use();
    expect(code()).toBeUndefined();
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(code()).toBe(CODE));
  });

  it("is fetched early as far as every page needs it, and the page is laid out section by section", async () => {
    load();
    expect(document.querySelector("[data-ready], [rel=prefetch]")).toBeNull();
    paint?.();
    const early = [...document.head.querySelectorAll("[rel=prefetch]")];
    expect(early.map((link) => link.getAttribute("href"))).toEqual([
      `${window.location.origin}/assets/react-1.js`,
    ]);
    await waitFor(() => expect(dataset).not.toHaveProperty("firstVisit"));
    expect(document.querySelectorAll(".below-fold[data-ready]")).toHaveLength(2);
  });
});
