import { expect, it } from "vitest";
import { runScriptsAfterFirstPaint } from "./after-first-paint";

const page = (script: string) =>
  `<head><link rel="modulepreload" href="/assets/a.js"/></head><body>${script}<script>last()</script></body>`;

it("a prerendered page's module script waits, and so does its code", () => {
  const html = runScriptsAfterFirstPaint(
    page('<script type="module" async="">import "/assets/a.js"</script>'),
  );
  expect(html).toContain('<link rel="waiting-modulepreload" href="/assets/a.js"/>');
  expect(html).not.toContain('type="module"');
  const [, waiting, starter, last] = html.split(/<script[^>]*>/);
  expect(waiting).toBe('import "/assets/a.js"</script>');
  expect(starter).toContain("PerformanceObserver");
  expect(last).toContain("last()");
});

it("a page without a module script fails the build", () => {
  expect(() => runScriptsAfterFirstPaint(page(""))).toThrow("no module script");
});
