import { expect, type Page, test } from "@playwright/test";
import { cards, expectToast, fillCard } from "./card";
import { linkFrom, office, requestQuote } from "./office";
import { call, expectWellMade, fillQuoteForm, LINK_HELD, newPerson, watchConsole } from "./support";

const state = (page: Page) => page.getByRole("heading", { level: 1 });

/** Set a quote's price, as the office does to send a quote. */
const price = (desk: Page, id: string, quoteAmount: string) =>
  call(desk, "PATCH", `/api/quotes/${id}`, { status: "reviewed", quoteAmount });

test("a guest follows a quote from the request to the day of the visit, without an account", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const console = watchConsole(page, [LINK_HELD, /409/]);
  const person = newPerson();
  await page.goto("/quote");
  await fillQuoteForm(page, person);
  await page.getByRole("button", { name: "Request my free quote" }).click();
  await page.getByRole("link", { name: "Follow your request" }).click();

  await expect(page).toHaveURL(/\/follow\/quotes\/[0-9a-f-]{36}$/);
  const id = page.url().split("/").at(-1) ?? "";
  await expect(state(page)).toHaveText("We're working on your price");
  await expect(page.getByText(/^We'll send your price by .* tomorrow/)).toBeVisible();
  await expectWellMade(page);

  // Open the link from the email on another device.
  await office(browser, baseURL, (desk) => price(desk, id, "640.00"));
  await page.context().clearCookies();
  await page.goto(await linkFrom(page, person.email, "Your price is ready: $640.00"));
  await expect(page).toHaveURL(`/follow/quotes/${id}`);
  await expect(state(page)).toHaveText("Your price is ready: $640.00");
  await expectWellMade(page);

  // The price changes while the page is open.
  await office(browser, baseURL, (desk) => price(desk, id, "655.50"));
  await page.getByLabel("Your full name").fill(person.name);
  await page.getByRole("button", { name: "Accept $640.00" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The price has changed to $655.50" })).toBeFocused();
  await page.getByRole("button", { name: "Accept $655.50" }).click();
  await expect(state(page)).toHaveText("You accepted $655.50");
  await expect(state(page)).toBeFocused();

  await page.getByLabel("Add a comment").fill("Could you come in the morning?");
  await page.getByRole("button", { name: "Send comment" }).click();
  await expect(page.getByRole("log").getByText("Could you come in the morning?")).toBeVisible();

  await office(browser, baseURL, (desk) =>
    call(desk, "POST", "/api/jobs", { quoteId: id, scheduledDate: "2030-12-03T14:00:00Z" }),
  );
  await page.reload();
  await expect(state(page)).toHaveText("We'll be there Tuesday, December 3, 2030");
  await expect(page.getByText("Tuesday, December 3, 2030, 9:00 AM")).toBeVisible();
  await expectWellMade(page);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  console.expectNone();
});

test("a guest gets a new link on another device, declines, and can create an account @desktop", async ({
  page,
  browser,
  baseURL,
}) => {
  const { person, id } = await requestQuote(page);
  await office(browser, baseURL, (desk) => price(desk, id, "640.00"));

  const other = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  await other.goto(`/follow/quotes/${id}`);
  await expect(state(other)).toHaveText("This link may have expired");
  await expectWellMade(other);
  await other.getByRole("link", { name: "Email me a new link" }).click();
  await other.getByLabel("Email").fill(person.email);
  await other.getByRole("button", { name: "Email me a new link" }).click();
  await expect(other.getByText(person.email)).toBeVisible();

  await other.goto(await linkFrom(other, person.email, "Your new link to your holiday lights quote"));
  await expect(other).toHaveURL(`/follow/quotes/${id}`);
  await other.getByRole("button", { name: "Decline" }).click();
  await other.getByRole("button", { name: "Decline quote" }).click();
  await expect(state(other)).toHaveText("This quote is closed");
  await expect(state(other)).toBeFocused();

  await other.getByRole("link", { name: "Create an account" }).click();
  await expect(other.getByLabel("Email")).toHaveValue(person.email);
  await other.context().close();
});

test("a guest pays the invoice of a quote by card @desktop", async ({ page, browser, baseURL }) => {
  test.slow();
  const { id } = await requestQuote(page);
  await office(browser, baseURL, async (desk) => {
    const bill = { quoteId: id, amount: "640.00", dueDate: "2030-12-05", description: "Holiday lights" };
    const invoice = await call<{ id: string }>(desk, "POST", "/api/invoices", bill);
    await call(desk, "POST", `/api/invoices/${invoice.id}/send`, {});
  });
  await page.goto(`/follow/quotes/${id}`);
  await page.getByRole("link", { name: "Pay $640.00" }).click();
  await fillCard(page, cards.good);
  await page.getByRole("button", { name: "Complete Payment" }).click();
  await expectToast(page, "Payment Successful");
  await expect(page.getByText("Your invoice is paid.")).toBeVisible();
  await page.getByRole("link", { name: "See your invoice" }).click();
  await expect(page).toHaveURL(/\/follow\/invoices\//);
  await expect(state(page)).toHaveText("This invoice is paid");
  await expectWellMade(page);
});

test("a guest changes the preferred day of a tree until its day is set @phone", async ({
  page,
  browser,
  baseURL,
}) => {
  const person = newPerson();
  const ordered = await page.request.post("/api/tree-orders", {
    data: {
      customerName: person.name,
      customerEmail: person.email,
      customerPhone: person.phone,
      addressLine1: "41 Marcy Street",
      city: "Portsmouth",
      state: "NH",
      zipCode: "03801",
      treeSize: "quality_7_8ft",
    },
  });
  const { id } = await ordered.json();
  await page.goto(`/follow/tree-orders/${id}`);
  await expect(state(page)).toHaveText("We have your order");
  await expectWellMade(page);
  await page.getByRole("button", { name: "Preferred delivery date" }).click();
  await page.getByLabel("Type a date").fill("12/06/2030");
  await page.getByLabel("Type a date").press("Enter");
  await page.getByRole("button", { name: "Change day" }).click();
  await expectToast(page, "Preferred day changed");
  await expect(page.getByText("Fri, Dec 6", { exact: true })).toBeVisible();

  await office(browser, baseURL, (desk) =>
    call(desk, "PATCH", `/api/tree-orders/${id}`, {
      status: "scheduled",
      scheduledDeliveryDate: "2030-12-07",
    }),
  );
  await page.reload();
  await expect(state(page)).toHaveText("Your tree arrives Saturday, December 7, 2030");
  await expect(page.getByRole("button", { name: "Change day" })).toBeHidden();
  await expectWellMade(page);
});
