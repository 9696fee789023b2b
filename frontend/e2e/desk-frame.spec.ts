import { expect, test } from "@playwright/test";
import { expectAccessible, expectWellMade, signInAt, watchConsole } from "./support";

const admin = "admin@example.com";

test("Ctrl+K finds a customer with the keyboard alone, and ? lists the keys @desktop", async ({ page }) => {
  const console = watchConsole(page);
  await signInAt(page, "/admin?tab=analytics", admin);
  await expect(page.getByRole("tab", { name: "Analytics" })).toBeVisible();

  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys.getByText("Find a customer, quote, order, invoice or page")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);

  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: /^Find a customer/ });
  await expect(field).toBeFocused();
  await page.keyboard.type("tom okafor");
  const customer = page.getByRole("group", { name: "Customers" }).getByRole("option").first();
  await expect(customer).toContainText("tom.okafor@example.com");
  await expectAccessible(page);
  await expect(page.getByRole("group", { name: "Quotes" }).getByRole("option")).toContainText("Premium");
  await expect(customer).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?tab=customers&person=/);
  await expect(page.getByRole("heading", { name: "Tom Okafor" })).toBeVisible();
  console.expectNone();
});

test("the frame fits with its menu open", async ({ page, isMobile }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await signInAt(page, "/admin?tab=customers", admin);
  await expect(page.getByRole("link", { name: /^Eleanor Hayes/ }).first()).toBeVisible();
  await page.getByRole("button", { name: "Ada" }).click();
  const menu = page.getByRole("dialog", { name: "You" });
  await expect(menu.getByRole("link", { name: "Logout" })).toBeVisible({ visible: isMobile });
  await expectWellMade(page);
});

test("a toast is shown in the bottom bar and covers no row", async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInAt(page, "/admin?tab=trees&view=all", admin);
  await page
    .getByRole("button", { name: /^Confirm order/ })
    .first()
    .click();
  const toast = page.getByRole("contentinfo").getByText("Order updated");
  await expect(toast).toBeVisible();
  await page.getByRole("button", { name: "Close" }).hover();
  await expectAccessible(page);
  const bar = await page.getByRole("contentinfo").boundingBox();
  const list = await page.getByRole("tabpanel").boundingBox();
  if (!isMobile) expect(list && list.y + list.height).toBeLessThanOrEqual(bar?.y ?? 0);
});

test("with text at 200%, the desk has one column and doesn't scroll sideways @desktop", async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await signInAt(page, "/admin?tab=jobs", admin);
  await expect(page.getByRole("tab", { name: "Job Scheduling" })).toBeVisible();
  await expectWellMade(page);
});

test("the page itself doesn't scroll, however long a tab is @desktop", async ({ page }) => {
  await signInAt(page, "/admin?tab=analytics", admin);
  await expect(page.getByRole("heading", { name: "Quote requests per day" })).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(await overflow()).toBe(0);
});
