import { expect, test } from "@playwright/test";
import { call, codeFor, newPerson, signInAt, tabTo } from "./support";

test("a guest signs up, finds the earlier quote, comments on it and accepts it, with the keyboard alone @desktop", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const person = newPerson();
  const asked = await request.post("/api/quotes", {
    data: {
      fullName: person.name,
      email: person.email.toUpperCase(),
      phone: person.phone,
      city: "Exeter",
      servicePackage: "premium",
    },
  });
  const { id } = await asked.json();
  const card = page.getByRole("article").filter({ hasText: id.slice(-8) });

  await page.goto("/api/login?returnTo=/my-services");
  await tabTo(page, /Create an account/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create an account");
  await tabTo(page, /First name/);
  await page.keyboard.type("Eleanor");
  await tabTo(page, /Email/);
  await page.keyboard.type(person.email);
  await tabTo(page, /Password/);
  await page.keyboard.type("a porch full of lanterns");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your email");
  const code = await codeFor(page.context(), person.email);
  await tabTo(page, /Code/);
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/my-services/);
  await expect(card).toBeVisible();

  await tabTo(page, /^\s*Comments/);
  await page.keyboard.press("Enter");
  await expect(card.getByText("No comments yet. Start the conversation!")).toBeVisible();
  await expect(card.getByRole("textbox", { name: "Add a comment" })).toBeVisible();
  await tabTo(page, /Add a comment/);
  await page.keyboard.type("Does the price include the gate?");
  await tabTo(page, /Send comment/);
  await page.keyboard.press("Enter");
  await expect(card.getByText("Does the price include the gate?")).toBeVisible();

  const office = await browser.newPage({ baseURL: baseURL ?? "" });
  await signInAt(office, "/my-services", "admin@example.com");
  await call(office, "PATCH", `/api/quotes/${id}`, { status: "reviewed", quoteAmount: "640.00" });
  await office.close();

  await page.reload();
  await expect(card.getByRole("button", { name: /Accept/ })).toBeVisible();
  await tabTo(page, /^\s*Accept/);
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(question).toContainText("$640");
  await tabTo(page, /^\s*Accept/);
  await page.keyboard.press("Enter");
  await expect(card.getByText("We'll call to set your day")).toBeVisible();
  await expect(question).toBeHidden();
});
