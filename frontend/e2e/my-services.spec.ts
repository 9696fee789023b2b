import { expect, type Page, test } from "@playwright/test";
import { newCustomer } from "./card";
import {
  call,
  catalog,
  expectAccessible,
  expectWellMade,
  fillSignInPage,
  newPerson,
  signInAt,
  watchConsole,
  watchForText,
} from "./support";

/** Request a quote, used by no other test, as the signed-in customer. */
async function newQuote(page: Page): Promise<{ id: string; card: ReturnType<Page["getByRole"]> }> {
  const { id } = await call<{ id: string }>(page, "POST", "/api/quotes", {
    fullName: "Eleanor Hayes",
    email: "customer@example.com",
    phone: "603-555-0172",
    city: "Portsmouth",
    servicePackage: "premium",
  });
  return { id, card: page.getByRole("article").filter({ hasText: id.slice(-8) }) };
}

const tabs = {
  quotes: "Quotes",
  services: "Services",
  addresses: "Addresses",
  invoices: "Invoices",
  storage: "Storage",
  "tree-orders": "Tree orders",
};

test("a visitor is sent to sign in and returns to the requested tab @desktop", async ({ page }) => {
  const toast = await watchForText(page, "Please Log In");
  await page.goto("/my-services?tab=invoices", { waitUntil: "commit" });
  await toast.shown;
  await page.waitForURL(/\/accounts\/login\//);
  await fillSignInPage(page);
  await expect(page.getByRole("tab", { name: "Invoices" })).toHaveAttribute("aria-selected", "true");
});

test(`every tab has rows, is accessible and logs no errors`, async ({ page }) => {
  test.slow();
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const console = watchConsole(page);
  await signInAt(page, "/my-services?tab=storage");
  for (const [value, name] of Object.entries(tabs)) {
    await page.getByRole("tab", { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`[?]tab=${value}$`));
    await page.reload();
    await expect(page.getByRole("tab", { name, exact: true })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("tabpanel").getByRole("article").first()).toBeVisible();
    await expectWellMade(page);
  }
  console.expectNone();
});

test("at 320 px, every tab is in view and nothing scrolls sideways @desktop", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const tabScripts = new Set<string>();
  page.on("request", (request) => {
    if (/\/(mine|my-addresses)-[^/]+\.js$/.test(request.url())) tabScripts.add(request.url());
  });
  await signInAt(page, "/my-services");
  await expect(page.getByRole("tabpanel").getByRole("article").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  for (const tab of await page.getByRole("tab").all()) {
    const box = await tab.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true);
  }
  // A tab's code loads when the tab is opened.
  expect(tabScripts.size).toBe(1);
  const services = page.getByRole("tab", { name: "Services" });
  await services.click();
  await expect(page.getByRole("tabpanel").getByRole("article").first()).toBeVisible();
  expect(tabScripts.size).toBe(2);
  // The keyboard shows a focus ring, the mouse doesn't.
  await expect(services).toBeFocused();
  const ring = () => page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
  expect(await ring()).toBe("none");
  await page.keyboard.press("ArrowRight");
  expect(await ring()).toBe("solid");
});

test("a customer comments on a quote @desktop", async ({ page }) => {
  const console = watchConsole(page);
  await signInAt(page, "/my-services");
  const { card } = await newQuote(page);
  await page.reload();
  await card.getByRole("button", { name: /^Comments/ }).click();
  await expect(card.getByText("No comments yet. Start the conversation!")).toBeVisible();
  await expect(card.getByRole("button", { name: "Send comment" })).toBeDisabled();
  await card.getByLabel("Add a comment").fill("  Could the crew come after the 24th? ");
  await card.getByRole("button", { name: "Send comment" }).click();
  await expect(page.getByText("Comment Added", { exact: true })).toBeVisible();
  await expect(card.getByRole("log")).toContainText("You");
  await expect(card.getByRole("log")).toContainText("Could the crew come after the 24th?");
  await expect(card.getByLabel("Add a comment")).toHaveValue("");
  await expectAccessible(page);
  console.expectNone();
});

