import { expect, type Page, test } from "@playwright/test";
import { cards, fillCard } from "./card";
import { linkFrom, type NewLine, office, requestQuote, writeLines } from "./office";
import { pdfText } from "./pdf";
import { call, expectFocusInSight, expectWellMade, LINK_HELD, watchConsole } from "./support";

const state = (page: Page) => page.getByRole("heading", { level: 1 });
const acceptButton = (page: Page, price: string) =>
  page.getByRole("button", { name: `Accept ${price}`, exact: true });

const size = { quantity: "1", unit: "flat", choice: "How much we light" } as const;
const offered: NewLine[] = [
  { ...size, text: "Basic: Roofline only", unitPrice: "542.80" },
  { ...size, text: "Standard: Roofline, porch and both dormers", unitPrice: "838.00", suggested: true },
  { ...size, text: "Premium: All of that, plus the spruce", unitPrice: "1246.00" },
  { text: "Wreaths, 20 in., red bows", quantity: "5", unit: "piece", unitPrice: "38.00" },
  { text: "Garland along the porch rail", quantity: "24", unit: "ft", unitPrice: "6.495" },
  { text: "Neighbor discount", quantity: "1", unit: "flat", unitPrice: "-99.00" },
  { text: "Smart timer: On at dusk", quantity: "1", unit: "piece", unitPrice: "25.00", optional: true },
];

interface Source {
  estimate: NewLine[];
}

interface Visit {
  id: string;
}

/** Pay with the card form on the page, with 3-D Secure authentication. */
async function payWithAuthentication(page: Page, button: string) {
  await fillCard(page, cards.authenticate);
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
}

test("a guest chooses, accepts and pays the deposit behind the link, and the rest once the lights are up", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const console = watchConsole(page, [LINK_HELD]);
  const { person, id } = await requestQuote(page);

  // The office starts from the estimate and adds choices.
  await office(browser, baseURL, async (desk) => {
    const { estimate } = await call<Source>(desk, "GET", `/api/quotes/${id}/line-sources`);
    const begun = await writeLines(desk, id, () => estimate);
    expect(begun.lines.map(({ text }) => text)).toEqual(estimate.map(({ text }) => text));
    await writeLines(desk, id, () => offered);
    await call(desk, "PATCH", `/api/quotes/${id}`, { status: "reviewed" });
  });

  await page.context().clearCookies();
  await page.goto(await linkFrom(page, person.email, "Your price is ready: $1,084.88"));
  await expect(state(page)).toHaveText("Your price is ready: $1,084.88");
  await expect(page.getByText("Not included:")).toBeVisible();
  await expectWellMade(page);
  await expectFocusInSight(page);
  await page.getByRole("radio", { name: /^Basic/ }).check();
  await page.getByRole("checkbox", { name: /^Smart timer/ }).check();
  await expect(acceptButton(page, "$814.68")).toBeVisible();
  const proposal = await pdfText(page, `/api/quotes/${id}/pdf`);
  for (const words of ["Standard", "Neighbor discount", "$1,084.88", "deposit back in full until 7 days"]) {
    expect(proposal).toContain(words);
  }

  // The choices survive a reload.
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^Smart timer/ })).toBeChecked();
  await page.getByLabel("Your full name").fill(person.name);
  await acceptButton(page, "$814.68").click();
  await expect(state(page)).toHaveText("You accepted $814.68");
  await expect(state(page)).toBeFocused();
  await expect(page.getByText(`Accepted by ${person.name}`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pay the deposit: $203.67" })).toBeVisible();
  // Once the card form is ready, the button changes its color.
  await expect(page.getByRole("button", { name: "Pay $203.67" })).toBeEnabled();
  await expectWellMade(page);
  await payWithAuthentication(page, "Pay $203.67");
  await expect(page.getByText("Your invoice shows this payment. Next, we set your day.")).toBeVisible();

  // The visit is scheduled and completed.
  await office(browser, baseURL, async (desk) => {
    const visit = { quoteId: id, scheduledDate: "2030-12-03T14:00:00Z" };
    const job = await call<Visit>(desk, "POST", "/api/jobs", visit);
    await call(desk, "PATCH", `/api/jobs/${job.id}`, { status: "completed" });
  });
  await page.reload();
  await page.getByRole("link", { name: "Pay $611.01" }).click();
  await payWithAuthentication(page, "Complete Payment");
  await expect(page.getByText("Your invoice is paid.")).toBeVisible();
  const receipt = await page.getByRole("link", { name: "See your invoice" }).getAttribute("href");
  const invoice = await pdfText(page, `/api/invoices/${receipt?.split("/").at(-1)}/pdf`);
  for (const words of ["$814.68", "$203.67", "$611.01"]) expect(invoice).toContain(words);
  console.expectNone();
});

test("an accepted quote changes: the customer is asked again, and their payment counts", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const console = watchConsole(page, [LINK_HELD, /409/]);
  const { person, id } = await requestQuote(page);
  await office(browser, baseURL, async (desk) => {
    await writeLines(desk, id, () => offered);
    await call(desk, "PATCH", `/api/quotes/${id}`, { status: "reviewed" });
  });
  await page.goto(`/follow/quotes/${id}`);
  await page.getByLabel("Your full name").fill(person.name);
  await acceptButton(page, "$1,084.88").click();
  await expect(state(page)).toHaveText("You accepted $1,084.88");
  await fillCard(page, cards.good);
  await page.getByRole("button", { name: "Pay $271.22" }).click();
  await expect(page.getByText("Your invoice shows this payment. Next, we set your day.")).toBeVisible();

  // The office changes the wreaths and removes the timer.
  await office(browser, baseURL, (desk) =>
    writeLines(desk, id, (lines) =>
      lines
        .filter(({ text }) => !text.startsWith("Smart timer"))
        .map((line) => (line.text.startsWith("Wreaths") ? { ...line, quantity: "6" } : line)),
    ),
  );
  await page.reload();
  await expect(state(page)).toHaveText("Your quote has changed: $1,122.88");
  const changed = page.getByRole("region", { name: "What changed" });
  await expect(changed).toContainText("Your yes to $1,084.88 no longer counts");
  await expect(changed.getByRole("listitem")).toHaveText([
    /^Changed: Wreaths/,
    /^No longer offered: Smart timer/,
  ]);
  await expect(page.getByText("You've already paid $271.22")).toBeVisible();
  await expectWellMade(page);

  // The quote changes again while the page is open. The choices and the typed name stay.
  await page.getByRole("radio", { name: /^Premium/ }).check();
  await page.getByLabel("Your full name").fill(person.name);
  await office(browser, baseURL, (desk) =>
    writeLines(desk, id, (lines) =>
      lines.map((line) => (line.text.startsWith("Wreaths") ? { ...line, quantity: "7" } : line)),
    ),
  );
  await acceptButton(page, "$1,530.88").click();
  await expect(page.getByRole("alert").filter({ hasText: "changed" })).toBeFocused();
  await expect(page.getByRole("radio", { name: /^Premium/ })).toBeChecked();
  await acceptButton(page, "$1,568.88").click();
  await expect(state(page)).toHaveText("You accepted $1,568.88");
  // A quarter is $392.22, of which $271.22 was paid.
  await expect(page.getByRole("heading", { name: "Pay the deposit: $121.00" })).toBeVisible();
  await expectWellMade(page);
  console.expectNone();
});
