import { expect, test } from "@playwright/test";

test("the landing page opens without an error in the browser", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // Being signed out is an answer (401), which Chromium reports as an error of the network.
    if (message.type() === "error" && !message.text().includes("401")) errors.push(message.text());
  });

  await page.goto("/");

  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(errors).toEqual([]);
});

test("an unknown path answers 404 with a page that says so", async ({ page }) => {
  const answer = await page.goto("/no-such-page");

  expect(answer?.status()).toBe(404);
  await expect(page.getByText("Page Not Found")).toBeVisible();
});
