import { expect, type Page, test } from "@playwright/test";
import { catalog, expectWellMade, newPerson, sumOf, tabTo, watchConsole } from "./support";

async function fillDelivery(page: Page, person: ReturnType<typeof newPerson>) {
  await page.getByLabel("Full name").fill(person.name);
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("textbox", { name: "Phone" }).fill(person.phone);
  await page.getByLabel("Street address").fill("41 Marcy Street");
  await page.getByLabel("City").fill("Portsmouth");
  await page.getByLabel("ZIP").fill("03801");
}

const [modest, , premium] = catalog.treeSizes;
const chosen = catalog.treeAddOns.filter(({ id }) => id === "includeTreeStand" || id === "includeDisposal");
const total = sumOf(premium.price, premium.deliveryPrice, ...chosen.map(({ price }) => price));

const placeOrder = (page: Page) =>
  page.getByRole("button", { name: "Place order" }).filter({ visible: true });

test("a guest orders a premium tree with stand and disposal", async ({ page }) => {
  const browser = watchConsole(page);
  await page.goto("/christmas-trees");
  await page.getByRole("radio", { name: /Premium 8-10 ft Tree/ }).check();
  await page.getByRole("checkbox", { name: /Christmas Tree Stand/ }).check();
  await page.getByRole("checkbox", { name: /Disposal/ }).check();
  await expect(page.getByText(total).filter({ visible: true }).first()).toBeVisible();
  await fillDelivery(page, newPerson());

  await page.getByRole("button", { name: /Preferred delivery date/ }).click();
  const calendar = page.getByRole("dialog").getByRole("grid");
  await page.getByRole("button", { name: /next month/i }).click();
  const day = calendar.getByRole("button", { name: /15/ }).first();
  await day.click();
  await expect(page.getByRole("button", { name: /Preferred delivery date/ })).toContainText("15");

  const response = page.waitForResponse("**/api/tree-orders");
  await placeOrder(page).click();
  const order = await (await response).json();
  expect((await response).status()).toBe(201);
  expect(`$${order.totalAmount}`).toBe(total);
  expect(order.preferredDeliveryDate).toMatch(/-15$/);
  await expect(page.getByText("Order Submitted!", { exact: true })).toBeVisible();
  await expect(
    page.getByText("We'll contact you shortly to schedule your tree delivery.", { exact: true }),
  ).toBeVisible();

  await expect(page.getByRole("heading", { level: 2, name: /We have your order/ })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByText(order.id.slice(-8))).toBeVisible();
  await expect(page.getByText(total, { exact: true })).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("button", { name: "Order another tree" }).click();
  await expect(page.getByRole("heading", { name: "Choose your tree" })).toBeFocused();
  await expect(page.getByLabel("Full name")).toHaveValue("");
  await expect(page.getByRole("radio", { name: /Modest 6 ft/ })).toBeChecked();
  await expect(
    page.getByText(sumOf(modest.price, modest.deliveryPrice)).filter({ visible: true }).first(),
  ).toBeVisible();
  await browser.expectNone();
});

test("an order with the keyboard alone", { tag: "@desktop" }, async ({ page }) => {
  const person = newPerson();
  await page.goto("/christmas-trees");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /skip/i })).toBeFocused();
  await page.keyboard.press("Enter");

  await tabTo(page, /Modest 6 ft/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /Premium 8-10 ft Tree/ })).toBeChecked();
  await tabTo(page, /Christmas Tree Stand/);
  await page.keyboard.press("Space");
  for (const [field, value] of [
    [/Full name/, person.name],
    [/Email/, person.email],
    [/Phone/, person.phone],
    [/Street address/, "41 Marcy Street"],
    [/City/, "Portsmouth"],
    [/ZIP/, "03801"],
  ] as const) {
    await tabTo(page, field);
    await page.keyboard.type(value);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByText("Order Submitted!", { exact: true })).toBeVisible();
});
