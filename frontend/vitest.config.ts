import { defineConfig } from "vitest/config";

const all = "src/**/*.test.{ts,tsx}";
// Their modules keep nothing between two tests, so they share one jsdom and load each module once, which takes a third
// of the time. A test of anything else gets a process's state of its own: drafts, looks, turns, a started form.
const shared = ["src/{api,app,drawings,lib,ui}/**/*.test.{ts,tsx}", "src/features/desk/**/*.test.{ts,tsx}"];

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
      { extends: true, test: { name: "shared", include: shared, isolate: false } },
      { extends: true, test: { name: "own", include: [all], exclude: shared } },
    ],
  },
});
