import { expect, type Page, test } from "@playwright/test";
import { cards, chargesOf, DECLINED, expectToast, fillCard, intentOf } from "./card";
import { beginToUse, catalog, expectAccessible, expectWellMade, newPerson, watchConsole } from "./support";

const complete = (page: Page) => page.getByRole("button", { name: "Complete Payment" });
const received = (page: Page) => page.getByRole("heading", { name: "Payment received" });

/** Fill in the address for the receipt, which visitors are asked for. */
const fillEmail = (page: Page, email = newPerson().email) =>
  page.getByLabel("Email for your receipt").fill(email);

/** Open the checkout as a visitor and fill in the email. Return the ID of the payment intent. */
async function open(page: Page): Promise<string> {
  const intent = intentOf(page);
  await page.goto("/checkout");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Complete Your Payment");
  await expect(page.getByText(`$${catalog.checkoutAmount}`).first()).toBeVisible();
  await fillEmail(page);
  return intent;
}

test("a declined card, then a good one on the same page", async ({ page, request }) => {
  const browser = watchConsole(page, [DECLINED]);
  const intent = await open(page);
  await fillCard(page, cards.declined);
  await complete(page).click();
  await expectToast(page, "Payment Failed");
  await expect(page.getByRole("alert").filter({ hasText: "Your card was declined." }).first()).toBeVisible();
  await expectAccessible(page);
  expect(await chargesOf(request, intent)).toBe(0);

  await fillCard(page, cards.good);
  await complete(page).click();
  await expectToast(page, "Payment Successful");
  await expect(page.getByText("Thank you for your purchase!", { exact: true })).toBeVisible();
  await expect(received(page)).toBeFocused();
  await expectAccessible(page);
  expect(await chargesOf(request, intent)).toBe(1);
  browser.expectNone();
});

test("a visitor without a valid email is not charged", async ({ page, request }) => {
  const intent = await open(page);
  await fillEmail(page, "gerard@example");
  await fillCard(page, cards.good);
  await complete(page).click();
  await expect(page.getByText("Valid email is required")).toBeVisible();
  await expect(page.getByLabel("Email for your receipt")).toBeFocused();
  await expectAccessible(page);
  expect(await chargesOf(request, intent)).toBe(0);
  await fillEmail(page);
  await complete(page).click();
  await expect(received(page)).toBeVisible();
  expect(await chargesOf(request, intent)).toBe(1);
});

test("authentication by the bank fails first, then succeeds @desktop", async ({ page, request }) => {
  const intent = await open(page);
  await fillCard(page, cards.authenticate);
  await complete(page).click();
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expectToast(page, "Payment Failed");
  await expect(page.getByText(/authenticate/).first()).toBeVisible();
  expect(await chargesOf(request, intent)).toBe(0);

  await complete(page).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(received(page)).toBeVisible();
  expect(await chargesOf(request, intent)).toBe(1);
});

test("after a redirect from a bank, the page trusts Stripe and not its URL @desktop", async ({ page }) => {
  const secret = page
    .waitForResponse("**/api/create-payment-intent")
    .then(async (response) => ((await response.json()) as { clientSecret: string }).clientSecret);
  const intent = await open(page);
  const back = `/checkout?payment_intent=${intent}&payment_intent_client_secret=${await secret}&redirect_status=succeeded`;
  await page.goto(back);
  await expect(complete(page)).toBeVisible();
  await expect(received(page)).toHaveCount(0);
  await fillEmail(page);
  await fillCard(page, cards.good);
  await complete(page).click();
  await expect(received(page)).toBeVisible();

  await page.goto(back);
  await expectToast(page, "Payment Successful");
  await expect(received(page)).toBeVisible();
  await expect(page).toHaveURL(/\/checkout$/);
});

test("a double click, a reload, a second tab and the back button make one charge @desktop", async ({
  page,
  context,
  request,
}) => {
  const intent = await open(page);
  const second = await context.newPage();
  expect(await open(second)).toBe(intent);
  await fillCard(second, cards.good);

  await fillCard(page, cards.good);
  await complete(page).dblclick();
  await expect(received(page)).toBeVisible();
  expect(await chargesOf(request, intent)).toBe(1);

  await complete(second).click();
  await expect(received(second)).toBeVisible();
  await page.reload();
  await expect(received(page)).toBeVisible();
  await expect(complete(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Back to the home page" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await expect(received(page)).toBeVisible();
  expect(await chargesOf(request, intent)).toBe(1);

  const next = intentOf(page, intent);
  await page.getByRole("button", { name: "Make another payment" }).click();
  await expect(complete(page)).toBeVisible();
  expect(await next).toMatch(/^pi_/);
});

test("a card form that does not load can be reloaded @desktop", async ({ page }) => {
  const script = /\/stripe\.js$/;
  await page.route(script, (route) => route.abort());
  await page.goto("/checkout");
  await expect(page.getByRole("alert")).toContainText("You haven't been charged");
  await page.unroute(script);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
});

test(`the checkout is accessible and logs no errors`, async ({ page }) => {
  const browser = watchConsole(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await open(page);
  await expect(complete(page)).toBeEnabled();
  await expectWellMade(page);
  browser.expectNone();
});

test("the checkout works with the keyboard alone @desktop", async ({ page }) => {
  await open(page);
  await page.getByLabel("Card number").focus();
  await page.keyboard.type("4242424242424242");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1234");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await page.keyboard.press("Tab");
  await page.keyboard.type("03801");
  await page.keyboard.press("Enter");
  // Stripe's fields are in a separate frame, so Enter there does not submit our form. Tab moves to the button.
  await page.keyboard.press("Tab");
  await expect(complete(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(received(page)).toBeVisible();
});

for (const path of ["/", "/quote", "/christmas-trees"]) {
  test(`${path} loads nothing from Stripe @desktop`, async ({ page, baseURL }) => {
    const foreign: string[] = [];
    const scripts: Promise<string>[] = [];
    page.on("response", (response) => {
      const url = new URL(response.url());
      if (url.origin !== baseURL) foreign.push(response.url());
      if (url.pathname.endsWith(".js")) scripts.push(response.text());
    });
    await page.goto(path);
    await beginToUse(page);
    await page.mouse.wheel(0, 20_000);
    await page.waitForLoadState("networkidle");
    expect(foreign).toEqual([]);
    const code = (await Promise.all(scripts)).join("\n");
    expect(code.length).toBeGreaterThan(10_000);
    // The script's entry point, and a text that only Stripe's React components contain.
    expect(code).not.toMatch(/publishableKey|Elements context/);
  });
}
