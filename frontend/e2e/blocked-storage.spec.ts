import { expect, test } from "@playwright/test";
import { fillQuoteForm, newPerson } from "./support";

test("a quote is requested and the theme changed in a browser that stores nothing @desktop", async ({
  page,
}) => {
  // As if it were set to keep no data of this site but its cookies.
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  });
  // React Router's script in the page can't restore the scroll position, and says so.
  const errors: string[] = [];
  page.on("pageerror", ({ stack = "" }) => stack.includes("/assets/") && errors.push(stack));
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/quote?utm_source=google");
  await page.getByRole("contentinfo").getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await fillQuoteForm(page, newPerson());
  await page.getByRole("button", { name: "Request my free quote" }).click();
  await expect(page.getByText("Quote Request Submitted!", { exact: true })).toBeVisible();
  await page.goto("/faq");
  await expect(page.getByRole("link", { name: "Login" }).filter({ visible: true }).first()).toBeVisible();
  expect(errors).toEqual([]);
});
