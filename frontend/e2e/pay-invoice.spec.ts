import { type Browser, expect, type Page, test } from "@playwright/test";
import { cards, chargesOf, expectToast, fillCard, intentOf, newCustomer } from "./card";
import { call, expectAccessible, signInAt, watchConsole } from "./support";

const complete = (page: Page) => page.getByRole("button", { name: "Complete Payment" });

interface Invoice {
  id: string;
  invoiceNumber: string;
}

/** Send an invoice for $875.00, $200.00 of it paid by check. */
async function invoiceFor(browser: Browser, baseURL: string | undefined, userId: string): Promise<Invoice> {
  const office = await browser.newPage({ baseURL: baseURL ?? "" });
  await signInAt(office, "/", "admin@example.com");
  const invoice = await call<Invoice>(office, "POST", "/api/invoices", {
    userId,
    amount: "875.00",
    dueDate: "2030-12-05",
    description: "Holiday light installation",
  });
  await call(office, "POST", `/api/invoices/${invoice.id}/send`, {});
  await call(office, "POST", `/api/invoices/${invoice.id}/record-payment`, {
    method: "check",
    note: "No. 118",
    amount: "200.00",
  });
  await office.close();
  return invoice;
}

test("a partly paid invoice is paid by card, and its PDF opens", async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  test.slow();
  const { id } = await newCustomer(page, "/my-services");
  const invoice = await invoiceFor(browser, baseURL, id);
  const console = watchConsole(page);
  await page.goto("/my-services?tab=invoices");
  const card = page.getByRole("article", { name: invoice.invoiceNumber });
  for (const amount of ["$875.00", "$200.00", "$675.00"]) await expect(card).toContainText(amount);
  await expectAccessible(page);

  const intent = intentOf(page);
  await card.getByRole("link", { name: /^Pay \$675.00/ }).click();
  const sums = page.getByRole("complementary", { name: "What you're paying for" });
  for (const amount of ["$875.00", "$200.00", "$675.00"]) await expect(sums).toContainText(amount);
  await fillCard(page, cards.good);
  await expectAccessible(page);
  await complete(page).dblclick();
  await expectToast(page, "Payment Successful");
  await expect(page.getByText("Your invoice is paid.")).toBeVisible();
  await expectAccessible(page);
  expect(await chargesOf(request, await intent)).toBe(1);

  await page.reload();
  await expect(page.getByRole("heading", { name: `Invoice ${invoice.invoiceNumber} is paid` })).toBeVisible();
  await page.getByRole("link", { name: "See your invoices" }).click();
  await expect(card.getByText("Paid", { exact: true }).first()).toBeVisible();
  await expect(card.getByRole("link", { name: /^Pay/ })).toHaveCount(0);

  const link = card.getByRole("link", { name: /^Open PDF/ });
  const response = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(response.headers()["content-type"]).toBe("application/pdf");
  expect((await response.body()).subarray(0, 5).toString()).toBe("%PDF-");
  const opened = page.context().waitForEvent("page");
  await link.click();
  await opened;
  console.expectNone();
});
