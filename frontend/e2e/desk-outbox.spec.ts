import { expect, type Page, test } from "@playwright/test";
import {
  call,
  codeFor,
  expectWellMade,
  LINK_HELD,
  newPerson,
  signInAt,
  submit,
  watchConsole,
} from "./support";

const admin = "admin@example.com";
const outbox = (q: string) => `/admin?tab=customers&view=outbox&q=${encodeURIComponent(q)}`;

/** Open the outbox and wait until the worker has sent the message with this text. */
async function openWhenSent(page: Page, q: string, text: RegExp) {
  await signInAt(page, outbox(q), admin);
  const row = page.getByRole("row").filter({ hasText: text });
  await expect(async () => {
    await page.reload();
    await expect(row.getByText("Sent", { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  return row;
}

test("a sent email can be read on the desk, where its links do nothing", async ({ page, baseURL }) => {
  const console = watchConsole(page, [LINK_HELD]);
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !/^(data|about|blob):/.test(request.url()))
      elsewhere.push(request.url());
  });
  const { name, email, phone } = newPerson();
  await page.goto("/quote");
  await call(page, "POST", "/api/quotes", {
    fullName: name,
    email,
    phone,
    city: 'Rye<img src="https://evil.example/x.png"><script>alert(1)</script>',
    servicePackage: "premium",
  });

  // Search by name, although the message only has the address.
  const row = await openWhenSent(page, name, /We got your request/);
  await expect(row).toContainText(email);
  await expect(row.getByRole("link", { name: /^Quote [0-9a-f]{8}$/ })).toBeVisible();
  await row.getByRole("button", { name: /^Open message to/ }).click();
  const panel = page.getByRole("region", { name: "Details" });
  const mail = panel.frameLocator("iframe");
  await panel.locator("iframe").scrollIntoViewIfNeeded(); // browsers don't draw a frame that is out of sight
  // This name may contain digits, and then it is not used in the greeting.
  await expect(mail.getByText(/^Hi( Eleanor)?,$/)).toBeVisible();
  await expect(mail.locator("script, a[href], [src^=http]")).toHaveCount(0);
  await expect(panel.getByRole("heading", { name: "As plain text" })).toBeVisible();
  await expect(panel.getByText(/^Hi( Eleanor)?,/)).toBeVisible();
  expect(elsewhere).toEqual([]);
  console.expectNone(); // before axe, which speaks to frames that can't hear it
  await expectWellMade(page);
});

test("an email with a code is listed, but never shown @desktop", async ({ page, context }) => {
  const { email } = newPerson();
  await submit(page, "/accounts/signup/", {
    first_name: "Eleanor",
    email,
    password1: "turret-lights-81-warm",
  });
  const code = await codeFor(context, email);
  await context.clearCookies();
  const row = await openWhenSent(page, email, /Confirm your email/);
  await row.getByRole("button", { name: /^Open message to/ }).click();
  const panel = page.getByRole("region", { name: "Details" });
  await expect(panel.getByText(/never shown/)).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(page.getByText(code)).toHaveCount(0);
});

test("filters and views of the outbox are in the URL @desktop", async ({ page }) => {
  await signInAt(page, "/admin?tab=customers", admin);
  await page.getByRole("button", { name: "Outbox" }).click();
  await expect(page).toHaveURL(/tab=customers&view=outbox/);
  await page.getByLabel("State").selectOption("Failed");
  await expect(page).toHaveURL(/status=failed/);
  await page.goBack();
  await expect(page.getByLabel("State")).toHaveValue("");
});
