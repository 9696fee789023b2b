import { expect, test } from "@playwright/test";
import { newPerson, signInAt, watchConsole } from "./support";

/** React Router's own script reports that it can't restore scroll positions. */
const REPORTED = /Access is denied/;

/** As in a browser that is set to keep no data of this site but its cookies. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  }),
);

test("a quote is requested and the theme changed in a browser that stores nothing @desktop", async ({
  page,
}) => {
  const browser = watchConsole(page, [REPORTED]);
  const person = newPerson();
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/quote?utm_source=google");
  await page.getByRole("contentinfo").getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Phone number").fill(person.phone);
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByLabel("City").selectOption("Portsmouth");
  await page.getByRole("radio", { name: /Premium Installation/ }).check();
  await page.getByRole("button", { name: "Request my free quote" }).click();
  await expect(page.getByText("Quote Request Submitted!", { exact: true })).toBeVisible();
  await page.goto("/faq");
  await expect(page.getByRole("link", { name: "Login" }).filter({ visible: true }).first()).toBeVisible();
  await browser.expectNone();
});

test("a customer changes their name and logs out in a browser that stores nothing @desktop", async ({
  page,
}) => {
  const browser = watchConsole(page, [REPORTED]);
  await signInAt(page, "/my-services?tab=profile");
  await page.getByRole("button", { name: "Edit name" }).click();
  await page.getByLabel("First name").fill("Nell");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Nell", { exact: false }).first()).toBeVisible();
  await page.getByRole("link", { name: "Logout" }).filter({ visible: true }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await browser.expectNone();
});
