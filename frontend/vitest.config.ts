import { defineConfig } from "vitest/config";

// All days and times are Eastern, wherever the device is.
process.env.TZ = "America/Los_Angeles";

const all = "src/**/*.test.{ts,tsx}";
// Test files share one jsdom and load each module once, which takes a third of the time. What tests leave behind is
// reset in src/test/setup.ts. Only these files have a page and modules of their own:
const own = [
  "src/features/landing/**/*.test.{ts,tsx}", // whether its form has started lasts as long as the page
  "src/features/{payments,storage,trees}/journeys*.test.tsx", // change the catalog (src/test/other-prices.ts)
  "src/features/quotes/deferred-form.test.tsx", // loads modules again
  "src/features/account/tabs.test.tsx", // is about the first load of a module
];

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    environment: "jsdom",
    pool: "threads", // a tenth less work than processes
    maxWorkers: 3, // one more than CI has cores, since tests often wait for a debounce: a tenth faster than two
    testTimeout: 90_000, // above what a wait may take (src/test/setup.ts)
    hookTimeout: 90_000,
    setupFiles: ["src/test/setup.ts"],
    restoreMocks: true,
    css: false,
    projects: [
      { extends: true, test: { name: "shared", include: [all], exclude: own, isolate: false } },
      { extends: true, test: { name: "own", include: own } },
    ],
  },
});
