import { expect, type Page, test } from "@playwright/test";
import { cards, chargesOf, expectToast, fillCard, intentId, newCustomer, signInAsNewCustomer } from "./card";
import { call, catalog, expectAccessible, sumOf, watchConsole } from "./support";

const [consumer, , enterprise] = catalog.storagePlans;

interface Subscription {
  plan: string;
  status: string;
  addresses: unknown[];
}

const start = (page: Page) => page.getByRole("button", { name: "Start Subscription" });
const plan = (page: Page) => page.getByLabel("Plan", { exact: true });
const active = (page: Page) => page.getByText("Your storage plan is active.");

async function mine(page: Page): Promise<Subscription[]> {
  return (await page.request.get("/api/storage-subscriptions")).json();
}

/** Subscribe a new customer to a plan and open the Storage tab. */
async function subscribed(page: Page, chosen: string) {
  await newCustomer(page, `/subscribe?plan=${chosen}`);
  await fillCard(page, cards.good);
  await start(page).click();
  await expect(active(page)).toBeVisible();
  await page.getByRole("link", { name: "See your storage" }).click();
  const card = page.getByRole("tabpanel").getByRole("article").first();
  await expect(card).toBeVisible();
  return card;
}

test("a visitor signs in, returns to the chosen plan, pays, and sees it in My Services", async ({ page }) => {
  test.slow();
  // The page's next request shows that the session has ended.
  const browser = watchConsole(page, [/401/]);
  const { email } = await newCustomer(page, "/quote");
  await page.goto("/api/logout");
  await page.goto("/subscribe?plan=business");
  await page.getByRole("link", { name: "Sign In to Subscribe" }).click();
  await page.waitForURL(/\/accounts\/login\//);
  await signInAsNewCustomer(page, email);
  await page.waitForURL("**/subscribe");
  await expect(plan(page)).toHaveValue("business");
  await fillCard(page, cards.authenticate);
  await expectAccessible(page);
  await start(page).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expectToast(page, "Subscription Successful");
  await expect(page.getByText("Welcome to your storage plan!", { exact: true })).toBeVisible();
  await expect(active(page)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "See your storage" }).click();
  const card = page.getByRole("article", { name: "Business storage" });
  await expect(card.getByText("Active", { exact: true })).toBeVisible();
  await expect(card.getByText(/Your next payment of \$25 is on/)).toBeVisible();
  await expect(card.getByText("Visa ending in 3155")).toBeVisible();
  browser.expectNone();
});

test("the last chosen plan is the one that is paid; a reload and a double click charge once @desktop", async ({
  page,
  request,
}) => {
  test.slow();
  const secrets: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().endsWith("/api/create-subscription")) return;
    secrets.push(((await response.json()) as { clientSecret: string }).clientSecret);
  });
  await newCustomer(page, "/subscribe");
  await expect(start(page)).toBeEnabled();
  // Opening the page only creates an incomplete subscription at Stripe, which can be canceled.
  await page.goto("/my-services?tab=storage");
  await expect(page.getByRole("heading", { name: "No storage subscription" })).toBeVisible();
  await page.getByRole("button", { name: /^Cancel plan/ }).click();
  await expect(page.getByRole("link", { name: /^Finish payment/ })).toHaveCount(0);
  expect(await mine(page)).toEqual([]);
  await page.goto("/subscribe");
  await expect(start(page)).toBeEnabled();
  await plan(page).selectOption("business");
  await plan(page).selectOption("enterprise");
  await expect(page.getByText(sumOf(enterprise.monthlyPrice))).toBeVisible();
  await page.reload();
  await expect(plan(page)).toHaveValue("enterprise");
  await fillCard(page, cards.declined);
  await start(page).click();
  await expectToast(page, "Subscription Failed");
  await fillCard(page, cards.good);
  await start(page).dblclick();
  await expect(active(page)).toBeVisible();
  const charges = await Promise.all(
    [...new Set(secrets)].map((secret) => chargesOf(request, intentId(secret))),
  );
  expect(charges.reduce((sum, count) => sum + count, 0)).toBe(1);
  const live = (await mine(page)).filter(({ status }) => status === "active");
  expect(live.map(({ plan }) => plan)).toEqual(["enterprise"]);

  await page.goto("/subscribe");
  await expect(page.getByText("You have Enterprise storage at $30 per month.")).toBeVisible();
  await expect(start(page)).toHaveCount(0);
});

