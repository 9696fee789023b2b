import { expect, type Page, test } from "@playwright/test";
import { call, dayOfItsOwn, expectAccessible, newPerson, signInAt, watchConsole } from "./support";

const admin = "admin@example.com";
const toast = (page: Page, title: string) => expect(page.getByText(title, { exact: true })).toBeVisible();

test("a tree order, from the call to the delivery", async ({ page }) => {
  test.slow();
  const console = watchConsole(page);
  const { name, email, phone } = newPerson();
  const day = dayOfItsOwn("12-10", 15);
  await page.goto("/christmas-trees");
  await call(page, "POST", "/api/tree-orders", {
    customerName: name,
    customerEmail: email,
    customerPhone: phone,
    addressLine1: "41 Marcy Street",
    city: "Rye",
    state: "NH",
    zipCode: "03870",
    treeSize: "premium_8_10ft",
    includeTreeStand: true,
    includeDisposal: true,
    preferredDeliveryDate: `${day}T12:00:00.000Z`,
    notes: "Ring <b>twice</b>",
  });

  // The call list; the call is logged with its outcome.
  const q = encodeURIComponent(name).replaceAll("%20", "+");
  await signInAt(page, `/admin?tab=trees&q=${q}`, admin);
  const line = page.getByRole("row").filter({ hasText: name });
  await expect(line).toContainText("Premium 8-10 ft Tree, $280");
  await expect(line).toContainText(/2[34] h left/);
  await expect(line.getByRole("link", { name: /^Call/ })).toHaveAttribute("href", "tel:+16035550172");
  await line.getByRole("button", { name: /^Log a call/ }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  await dialog.getByLabel("Outcome").selectOption("reached");
  await dialog.getByLabel("Note (optional)").fill("The porch, please");
  await dialog.getByRole("button", { name: "Log call" }).click();
  await toast(page, "Call logged");
  await expect(line.getByRole("button", { name: /^Log a call/ })).toHaveCount(0);

  // The order is confirmed and scheduled for the preferred day.
  await line.getByRole("button", { name: /^Confirm order/ }).click();
  await expect(line.getByText("Confirmed")).toBeVisible();
  await line.getByRole("button", { name: /^Schedule delivery of order/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Schedule delivery" }).click();
  await expect(line.getByText("Scheduled")).toBeVisible();
  await line.getByRole("button", { name: /^Open order/ }).click();
  const panel = page.getByRole("region", { name: "Details" });
  await expect(panel.getByRole("list", { name: "Calls" })).toContainText("The porch, please");
  await expect(panel.getByRole("list", { name: "History" })).toContainText("Status: Confirmed → Scheduled");

  // The day sheet, on screen and in print.
  await panel.getByRole("link", { name: /day sheet$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    `December ${day.slice(-2)}, ${day.slice(0, 4)}`,
  );
  await expect(page.getByRole("heading", { name: "Rye (1)" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Load list" })).toContainText("Premium 8-10 ft Tree1");
  await expect(page.getByRole("region", { name: "Load list" })).toContainText("Christmas Tree Stand1");
  await expect(page.getByText("Ring <b>twice</b>")).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("cell", { name: "41 Marcy Street" })).toBeVisible();
  const paper = await page.pdf({ format: "Letter" });
  expect(paper.subarray(0, 5).toString()).toBe("%PDF-");
  await page.emulateMedia({ media: "screen", colorScheme: "light" });

  // The order is delivered, and listed for pickup in January.
  await page.getByRole("link", { name: "Tree orders" }).click();
  await line.getByRole("button", { name: /^Mark delivered/ }).click();
  await expect(line.getByText("Delivered", { exact: true })).toBeVisible();
  await page.goto(`/admin?tab=trees&view=disposal&q=${q}`);
  await expect(line).toBeVisible();
  await page.goto(`/admin?tab=trees&q=${q}`);
  await expect(page.getByRole("heading", { name: "No tree orders found" })).toBeVisible();
  console.expectNone();
});

test("a guest's page lists and links to all of their records @desktop", async ({ page }) => {
  const console = watchConsole(page);
  const { name, email, phone } = newPerson();
  await page.goto("/");
  await call(page, "POST", "/api/quotes", {
    fullName: name,
    email,
    phone,
    city: "Dover",
    servicePackage: "basic",
  });
  await signInAt(page, `/admin?tab=customers&q=${email.replace("@", "%40")}`, admin);
  await page.getByRole("link", { name: `Open ${name}` }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText("guest (no account)")).toBeVisible();
  await expect(page.getByText("No tree orders found")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Basic Installation, Dover" }).click();
  await expect(page.getByRole("region", { name: "Details" })).toBeVisible();
  await expect(page.getByLabel(/^Status of quote/)).toHaveValue("pending");
  await page.goBack();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  console.expectNone();
});
