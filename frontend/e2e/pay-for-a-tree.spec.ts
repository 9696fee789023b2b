import { expect, type Page, test } from "@playwright/test";
import { cards, chargesOf, fillCard, intentOf } from "./card";
import { office } from "./office";
import {
  call,
  dayOfItsOwn,
  expectAccessible,
  expectWellMade,
  LINK_HELD,
  newPerson,
  watchConsole,
} from "./support";

const state = (page: Page) => page.getByRole("heading", { level: 1 });

/** Order a premium tree as a guest, with the form. */
async function orderTree(page: Page) {
  const person = newPerson();
  await page.goto("/christmas-trees");
  await page.getByRole("radio", { name: /Premium 8-10 ft Tree/ }).check();
  await page.getByLabel("Full name").fill(person.name);
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("textbox", { name: "Phone" }).fill(person.phone);
  await page.getByLabel("Street address").fill("41 Marcy Street");
  await page.getByLabel("City").fill("Portsmouth");
  await page.getByLabel("ZIP").fill("03801");
  const response = page.waitForResponse("**/api/tree-orders");
  await page.getByRole("button", { name: "Place order" }).filter({ visible: true }).click();
  const { id } = await (await response).json();
  return { ...person, id: id as string };
}

test("a tree is ordered, paid with 3-D Secure, canceled by the office and refunded", async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  test.slow();
  const watched = watchConsole(page, [LINK_HELD]);
  const { name, email } = await orderTree(page);
  const payment = page.getByRole("region", { name: "Payment" });
  await expect(payment.getByRole("button", { name: "Pay at delivery" })).toBeVisible();
  await expectWellMade(page);
  const opened = intentOf(page);
  await payment.getByRole("button", { name: "Pay $210.00 now" }).click();
  const intent = await opened;
  await fillCard(page, cards.authenticate);
  await expectWellMade(page);
  await page.getByRole("button", { name: "Pay $210.00", exact: true }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeFocused();
  await expect(page.getByText("Your order is paid. We'll email your receipt.")).toBeVisible();
  expect(await chargesOf(request, intent)).toBe(1);

  // A reload neither orders nor pays again.
  await page.reload();
  await expect(payment.getByRole("heading", { name: "Your order is paid" })).toBeVisible();
  await page.getByRole("link", { name: "Follow your order" }).click();
  await expect(state(page)).toHaveText("We have your order");
  await expect(page.getByRole("heading", { name: "Your order is paid" })).toBeVisible();
  await expectWellMade(page);

  // No day is set, so the worker would refund it ten minutes later. The office refunds it right away.
  await office(browser, baseURL, async (desk) => {
    await desk.goto(`/admin?tab=trees&view=all&q=${encodeURIComponent(email)}`);
    const line = desk.getByRole("row").filter({ hasText: name });
    await expect(line.getByText("Paid", { exact: true })).toBeVisible();
    await line.getByRole("button", { name: /^Open order/ }).click();
    const panel = desk.getByRole("region", { name: "Details" });
    await panel.getByLabel("Status", { exact: true }).selectOption("cancelled");
    await panel.getByRole("button", { name: "Save order" }).click();
    await expect(line.getByText("Refund due: $210.00")).toBeVisible();
    await panel.getByRole("button", { name: "Refund card payment of $210.00" }).click();
    const dialog = desk.getByRole("dialog", { name: "Refund this payment?" });
    await dialog.getByLabel("Reason").fill("Canceled by phone");
    await dialog.getByRole("button", { name: "Refund $210.00" }).click();
    await expect(desk.getByText("Refund sent", { exact: true })).toBeVisible();
  });
  const isRefunded = async () => {
    await page.reload();
    await expect(state(page)).toHaveText("This order was canceled");
    return page.getByRole("heading", { name: "Your payment was refunded" }).isVisible();
  };
  await expect.poll(isRefunded, { timeout: 60_000 }).toBe(true);
  await expectWellMade(page);
  watched.expectNone();
});

test("a tree is delivered, and paid at the door with the QR code of the day sheet", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const { id } = await orderTree(page);
  const day = dayOfItsOwn("12-10", 15);
  await page.getByRole("button", { name: "Pay at delivery" }).click();
  await expect(page.getByText("You'll pay $210.00 at delivery, by cash, check or card.")).toBeFocused();

  let url = "";
  await office(browser, baseURL, async (desk) => {
    await desk.setViewportSize(page.viewportSize() ?? { width: 390, height: 844 });
    const other = await call<{ id: string }>(desk, "POST", "/api/tree-orders", {
      ...{ customerName: "Ann Nolan", customerEmail: "ann@example.com", customerPhone: "603-555-0172" },
      ...{ addressLine1: "9 Wharf Street", city: "Portsmouth", state: "NH", zipCode: "03801" },
      treeSize: "premium_8_10ft",
    });
    for (const each of [id, other.id]) {
      const change = { status: "scheduled", scheduledDeliveryDate: day };
      await call(desk, "PATCH", `/api/tree-orders/${each}`, change);
    }
    await desk.goto(`/admin/day-sheet?day=${day}`);
    const total = desk.getByRole("region", { name: "To collect" });
    await expect(total).toContainText("$420.00");
    await expect(total).toContainText("From 2 of 2 orders.");

    // The neighbor pays cash.
    await desk.getByRole("button", { name: /^Record payment of .*Ann Nolan/ }).click();
    const form = desk.getByRole("dialog", { name: "Record a payment" });
    await expect(form).toBeVisible();
    await expectWellMade(desk);
    await form.getByRole("button", { name: "Record $210.00 cash" }).click();
    await expect(desk.getByText("Ann Nolan: paid in full.", { exact: true })).toBeVisible();
    await expect(total).toContainText("From 1 of 2 orders.");
    await expect(desk.getByRole("row").filter({ hasText: "Ann Nolan" }).getByText("Paid")).toBeVisible();

    await call(desk, "PATCH", `/api/tree-orders/${id}`, { status: "delivered" });
    await desk.evaluate(() => {
      window.print = () => undefined;
    });
    const made = desk.waitForResponse("**/api/tree-orders/payment-codes");
    await desk.getByRole("button", { name: "Print" }).click();
    [{ url }] = await (await made).json();
    await expectAccessible(desk);
    for (const format of ["A4", "Letter"]) {
      const paper = await desk.pdf({ format });
      expect(paper.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
    }
    await desk.emulateMedia({ media: "print" });
    await expect(desk.getByRole("img", { name: /^QR code to pay \$210.00/ })).toBeVisible();
    await expect(desk.getByRole("button", { name: "Print" })).toBeHidden();
  });

  // The customer's phone has not opened the order before.
  const phone = await browser.newPage({ baseURL: baseURL ?? "", viewport: page.viewportSize() });
  await phone.goto(url);
  await expect(state(phone)).toHaveText("Your tree was delivered");
  await fillCard(phone, cards.good);
  await expectWellMade(phone);
  await phone.getByRole("button", { name: "Pay $210.00", exact: true }).click();
  await expect(phone.getByRole("heading", { name: "Payment received" })).toBeFocused();
  await expect(phone.getByText("Your order is paid. We'll email your receipt.")).toBeVisible();
  await phone.close();

  await office(browser, baseURL, async (desk) => {
    await desk.goto(`/admin/day-sheet?day=${day}`);
    await expect(desk.getByText("Nothing to collect.")).toBeVisible();
  });
});
