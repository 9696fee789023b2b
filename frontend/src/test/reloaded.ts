import { vi } from "vitest";

/** Make the page count as reloaded until the test ends. */
export function asReloaded() {
  vi.stubGlobal("performance", {
    now: () => Date.now(),
    getEntriesByType: () => [{ type: "reload" }],
  });
}
