import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
