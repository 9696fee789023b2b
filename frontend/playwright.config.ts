import { defineConfig, devices } from "@playwright/test";
import { args, browser } from "./e2e/browser";

// `make test` starts the product on a free port and names it; by hand it is the one that `make run` serves.
const baseURL = process.env.BASE_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  // On a shared machine a race in a test must not hide the rest of a run: it runs once more, and is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  // Machines are shared: what takes a second alone may take five beside others.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: "list",
  use: {
    baseURL,
    // Pictures of the page at each step would take a quarter of the time.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    timezoneId: "America/New_York",
    launchOptions: { ...(await browser()), args },
  },
  projects: [
    {
      name: "desktop",
      grepInvert: /@phone/, // what only a phone has, or what is slow there
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
    {
      name: "phone",
      grepInvert: /@desktop/, // what needs a keyboard, or does not depend on the width
      use: {
        ...devices["Desktop Chrome"],
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        // Drawing animations without a graphics card takes a tenth of the time. The desktop shows them.
        contextOptions: { reducedMotion: "reduce" },
      },
    },
  ],
});
