import { type Browser, expect, type Page, test } from "@playwright/test";
import { cards, expectToast, fillCard, newCustomer } from "./card";
import { call, expectAccessible, signInAt, watchConsole } from "./support";

const complete = (page: Page) => page.getByRole("button", { name: "Complete Payment" });

/** Send two invoices; return their numbers. */
async function invoicesFor(browser: Browser, baseURL: string | undefined, userId: string): Promise<string[]> {
  const office = await browser.newPage({ baseURL: baseURL ?? "" });
  await signInAt(office, "/", "admin@example.com");
  const numbers: string[] = [];
  for (const amount of ["120.00", "80.00"]) {
    const body = { userId, amount, dueDate: "2030-12-05", description: "Holiday light installation" };
    const made = await call<{ id: string; invoiceNumber: string }>(office, "POST", "/api/invoices", body);
    await call(office, "POST", `/api/invoices/${made.id}/send`, {});
    numbers.push(made.invoiceNumber);
  }
  await office.close();
  return numbers;
}

async function openForm(page: Page, number: string) {
  await page.goto("/my-services?tab=invoices");
  await page
    .getByRole("article", { name: number })
    .getByRole("link", { name: /^Pay \$/ })
    .click();
  await expect(complete(page)).toBeEnabled();
}

test("a card is saved with one invoice, pays the next one, and is removed", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const { id } = await newCustomer(page, "/my-services");
  const [first = "", second = ""] = await invoicesFor(browser, baseURL, id);
  const console = watchConsole(page);

  await openForm(page, first);
  const save = page.getByRole("checkbox", { name: "Save payment details for future purchases" });
  await expect(save).not.toBeChecked();
  await expect(page.getByText("If you check the box, Stripe saves the card for next time")).toBeVisible();
  await fillCard(page, cards.good);
  await save.check();
  await expectAccessible(page);
  await complete(page).click();
  await expectToast(page, "Payment Successful");

  await openForm(page, second);
  await expect(page.getByRole("radio", { name: /^Visa •••• 4242/ })).toBeChecked();
  await expect(page.getByLabel("Card number")).toBeHidden();
  await expectAccessible(page);
  await complete(page).click();
  await expectToast(page, "Payment Successful");
  await expect(page.getByText("Your invoice is paid.")).toBeVisible();

  await page.goto("/my-services?tab=invoices#saved-cards");
  const paid = page.getByRole("list", { name: "Your payments" }).getByRole("listitem");
  await expect(paid).toHaveCount(2);
  await expect(paid.filter({ hasText: second })).toContainText(/\$80\.00/);
  await expect(paid.filter({ hasText: second })).toContainText("Visa ending in 4242");
  const receipt = page.context().waitForEvent("page");
  await paid
    .filter({ hasText: second })
    .getByRole("link", { name: /^View receipt/ })
    .click();
  await expect((await receipt).getByText("Paid: $80.00")).toBeVisible();

  const saved = page.getByRole("list", { name: "Your saved cards" });
  await expect(saved.getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  await saved.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByRole("button", { name: "Remove card" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove card" }).click();
  await expectToast(page, "Card removed");
  await expect(page.getByText("No saved cards.")).toBeVisible();
  console.expectNone();
});

test("a saved card still needs 3-D Secure, and is never offered to another customer @desktop", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const { id } = await newCustomer(page, "/my-services");
  const [first = "", second = ""] = await invoicesFor(browser, baseURL, id);
  const authenticate = () => page.getByRole("button", { name: "Complete authentication" });

  await openForm(page, first);
  await fillCard(page, "4000 0027 6000 3184");
  await page.getByRole("checkbox", { name: "Save payment details for future purchases" }).check();
  await complete(page).click();
  await authenticate().click();
  await expectToast(page, "Payment Successful");

  await openForm(page, second);
  await expect(page.getByRole("radio", { name: /3184/ })).toBeChecked();
  await complete(page).click();
  await authenticate().click();
  await expectToast(page, "Payment Successful");

  const other = await browser.newPage({ baseURL: baseURL ?? "" });
  await newCustomer(other, "/checkout");
  await expect(complete(other)).toBeEnabled();
  await expect(other.getByLabel("Card number")).toBeVisible();
  await expect(other.getByRole("radio", { name: /••••/ })).toHaveCount(0);
  await other.close();
});
