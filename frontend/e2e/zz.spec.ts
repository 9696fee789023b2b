import { expect, test } from "@playwright/test";
import { signInAt } from "./support";

test("money pictures", async ({ page }, info) => {
  await signInAt(page, "/admin?tab=invoices&view=money", "admin@example.com");
  await expect(page.getByRole("heading", { name: "Payouts" })).toBeVisible();
  await page.waitForTimeout(1500);
  const first = page.getByRole("button", { expanded: false }).filter({ hasText: /Nov/ }).first();
  if (await first.isVisible()) { await first.click(); await page.waitForTimeout(800); }
  const size = page.viewportSize();
  await page.setViewportSize({ width: info.project.name === "phone" ? 390 : 1440, height: 2600 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/money-${info.project.name}.png` });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(() => document.documentElement.classList.add("dark"));
  await page.waitForTimeout(300);
  await page.screenshot({ path: `/tmp/money-${info.project.name}-dark.png` });
  await page.evaluate(() => document.documentElement.classList.remove("dark"));
  await page.setViewportSize(size as { width: number; height: number });
  await page.goto("/admin?tab=invoices");
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `/tmp/invoices-${info.project.name}.png` });
});
