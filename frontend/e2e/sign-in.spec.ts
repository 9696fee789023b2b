import { expect, type Page, test } from "@playwright/test";
import { codeFor, expectAccessible, expectWellMade, newPerson, watchConsole } from "./support";

const password = "a porch full of lanterns";

/** Chromium logs the 401 responses for signed-out users as network errors. */
const expectedErrors = [/401/];

function button(page: Page, name: string) {
  return page.getByRole("main").getByRole("button", { name, exact: true });
}

/** Sign up a new customer. */
async function signUp(page: Page): Promise<string> {
  const { email } = newPerson();
  await page.goto("/accounts/signup/?next=/accounts/email/");
  await page.getByLabel("First name").fill("Eleanor");
  await page.getByLabel("Last name").fill("Hayes");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Create account").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your email");
  await page.getByLabel("Code").fill(await codeFor(page.context(), email));
  await button(page, "Confirm email").click();
  await expect(page.getByText(email)).toBeVisible();
  return email;
}

/** Open `path` and expect an accessible page with one heading. */
async function visit(page: Page, path: string) {
  await page.goto(path);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expectWellMade(page);
}

test(`the sign-in pages are accessible and log no errors`, async ({ page }) => {
  test.slow();
  const browser = watchConsole(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  for (const path of ["login/", "signup/", "login/code/", "password/reset/"]) {
    await visit(page, `/accounts/${path}`);
  }
  await visit(page, "/demo/outbox");

  await page.goto("/accounts/signup/");
  await page.getByLabel("Email").fill("eleanor@");
  await button(page, "Create account").click();
  await expect(page.getByRole("alert")).toContainText("Three things need another look");
  await expect(page.getByLabel("First name")).toBeFocused();
  await expectWellMade(page);

  await page.goto("/accounts/login/code/");
  await page.getByLabel("Email").fill(newPerson().email);
  await button(page, "Send me a code").click();
  await page.getByLabel("Code").fill("WRONG1");
  await button(page, "Sign in").click();
  await expect(page.getByText("That code isn't right.")).toBeVisible();
  await expectWellMade(page);
  await browser.expectNone();
});

test(`the account pages are accessible and log no errors`, async ({ page }) => {
  test.slow(); // axe checks ten pages
  const browser = watchConsole(page, expectedErrors);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await signUp(page);
  for (const path of ["email/", "password/change/", "2fa/", "2fa/webauthn/", "sessions/", "logout/"]) {
    await visit(page, `/accounts/${path}`);
  }
  await page.goto("/accounts/2fa/totp/activate/");
  await expectWellMade(page);
  await page.getByLabel("Password").fill(password);
  await button(page, "Confirm").click();
  await visit(page, "/accounts/2fa/totp/activate/");
  await visit(page, "/accounts/2fa/webauthn/add/");
  await browser.expectNone();
});

test("a new customer signs up, and signs in with a code the next time @desktop", async ({ page }) => {
  const email = await signUp(page);
  await page.goto("/api/logout");
  await page.goto("/api/login?returnTo=/accounts/sessions/");
  await page.getByRole("link", { name: "Send me a code instead" }).click();
  await page.getByLabel("Email").fill(email);
  await button(page, "Send me a code").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your sign-in code");
  await page.getByLabel("Code").fill(await codeFor(page.context(), email));
  await button(page, "Sign in").click();
  await expect(page).toHaveURL("/accounts/sessions/");
  await expect(page.getByText("This device")).toBeVisible();
});

test("a passkey is added, and signs in without a password @desktop", async ({ page, baseURL }) => {
  // Browsers allow passkeys only on a host name, not on an IP address.
  const site = (baseURL ?? "").replace("127.0.0.1", "localhost");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const email = await signUp(page);
  await page.goto(`${site}/accounts/login/`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
  await expect(page).toHaveURL(/my-services/);

  await page.goto(`${site}/accounts/2fa/webauthn/add/`);
  await page.getByLabel("Password").fill(password);
  await button(page, "Confirm").click();
  await page.getByLabel("Name").fill("Porch laptop");
  await button(page, "Add passkey").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Recovery codes");
  await page.goto(`${site}/accounts/2fa/webauthn/`);
  await expect(page.getByText("Porch laptop").first()).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${site}/api/logout`);
  await page.goto(`${site}/api/login?returnTo=/accounts/email/`);
  await button(page, "Sign in with a passkey").click();
  await expect(page).toHaveURL(`${site}/accounts/email/`);
  await expect(page.getByText(email)).toBeVisible();
});

test("signing in works with the keyboard alone @desktop", async ({ page }) => {
  await page.goto("/accounts/login/?next=/accounts/email/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type("customer@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type("holiday-lights-demo");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Forgot your password?" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(button(page, "Sign in")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/accounts\/email\//);
});

test("the theme chosen on the sign-in pages applies to the whole site @desktop", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/accounts/login/");
  await page.getByRole("contentinfo").getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.goto("/");
  await expect(page.locator("html")).toHaveClass(/dark/);
});
