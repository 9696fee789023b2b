import { expect, test } from "@playwright/test";
import { cards, DECLINED, expectToast, fillCard } from "./card";
import { call, expectFocusKept, newPerson, signInAt, watchConsole } from "./support";

const order = {
  treeSize: "modest_6ft",
  customerName: "Eleanor Hayes",
  customerEmail: "customer@example.com",
  customerPhone: "603-555-0172",
  addressLine1: "41 Marcy Street",
  city: "Portsmouth",
  state: "NH",
  zipCode: "03801",
};

test("a customer keeps the focus after a declined card, a comment and an order @desktop", async ({
  page,
}) => {
  test.slow();
  const console = watchConsole(page, [DECLINED]);
  await page.goto("/checkout");
  const pay = page.getByRole("button", { name: "Complete Payment" });
  await expect(pay).toBeEnabled();
  // An incomplete card is reported once, on its field, and not as a failed payment.
  await pay.press("Enter");
  const incomplete = page.getByText(/(incomplete|required|invalid)/i);
  await expect(incomplete.first()).toBeVisible();
  await expect(page.getByText("Payment Failed")).toHaveCount(0);
  await expect(page.getByText(/to pay another way/)).toHaveCount(0);
  await page.getByLabel("Email for your receipt").fill("eleanor@example.com");
  await fillCard(page, cards.declined);
  await pay.press("Enter");
  await expectToast(page, "Payment Failed");
  await expect(page.getByRole("alert").filter({ hasText: "You can try another card" })).toBeVisible();
  await expect(pay).toBeFocused();

  await signInAt(page, "/my-services");
  const quote = page.getByRole("article").first();
  await quote.getByRole("button", { name: /^Comments/ }).click();
  await quote.getByLabel("Add a comment").fill("Could the crew come after the 24th?");
  await quote.getByRole("button", { name: "Send comment" }).press("Enter");
  await expectToast(page, "Comment Added");
  await expect(quote.getByRole("button", { name: "Send comment" })).toBeFocused();

  await page.goto("/christmas-trees");
  await page.getByLabel("Full name").fill(order.customerName);
  await page.getByLabel(/^Phone/).fill(order.customerPhone);
  await page.getByLabel(/^Street address/).fill(order.addressLine1);
  await page.getByLabel(/^City/).fill(order.city);
  await page.getByLabel(/^ZIP/).fill(order.zipCode);
  await page.getByRole("button", { name: "Place order" }).press("Enter");
  await page.waitForURL("**/my-services");
  await expectFocusKept(page);
  console.expectNone();
});

test("staff keep the focus after a logged call, a sent invoice and a moved visit @desktop", async ({
  page,
}) => {
  test.slow();
  const console = watchConsole(page);
  await signInAt(page, "/admin", "admin@example.com");
  const { name, email } = newPerson();
  const { id } = await call<{ id: string }>(page, "POST", "/api/tree-orders", {
    ...order,
    customerName: name,
    customerEmail: email,
  });
  await page.goto(`/admin?tab=trees&q=${id.slice(-8)}`);
  await page.getByRole("button", { name: /^Log a call/ }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Outcome")).toBeFocused();
  await dialog.getByRole("button", { name: "Close" }).press("Enter");
  await expect(page.getByRole("button", { name: /^Log a call/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Log call" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expectFocusKept(page);

  const [customer] = await (await page.request.get("/api/desk/customers?q=customer@example.com")).json();
  const invoice = await call<{ invoiceNumber: string }>(page, "POST", "/api/invoices", {
    userId: customer.userId,
    amount: "120.00",
    description: "Repair",
  });
  await page.goto(`/admin?tab=invoices&q=${invoice.invoiceNumber}`);
  await page.getByRole("button", { name: `Send invoice ${invoice.invoiceNumber}` }).press("Enter");
  await expectToast(page, "Invoice sent");
  await expectFocusKept(page);

  const quote = await call<{ id: string }>(page, "POST", "/api/quotes", {
    fullName: name,
    email,
    phone: "603-555-0172",
    city: "Portsmouth",
    servicePackage: "premium",
  });
  const job = { quoteId: quote.id, kind: "service", scheduledDate: "2043-03-25T13:30:00Z" };
  await call(page, "POST", "/api/jobs", job);
  await page.goto("/admin?tab=jobs&view=month&day=2043-03-25");
  const visit = page.getByRole("button", { name: new RegExp(name) });
  await visit.press("Shift+ArrowRight");
  await expectToast(page, "Job Updated");
  await expect(visit).toBeFocused();
  console.expectNone();
});
