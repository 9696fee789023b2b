import { expect, test } from "@playwright/test";
import { expectWellMade, fillSignInPage, signInAt, watchConsole, watchForText } from "./support";

const admin = "admin@example.com";

for (const path of ["/admin?tab=quotes&status=pending", "/admin/day-sheet?day=2026-12-05"]) {
  test(`a visitor at ${path} is sent to sign in, and comes back @desktop`, async ({ page }) => {
    const toast = await watchForText(page, "Unauthorized");
    await page.goto(path, { waitUntil: "commit" });
    await toast.shown;
    await page.waitForURL(/\/accounts\/login\//);
    await fillSignInPage(page, admin);
    await page.waitForURL((url) => url.pathname + url.search === path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  test(`a customer at ${path} is sent to the home page @desktop`, async ({ page }) => {
    await signInAt(page, "/my-services");
    const console = watchConsole(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByText("Access Denied", { exact: true })).toBeVisible();
    await expect(
      page.getByText("You don't have permission to access the admin area.", { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole("tab")).toHaveCount(0);
    await page.waitForURL((url) => url.pathname === "/");
    console.expectNone();
  });
}

test("the desk opens on due requests; its tabs are in the URL, and back goes through them @desktop", async ({
  page,
}) => {
  const console = watchConsole(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await signInAt(page, "/admin", admin);
  await expect(
    page.getByRole("heading", { name: "System Administrator Full Management Dashboard" }),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Due now", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin", exact: true })).toHaveCount(0);

  await page.getByRole("tab", { name: "Quote Management" }).click();
  await page.getByRole("button", { name: "Approved", exact: true }).click();
  await expect(page).toHaveURL(/\?tab=quotes&status=approved$/);
  await page.getByRole("tab", { name: "Tree Orders" }).click();
  await expect(page).toHaveURL(/\?tab=trees$/);
  await expect(page.getByRole("button", { name: "Call list" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("button", { name: "Approved", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.goBack();
  await expect(page.getByRole("button", { name: "All", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Due now", exact: true })).toBeVisible();
  // A tab that closes sends no request with the next tab's filters.
  expect(asked.filter((url) => /\/api\/tree-orders\?.*approved/.test(url))).toEqual([]);
  console.expectNone();
});

test(`every tab of the desk is accessible and does not scroll sideways`, async ({ page }) => {
  test.slow();
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const console = watchConsole(page);
  await signInAt(page, "/admin", admin);
  const views = [
    "due",
    "quotes&q=okafor",
    "quotes&q=nobodyiscalledthis",
    "trees&view=disposal",
    "customers&q=okafor",
  ];
  for (const view of views) {
    await page.goto(`/admin?tab=${view}`);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const opener = page.getByRole("button", { name: /^Open (quote|order)/ }).first();
    if (await opener.isVisible()) {
      await opener.click();
      await expect(
        page.getByRole("region", { name: "Details" }).getByRole("heading", { name: "History" }),
      ).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    }
    await expectWellMade(page);
  }
  console.expectNone();
});

test("a tab that fails to load shows an error, and opens when the connection is back @desktop", async ({
  page,
  context,
}) => {
  await signInAt(page, "/admin", "admin@example.com");
  const tab = page.getByRole("tab", { name: "Quote Management" });
  await expect(tab).toBeVisible();
  await context.setOffline(true);
  await tab.click();
  await expect(page.getByRole("heading", { name: "We couldn't load Quote Management" })).toBeVisible();
  await expect(page.getByText("Check your connection and try again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Logout" })).toBeVisible();
  await page.getByRole("tab", { name: "Due now" }).click();
  await expect(page.getByRole("heading", { name: "We couldn't load Quote Management" })).toHaveCount(0);

  await tab.click();
  await expect(page.getByRole("heading", { name: "We couldn't load Quote Management" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("searchbox").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "We couldn't load Quote Management" })).toHaveCount(0);
});

test("after a deploy has removed a tab's code, the page reloads once and the tab opens @desktop", async ({
  page,
}) => {
  await signInAt(page, "/admin", "admin@example.com");
  await expect(page.getByRole("tab", { name: "Quote Management" })).toBeVisible();
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  const gone = page.waitForResponse((response) => response.status() === 404);
  // The reloaded page requests the new build's file, which has a different name.
  await page.route("**/assets/quotes-tab-*.js", (route) =>
    loads === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByRole("tab", { name: "Quote Management" }).click();
  await gone;
  await expect(page.getByRole("searchbox").first()).toBeVisible();
  expect(loads).toBe(1);
});
