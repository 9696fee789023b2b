import { waitFor } from "@testing-library/react";
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
    expect(open("/?design=p-warm-wt")).toBe(true);
    delete dataset.used;
    sessionStorage.setItem("draft:quote", "{}");
    expect(open()).toBe(true);
  });
});

describe("scripts that wait", () => {
  let paint = () => {};
  /** Show a prerendered page that is painted when the test calls `paint`. */
  const show = () => {
    const observer = class {
      static supportedEntryTypes = ["paint"];
      constructor(painted: () => void) {
        paint = painted;
      }
      observe() {}
    };
    vi.stubGlobal("PerformanceObserver", observer);
    const html = makePageStart(page('<script type="module" async="">start()</script>'));
    const starter = html.split("<script>")[1]?.split("</script>")[0] ?? "";
    document.body.innerHTML = '<p class="below-fold"></p><script type="waiting-module">start()</script>';
    new Function(starter)();
  };
  const isStarted = () => document.querySelector("script[type=module]")?.textContent === "start()";
  const use = () => {
    document.documentElement.dataset.used = "";
  };
  afterEach(() => {
    delete document.documentElement.dataset.used;
    document.body.replaceChildren();
  });

  it("start with the first sign of use after the first paint", async () => {
    show();
    paint();
    expect(isStarted()).toBe(false);
    use();
    await waitFor(() => expect(isStarted()).toBe(true));
  });

  it("start with the first paint if the page was used before it", async () => {
    show();
    use();
    await Promise.resolve(); // for the observer of `data-used`
    expect(isStarted()).toBe(false);
    paint();
    await waitFor(() => expect(isStarted()).toBe(true));
  });
});