test("a plan change shows its cost and needs a confirmation @desktop", async ({ page }) => {
  test.slow();
  const browser = watchConsole(page);
  const card = await subscribed(page, "consumer");
  await card.getByRole("link", { name: /^Change plan/ }).click();
  await expect(
    page.getByText(`You have Consumer storage at $${Number(consumer.monthlyPrice)} per month.`),
  ).toBeVisible();
  await plan(page).selectOption("business");
  await expect(page.getByText(/Next payment on/)).toBeVisible();
  await expect(page.getByText(/You won't be charged today/)).toBeVisible();
  await expectAccessible(page);
  expect((await mine(page))[0]?.plan).toBe("consumer");
  await page.getByRole("button", { name: "Keep Consumer" }).click();
  await expect(plan(page)).toHaveValue("consumer");

  await plan(page).selectOption("business");
  await page.getByRole("button", { name: "Change to Business" }).click();
  await expectToast(page, "Plan changed");
  await expect(page.getByText("You have Business storage at $25 per month.")).toBeVisible();
  expect((await mine(page))[0]?.plan).toBe("business");
  browser.expectNone();
});

test("a subscription is canceled, resumed and gets another card @desktop", async ({ page }) => {
  test.slow();
  const browser = watchConsole(page);
  const card = await subscribed(page, "consumer");
  await card.getByRole("button", { name: /^Cancel/ }).click();
  const question = page.getByRole("alertdialog", { name: "Cancel Consumer storage?" });
  await expect(question.getByRole("button", { name: "Keep plan" })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel plan" }).click();
  await expectToast(page, "Plan canceled");
  await expect(card.getByText("Canceling", { exact: true })).toBeVisible();
  await expect(card.getByText(/You're paid through/)).toBeVisible();
  await page.reload();
  await card.getByRole("button", { name: /^Resume/ }).click();
  await expectToast(page, "Plan resumed");
  await expect(card.getByText("Active", { exact: true })).toBeVisible();

  await card.getByRole("button", { name: /^Update card/ }).click();
  await expect(page.getByRole("heading", { name: "Update your card" })).toBeFocused();
  await fillCard(page, cards.authenticate);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save card" }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expectToast(page, "Card updated");
  await expect(card.getByText("Visa ending in 3155")).toBeVisible();
  browser.expectNone();
});

test("addresses are added to a plan up to its limit, and removed @desktop", async ({ page }) => {
  test.slow();
  const card = await subscribed(page, "consumer");
  const street = "41 Marcy Street";
  for (const [index, label] of ["Home", "Shop"].entries()) {
    await call(page, "POST", "/api/addresses", {
      label,
      street: index ? "12 Central Avenue" : street,
      city: "Portsmouth",
      state: "NH",
      zipCode: "03801",
    });
  }
  await page.reload();
  await expect(card.getByText("(0 of 1)")).toBeVisible();
  await card.getByLabel("Add a property").selectOption({ label: `Home: ${street}, Portsmouth` });
  await card.getByRole("button", { name: "Add property" }).click();
  await expectToast(page, "Property added");
  await expect(card.getByText("(1 of 1)")).toBeVisible();
  await expect(card.getByLabel("Add a property")).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole("tab", { name: "Addresses" }).click();
  await expect(page.getByRole("article", { name: "Home" }).getByText("Subscribed")).toBeVisible();
  await page.getByRole("tab", { name: "Storage" }).click();
  await card.getByRole("button", { name: /^Remove/ }).click();
  await expectToast(page, "Property removed");
  await expect(card.getByText("(0 of 1)")).toBeVisible();
});