test("a customer accepts the price that staff sent", async ({ page, browser }) => {
  test.slow();
  const console = watchConsole(page, [/409/]);
  await signInAt(page, "/my-services");
  const { id, card } = await newQuote(page);
  const office = await browser.newPage();
  await signInAt(office, "/", "admin@example.com");
  await call(office, "PATCH", `/api/quotes/${id}`, { status: "reviewed", quoteAmount: "980.00" });

  await page.reload();
  const next = page.getByRole("region", { name: "What's next" });
  const line = next.getByRole("listitem").filter({ has: page.locator(`a[href*="${id}"]`) });
  await expect(line).toContainText("Your price is ready: $980.00");
  await line.getByRole("link", { name: "Review quote" }).click();
  await expect(card).toBeFocused();
  await card.getByRole("button", { name: "Accept $980" }).click();
  const question = page.getByRole("alertdialog", { name: "Accept this quote for $980.00?" });
  await expect(question.getByRole("button", { name: "Not yet" })).toBeFocused();
  await expectAccessible(page);
  // Staff change the price while the customer is looking at the old one.
  await call(office, "PATCH", `/api/quotes/${id}`, { quoteAmount: "1040.00" });
  await question.getByRole("button", { name: "Accept $980" }).click();
  await expect(page.getByText(/has changed to \$1,040/).first()).toBeVisible();

  await card.getByRole("button", { name: "Accept $1,040" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Accept $1,040" }).click();
  await expect(page.getByText("Quote accepted", { exact: true })).toBeVisible();
  await expect(card.getByText("We'll call to set your day")).toBeVisible();
  await expect(card.getByRole("button", { name: /^Accept/ })).toHaveCount(0);
  await expect(line).toContainText("We'll call to set your day");
  await card.getByRole("button", { name: /^Comments/ }).click();
  await expect(card.getByRole("log")).toContainText("Your price changed: $1,040.00");
  await expect(card.getByRole("log")).toContainText("You said yes to $1,040.00");
  await expect(card.getByRole("log")).not.toContainText(/Status changed|Quote amount/);
  await office.close();
  console.expectNone();
});

test("a customer saves, changes and deletes an address @desktop", async ({ page }) => {
  const console = watchConsole(page);
  const street = `${Math.random().toString(36).slice(2, 10)} Bow Street`;
  await signInAt(page, "/my-services?tab=addresses");
  await page.getByRole("button", { name: "Add address" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Save address" }).click();
  await expect(form.getByText("Please provide a street address")).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel("Street address").fill(street);
  await form.getByLabel("City").fill("Exeter");
  await form.getByLabel("ZIP").fill("03833");
  await form.getByRole("button", { name: "Save address" }).click();
  const card = page.getByRole("article", { name: street });
  await expect(card).toContainText("Exeter, NH 03833");

  await card.getByRole("button", { name: /^Edit/ }).click();
  await form.getByLabel("ZIP").fill("03833-1234");
  await form.getByRole("button", { name: "Save address" }).click();
  await expect(card).toContainText("03833-1234");

  await card.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete address" }).click();
  await expect(card).toHaveCount(0);
  console.expectNone();
});

test("a storage customer opens the receipt of a charge @desktop", async ({ page, context }) => {
  await signInAt(page, "/my-services?tab=storage");
  const charges = page.getByRole("region", { name: "Charges and receipts" });
  await expect(charges.getByRole("listitem").first()).toContainText("Paid");
  const opened = context.waitForEvent("page");
  await charges
    .getByRole("link", { name: /^View receipt/ })
    .first()
    .click();
  await expect((await opened).getByText(/^Paid: \$/)).toBeVisible();
});

test("a session is detected without the CSRF cookie @desktop", async ({ page, context }) => {
  const browser = watchConsole(page);
  await signInAt(page, "/my-services");
  for (const path of ["/my-services", "/subscribe"]) {
    await context.clearCookies({ name: "csrftoken" });
    await page.goto(path);
    await expect(page.getByRole("link", { name: "Logout" }).first()).toBeVisible();
    await expect(page.getByText("Sign In to Subscribe")).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
  await browser.expectNone();
});

test("the storage plans are shown to signed-in users only @desktop", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Off-season storage" })).toHaveCount(0);
  const console = watchConsole(page);
  await signInAt(page, "/");
  const plans = page.locator("#storage");
  await expect(plans).toBeAttached();
  // The link from My Services leads to a section that renders late.
  await page.goto("/#storage");
  await page.reload();
  await expect(plans.getByRole("heading", { name: "Off-season storage" })).toBeInViewport();
  await expect(plans).toContainText(`$${Number(catalog.storagePlans[0].monthlyPrice)}`);
  await plans.getByRole("link", { name: "Choose Business" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Storage Subscription Plans");
  await expect(page.getByLabel("Plan", { exact: true })).toHaveValue("business");
  await expectAccessible(page);
  console.expectNone();
});

test("long words scroll neither the customer's pages nor the desk sideways @phone", async ({
  page,
  browser,
  baseURL,
}) => {
  const long = (word: string) => word.repeat(6).slice(0, 100);
  const { email, id } = await newCustomer(page, "/", {
    ...newPerson(),
    email: `${long("a").slice(0, 60)}.${newPerson().email}`,
  });
  const place = { street: long("Bahnhofstrassenecke"), city: long("Llanfairpwllgwyngyll") };
  await call(page, "PATCH", "/api/auth/user", { firstName: long("Wolfeschlegelstein"), lastName: "Hayes" });
  await call(page, "POST", "/api/addresses", { label: "", ...place, state: "NH", zipCode: "03801" });
  const quote = await call<{ id: string }>(page, "POST", "/api/quotes", {
    fullName: long("Wolfeschlegelstein"),
    email,
    phone: "603-555-0172",
    city: place.city,
    streetAddress: place.street,
    servicePackage: "premium",
  });
  const content = long("https://example.com/lights");
  await call(page, "POST", `/api/quotes/${quote.id}/comments`, { content });
  const notSideways = async (
    shown: Page,
    path: string,
    shows = shown
      .getByText(/Wolfe|Bahnhof/)
      .filter({ visible: true })
      .first(),
  ) => {
    await shown.goto(path);
    await expect(shows).toBeVisible();
    await shown.waitForLoadState("networkidle");
    expect(await shown.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBe(
      0,
    );
  };
  const desk = await browser.newPage({ baseURL: baseURL ?? "", viewport: page.viewportSize() });
  await signInAt(desk, "/", "admin@example.com");
  await notSideways(desk, `/admin?tab=due&kind=question&open=question-${quote.id}`);
  await notSideways(desk, `/admin?tab=customers&person=${id}`);
  await call(desk, "PATCH", `/api/quotes/${quote.id}`, { status: "reviewed", quoteAmount: "99999999.99" });
  await desk.close();
  await notSideways(page, "/my-services");
  await notSideways(page, "/my-services?tab=addresses");
  await notSideways(page, "/quote", page.getByRole("combobox", { name: "Saved address" }));
  await notSideways(page, `/follow/quotes/${quote.id}`);
});
