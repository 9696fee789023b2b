import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { codeFor, newPerson, submit } from "./support";

/** Test cards for the demo's card form. */
export const cards = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  authenticate: "4000 0025 0000 3155",
};

/** Browsers log every 4xx response to the console; a declined card is a 402. */
export const DECLINED = /402/;

/** Fill in the card form. */
export async function fillCard(page: Page, number: string) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("ZIP code").fill("03801");
}

/**
 * Return the ID of the page's next payment intent other than `known`. Call it before the step that creates the intent.
 */
export async function intentOf(page: Page, known = ""): Promise<string> {
  let intent = "";
  await page.waitForResponse(async (response) => {
    if (!response.url().endsWith("/api/create-payment-intent")) return false;
    intent = intentId(((await response.json()) as { clientSecret: string }).clientSecret);
    return intent !== known;
  });
  return intent;
}

/** "pi_1" of "pi_1_secret_2". */
export const intentId = (clientSecret: string) => clientSecret.split("_secret_")[0] ?? "";

/** Return the number of successful charges of a payment intent. */
export async function chargesOf(request: APIRequestContext, intent: string): Promise<number> {
  const { scriptUrl } = await (await request.get("/api/payments/config")).json();
  const response = await request.get(`${new URL(scriptUrl).origin}/v1/charges?payment_intent=${intent}`, {
    headers: { Authorization: "Bearer sk_test_sandbox" },
  });
  const { data } = (await response.json()) as { data: { status: string }[] };
  return data.filter(({ status }) => status === "succeeded").length;
}

/** Expect a toast with this title. */
export function expectToast(page: Page, title: string) {
  return expect(page.getByText(title, { exact: true }).first()).toBeVisible();
}

/** The password of the customers that tests sign up. */
export const PASSWORD = "a porch full of lanterns";

/** Sign up a new customer, used by no other test, without the sign-up pages, and open `path`. */
export async function newCustomer(page: Page, path: string, { email } = newPerson()) {
  await submit(page, "/accounts/signup/", { first_name: "Eleanor", email, password1: PASSWORD });
  await submit(page, "/accounts/confirm-email/", { code: await codeFor(page.context(), email) });
  const { id }: { id: string } = await (await page.request.get("/api/auth/user")).json();
  await page.goto(path);
  return { email, id };
}

/** Sign in on the open sign-in page as a customer who signed up in this test. */
export async function signInAsNewCustomer(page: Page, email: string) {
  await page.locator("[name=login]").fill(email);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.locator("[name=password]").press("Enter");
}
