import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { codeFor, somebody, submit } from "./support";

/** The test cards that the demo's card form takes. */
export const cards = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  asksBank: "4000 0025 0000 3155",
};

/** Browsers write every answer of 4xx into the console; a refused card is one (402). */
export const REFUSED = /402/;

/** Fills in the card form, as soon as it is there. */
export async function fillCard(page: Page, number: string) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("ZIP code").fill("03801");
}

/** The id of the payment at Stripe that the page was given to pay; ask before the page is opened. */
export async function intentOf(page: Page): Promise<string> {
  const answer = await page.waitForResponse("**/api/create-payment-intent");
  return intentId(((await answer.json()) as { clientSecret: string }).clientSecret);
}

/** "pi_1" of "pi_1_secret_2". */
export const intentId = (clientSecret: string) => clientSecret.split("_secret_")[0] ?? "";

/** How many charges Stripe has taken for a payment. */
export async function chargesOf(request: APIRequestContext, intent: string): Promise<number> {
  const { scriptUrl } = await (await request.get("/api/payments/config")).json();
  const answer = await request.get(`${new URL(scriptUrl).origin}/v1/charges?payment_intent=${intent}`, {
    headers: { Authorization: "Bearer sk_test_sandbox" },
  });
  const { data } = (await answer.json()) as { data: { status: string }[] };
  return data.filter(({ status }) => status === "succeeded").length;
}

/** The toast with this title. */
export function expectToast(page: Page, title: string) {
  return expect(page.getByText(title, { exact: true }).first()).toBeVisible();
}

const PASSWORD = "a porch full of lanterns";

/** Somebody new signs up, without the pages for that, and opens `path`: no other test touches what is theirs. */
export async function newCustomer(page: Page, path: string): Promise<{ email: string; id: string }> {
  const { email } = somebody();
  await submit(page, "/accounts/signup/", { first_name: "Eleanor", email, password1: PASSWORD });
  await submit(page, "/accounts/confirm-email/", { code: await codeFor(page.context(), email) });
  const { id } = await (await page.request.get("/api/auth/user")).json();
  await page.goto(path);
  return { email, id };
}

/** Signs in on the sign-in page that is open, as somebody who signed up in this test. */
export async function enterAs(page: Page, email: string) {
  await page.locator("[name=login]").fill(email);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.locator("[name=password]").press("Enter");
}
