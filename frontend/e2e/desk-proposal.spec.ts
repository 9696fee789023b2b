import { type Browser, expect, type Page, test } from "@playwright/test";
import { call, expectAccessible, expectWellMade, newPerson, signInAt, watchConsole } from "./support";

const admin = "admin@example.com";

/** Request a quote with an estimate as a visitor. */
async function requestQuote(browser: Browser) {
  const visitor = await browser.newPage();
  await visitor.goto("/quote");
  const { name, email, phone } = newPerson();
  const { id } = await call<{ id: string }>(visitor, "POST", "/api/quotes", {
    fullName: name,
    email,
    phone,
    city: "Exeter",
    streetAddress: "52 Islington Street",
    servicePackage: "premium",
    squareFootage: 2400,
    storeys: 2,
  });
  await visitor.close();
  return { id, name, first: name.split(" ")[0] ?? name };
}

interface Saved {
  status: string;
  quoteAmount: string;
  lines: { text: string; amount: string; optional: boolean; choice: string | null; suggested: boolean }[];
}
const quoteOf = (page: Page, id: string) => call<Saved>(page, "GET", `/api/quotes/${id}`);
const lines = (page: Page) => page.getByRole("textbox", { name: "Line", exact: true });
const row = (page: Page, text: string) => page.getByRole("group", { name: text, exact: true });

test("a proposal is written with the keyboard alone @desktop", async ({ page, browser }) => {
  const console = watchConsole(page);
  const { id, name, first } = await requestQuote(browser);
  await signInAt(page, `/admin?tab=due&q=${encodeURIComponent(name)}`, admin);
  await page.getByRole("link", { name, exact: true }).press("Enter");
  await page.getByRole("link", { name: "Write a proposal" }).press("Enter");
  await expect(lines(page)).toBeFocused();

  await page.keyboard.type("Wreaths, red bows");
  for (const typed of ["5", "piece", "38"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(typed);
  }
  await page.keyboard.press("Enter");
  await expect(row(page, "New line").getByRole("textbox", { name: "Line", exact: true })).toBeFocused();
  await page.keyboard.type("Neighbor discount");
  for (const typed of ["1", "flat", "-9.05"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(typed);
  }
  await expect(row(page, "Wreaths, red bows").getByLabel("Amount")).toHaveText("190.00");
  await page.keyboard.press("ArrowUp");
  await expect(row(page, "Wreaths, red bows").getByLabel("Unit price")).toBeFocused();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(lines(page).first()).toHaveValue("Neighbor discount");
  await expect(row(page, "Wreaths, red bows").getByLabel("Unit price")).toBeFocused();
  const seen = page.getByRole("region", { name: `What ${first} sees` });
  await expect(seen).toContainText("5 pieces at $38.00");
  await expect(seen).toContainText("$180.95");
  await expectAccessible(page);

  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/^Sent\. .+ can now accept or decline \$180\.95\.$/)).toBeVisible();
  await expect(page).toHaveURL(/tab=due/);
  const { status, quoteAmount, lines: saved } = await quoteOf(page, id);
  expect([status, quoteAmount]).toEqual(["reviewed", "180.95"]);
  expect(saved.map(({ text, amount }) => `${text} ${amount}`)).toEqual([
    "Neighbor discount -9.05",
    "Wreaths, red bows 190.00",
  ]);
  console.expectNone();
});

test("a proposal is written with single taps, saved as a draft, and accepted by phone @phone", async ({
  page,
  browser,
}) => {
  const console = watchConsole(page);
  const { id, first } = await requestQuote(browser);
  await signInAt(page, `/admin?tab=quotes&proposal=${id}`, admin);
  await page.getByRole("button", { name: "Start from the estimate" }).tap();
  await expect(row(page, "Premium Installation")).toBeVisible();
  await expect(lines(page).first()).toHaveValue("Premium Installation");
  const count = await lines(page).count();
  await page.getByRole("button", { name: "More for Premium Installation" }).tap();
  await page.getByRole("menuitem", { name: "Move down" }).tap();
  await expect(lines(page).nth(1)).toHaveValue("Premium Installation");
  await page.getByRole("button", { name: "Add an option" }).tap();
  await lines(page).nth(count).fill("Smart timer");
  await row(page, "Smart timer").getByLabel("Unit price").fill("25");
  await expectWellMade(page);
  await page.getByText("Preview", { exact: true }).tap();
  const seen = page.getByRole("region", { name: `What ${first} sees` });
  await expect(seen.getByRole("checkbox", { name: /Smart timer/ })).not.toBeChecked();
  await expectWellMade(page);

  await page.getByRole("button", { name: "Save draft" }).tap();
  await expect(page.getByText("Draft saved", { exact: true })).toBeVisible();
  expect((await quoteOf(page, id)).status).toBe("pending");
  await page.reload();
  await page.getByRole("button", { name: "Send quote" }).tap();
  await expect(page.getByText(/^Sent\. .+ can now accept or decline/)).toBeVisible();
  const told = await quoteOf(page, id);

  await page.getByRole("button", { name: "Accepted by phone" }).tap();
  const dialog = page.getByRole("dialog", { name: "Accepted by phone" });
  await dialog.getByText("Smart timer").tap();
  await expectWellMade(page);
  await dialog.getByRole("button", { name: /^Accept \$/ }).tap();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/by phone,/)).toBeVisible();
  const accepted = await quoteOf(page, id);
  expect(accepted.status).toBe("approved");
  expect(Number(accepted.quoteAmount) - Number(told.quoteAmount)).toBe(25);
  console.expectNone();
});

test("two administrators edit one proposal: nothing is overwritten unseen @desktop", async ({
  page,
  browser,
}) => {
  const console = watchConsole(page, [/409/]);
  const { id } = await requestQuote(browser);
  const second = await browser.newPage();
  const address = `/admin?tab=quotes&proposal=${id}`;
  await signInAt(page, address, admin);
  await signInAt(second, address, admin);
  for (const [each, text] of [
    [page, "Mine"],
    [second, "Theirs"],
  ] as const) {
    await lines(each).fill(text);
    await row(each, text).getByLabel("Unit price").fill("100");
  }
  await second.getByRole("button", { name: "Save draft" }).click();
  await expect(second.getByText("Draft saved", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Save draft" }).click();
  const note = page.getByRole("alert").filter({ hasText: "changed this" });
  await expect(note).toContainText("Ada");
  await expect(note).toContainText("Line: none → Theirs, $100.00");
  await expect(lines(page)).toHaveValue("Mine");
  await expectAccessible(page);
  await page.reload();
  await expect(lines(page)).toHaveValue("Mine");
  await expect(note).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved", { exact: true })).toBeVisible();
  expect((await quoteOf(page, id)).lines.map(({ text }) => text)).toEqual(["Mine"]);
  await second.close();
  console.expectNone();
});
