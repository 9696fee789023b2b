import { expect, test } from "@playwright/test";
import { requestQuote } from "./office";
import { call, expectWellMade, signInAt, tabTo, watchConsole } from "./support";

const admin = "admin@example.com";

test("Money is the second view of Invoices, and each amount due opens its invoices", async ({ page }) => {
  const console = watchConsole(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await signInAt(page, "/admin?tab=invoices", admin);
  await page.getByRole("navigation", { name: "Invoices and money" }).getByText("Money").click();
  await expect(page).toHaveURL(/\?tab=invoices&view=money$/);
  for (const part of ["Money in, by month", "Due and overdue", "Disputes", "Payouts"]) {
    await expect(page.getByRole("group", { name: part, exact: true })).toBeVisible();
  }
  await expect(page.getByText(/^\d+ lines?\. /)).toBeVisible();
  await expectWellMade(page);

  const due = page.getByRole("group", { name: "Due and overdue" });
  await due.getByRole("link", { name: "1 to 10 days overdue" }).click();
  await expect(page.getByRole("combobox", { name: "Due" })).toHaveValue("overdue_1_10");
  await expect(
    page
      .getByRole("cell")
      .getByText(/\d days? overdue/)
      .first(),
  ).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Money", level: 2 })).toBeVisible();
  console.expectNone();
});

test("the months table works with the keyboard, and the accountant's file downloads @desktop", async ({
  page,
}) => {
  await signInAt(page, "/admin?tab=invoices&view=money", admin);
  await expect(page.getByRole("button", { name: "Show as a table" })).toBeVisible();
  await tabTo(page, /^ *Show as a table/);
  await page.keyboard.press("Enter");
  const table = page.getByRole("region", { name: "Money in, by month, as a table" });
  await expect(table.getByRole("columnheader", { name: "Net" })).toBeVisible();
  await expectWellMade(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^money-.*\.csv$/);
});

test("work that is done without an invoice is found from Due now, and set aside with the keyboard", async ({
  page,
}) => {
  const console = watchConsole(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const { person, id } = await requestQuote(page);
  await signInAt(page, "/admin?tab=analytics", admin);
  await call(page, "PATCH", `/api/quotes/${id}`, { status: "complete", quoteAmount: "640.50" });
  await page.goto("/admin");
  await page.getByRole("link", { name: /^Not invoiced \d/ }).click();
  await expect(page.getByRole("heading", { name: "Work done, not invoiced" })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: person.name });
  await expect(row).toContainText("$640.50");
  await expectWellMade(page);

  await row.getByRole("button", { name: /^No invoice needed/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "No invoice needed?" });
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await expectWellMade(page);
  await page.keyboard.type("Billed with another quote");
  await tabTo(page, /^ *No invoice needed/);
  await page.keyboard.press("Enter");
  await expect(row).toHaveCount(0);
  console.expectNone();
});
