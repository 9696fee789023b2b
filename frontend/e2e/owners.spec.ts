import { expect, type Page, test } from "@playwright/test";
import { expectToast, newCustomer, PASSWORD } from "./card";
import { expectWellMade, fillSignInPage, newPerson, signInAt, watchConsole } from "./support";

const admin = "admin@example.com";

/** Sign in with the password, since changing the staff requires a recent sign-in. */
async function signInNow(page: Page, path: string) {
  await page.goto(`/accounts/login/?next=${encodeURIComponent(path)}`);
  await fillSignInPage(page, admin);
  await page.waitForURL((url) => url.pathname + url.search === path);
}

test("an owner invites office staff, who get the desk without the owners' pages", async ({
  page,
  browser,
  baseURL,
}) => {
  const person = newPerson();
  const { email } = person;
  const console = watchConsole(page);
  await signInNow(page, "/admin/staff");
  await expect(page.getByRole("heading", { name: "Staff and privacy" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expectToast(page, "Invitation sent");
  await expect(page.getByRole("list", { name: "Invitations" })).toContainText(email);
  await expectWellMade(page);

  const invited = await browser.newPage({ baseURL: baseURL ?? "" });
  await newCustomer(invited, "/admin", person);
  await expect(invited.getByRole("heading", { name: "Due now", exact: true })).toBeVisible();
  for (const [path, refusal] of [
    ["/admin/staff", "Only owners see this page"],
    ["/admin/installation", "Only owners can see the state of the installation."],
  ] as const) {
    await invited.goto(path);
    await expect(invited.getByText(refusal)).toBeVisible();
  }
  await invited.goto("/admin");

  await page.reload();
  const member = page.getByRole("listitem").filter({ hasText: email }).filter({ hasText: "Last sign-in" });
  await expect(member).toContainText("Office");
  await member.getByRole("button", { name: /^Remove/ }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("from the staff?");
  await dialog.getByRole("button", { name: "Remove from staff" }).click();
  await expect(member).toHaveCount(0);
  await invited.reload();
  await invited.waitForURL(/\/accounts\/login\//);
  await invited.close();
  console.expectNone();
});

test("a customer downloads their data and erases it permanently", async ({ page }) => {
  const console = watchConsole(page, [/400/]);
  const { email } = await newCustomer(page, "/my-services?tab=account");
  await page.request.post("/api/quotes", {
    headers: {
      "X-CSRFToken": (await page.context().cookies()).find(({ name }) => name === "csrftoken")?.value ?? "",
    },
    data: {
      fullName: "Eleanor Hayes",
      email,
      phone: "603-555-0172",
      city: "Dover",
      servicePackage: "premium",
    },
  });
  await page.getByRole("heading", { name: "Your data" }).scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Download or erase" }).click();
  await page.getByRole("link", { name: "Confirm it's me" }).click();
  await page.locator("[name=password]").fill(PASSWORD);
  await page.locator("[name=password]").press("Enter");
  await page.waitForURL(/\/my-services/);
  await expect(page.getByRole("link", { name: "Download everything (ZIP)" })).toBeInViewport();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download everything (ZIP)" }).click();
  expect((await download).suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);

  await page.getByRole("button", { name: "Erase data…" }).click();
  const dialog = page.getByRole("dialog", { name: "Erase your data?" });
  await expect(dialog).toContainText("This can't be undone.");
  await expectWellMade(page);
  await dialog.getByLabel(`Type ${email} to confirm`).fill("someone.else@example.com");
  await dialog.getByRole("button", { name: "Erase everything" }).click();
  await expect(dialog).toContainText("This is not the email address of the person to erase.");
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
  await dialog.getByRole("button", { name: "Erase everything" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect((await page.request.get("/api/auth/user")).status()).toBe(401);
  console.expectNone();
});

test("an owner sees what is missing in the installation, and checks again", async ({ page }) => {
  const console = watchConsole(page);
  await signInAt(page, "/admin/installation", admin);
  const summary = page.getByRole("main").getByRole("status");
  await expect(summary).toContainText("OK");
  await expect(page.getByRole("heading", { name: "Database", exact: false }).first()).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByRole("button", { name: "Check again" })).toBeEnabled();
  console.expectNone();
});
