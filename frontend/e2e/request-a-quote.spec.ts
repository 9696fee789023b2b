import { expect, test } from "@playwright/test";
import { expectWellMade, fillQuoteForm, newPerson, watchConsole } from "./support";

test("a homeowner requests a quote on the landing page, after correcting an error", async ({ page }) => {
  const browser = watchConsole(page);
  const person = newPerson();
  await page.goto("/");
  await page
    .getByRole("main")
    .getByRole("link", { name: "Get Holiday Lights Quote" })
    .or(page.getByRole("main").getByRole("button", { name: "Get Holiday Lights Quote" }))
    .first()
    .click();

  const form = page.locator("#quote");
  await expect(form.getByRole("heading", { name: "Holiday Light Installation Quote" })).toBeInViewport();
  await expect(form.getByLabel("Full name")).toBeInViewport();
  await form.getByLabel("Full name").fill(person.name);
  await form.getByLabel("Phone number").fill(person.phone);
  await form.getByRole("textbox", { name: "Email" }).fill("eleanor@");
  await form.getByLabel("City").selectOption("Portsmouth");
  await form.getByRole("radio", { name: /Premium Installation/ }).check();
  await form.getByRole("checkbox", { name: /Wreaths & Garland/ }).check();
  await form.getByRole("button", { name: "Request my free quote" }).click();

  await expect(form.getByText("Valid email is required")).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Email" })).toBeFocused();
  await form.getByRole("textbox", { name: "Email" }).fill(person.email);
  const response = page.waitForResponse("**/api/quotes");
  await form.getByRole("button", { name: "Request my free quote" }).click();

  expect((await response).status()).toBe(201);
  expect((await (await response).json()).addOns).toEqual(["wreaths"]);
  await expect(page.getByText("Quote Request Submitted!", { exact: true })).toBeVisible();
  await expect(
    page.getByText("We'll contact you within 24 hours with your detailed quote.", { exact: true }),
  ).toBeVisible();
  const confirmation = form.getByRole("heading", { level: 2, name: /We have your request/ });
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toBeInViewport();
  await expect(form.getByText((await (await response).json()).id.slice(-8))).toBeVisible();
  await expectWellMade(page);
  await form.getByRole("button", { name: "Send another" }).click();
  await expect(form.getByLabel("Full name")).toHaveValue("");
  await expect(form.getByLabel("Full name")).toBeInViewport();
  await browser.expectNone();
});

test("the look chosen on the house fills in the form", async ({ page }) => {
  await page.goto("/");
  const panel = page.getByRole("region", { name: "Try the lights on this house" });
  const price = panel.locator("[aria-live]");
  await expect(price).toContainText("Premium with wreaths, about $640 to $1,340");
  await panel.getByText("Basic", { exact: true }).click();
  await panel.getByText("Smart Timers", { exact: true }).click();
  await panel.getByRole("radio", { name: "2", exact: true }).check();
  await panel.getByRole("radio", { name: /4 cars/ }).check();
  await expect(price).toContainText("Basic with wreaths and smart timers, about $490 to $810");
  await expect(price).toContainText("For a house like yours.");
  await panel.getByText("What's in it").click();
  await expect(panel.getByText("$489 to $809")).toBeVisible();
  await expect(page.locator(".house-art").first()).toHaveAttribute("data-package", "basic");
  await panel.getByText("Commercial", { exact: true }).click();
  await expect(panel.getByText("Custom Quote").first()).toBeVisible();
  await panel.getByText("Basic", { exact: true }).click();

  await panel.getByRole("button", { name: "Quote this look" }).click();

  const form = page.locator("#quote");
  await expect(form.getByText("Your look: Basic, warm white, wreaths, smart timers")).toBeInViewport();
  await expect(form.getByLabel("Full name")).toBeInViewport();
  await expect(form.getByRole("radio", { name: /Basic Installation/ })).toBeChecked();
  await expect(form.getByRole("checkbox", { name: /Wreaths & Garland/ })).toBeChecked();
  await expect(form.getByRole("checkbox", { name: /Smart Timers/ })).toBeChecked();
  await expect(form.getByRole("radio", { name: "2", exact: true })).toBeChecked();
  await expect(form.getByRole("radio", { name: /4 cars/ })).toBeChecked();
  await expect(form.getByText("$490 to $810")).toBeVisible();
});

test("a shared link opens the same look, and its preview shows it @desktop", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  const panel = page.getByRole("region", { name: "Try the lights on this house" });
  await panel.getByText("Commercial", { exact: true }).click();
  await panel.getByRole("radio", { name: "Red and green" }).check();
  await panel.getByText("Smart Timers", { exact: true }).click();
  await panel.getByRole("button", { name: "Share this look" }).click();
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/\?design=c-red-green-wt$/);

  await page.goto(link);
  await expect(panel.getByRole("radio", { name: "Commercial" })).toBeChecked();
  await expect(panel.getByRole("radio", { name: "Red and green" })).toBeChecked();
  await expect(panel.getByRole("checkbox", { name: "Wreaths & Garland" })).toBeChecked();
  await expect(panel.getByRole("checkbox", { name: "Smart Timers" })).toBeChecked();
  await expect(panel.getByRole("checkbox", { name: "Off-Season Storage" })).not.toBeChecked();
  await expect(page.locator(".house-art").first()).toHaveAttribute("data-bulbs", "red-green");

  const html = await (await page.request.get(link)).text();
  const preview = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? "";
  expect(preview).toContain("/api/looks/c-red-green-wt/");
  const picture = await page.request.get(new URL(preview).pathname);
  expect(picture.headers()["content-type"]).toBe("image/jpeg");
});

test("during a flood of requests, the form is sent with a proof of work @desktop", async ({ page }) => {
  const person = newPerson();
  const message = "We're getting an unusual number of requests right now.";
  let refused = 0;
  await page.route("**/api/quotes", (route) => {
    if (route.request().method() !== "POST" || refused > 0) return route.continue();
    refused += 1;
    return route.fulfill({
      status: 429,
      headers: { "X-Challenge": "/api/challenge", "Retry-After": "600" },
      json: { message },
    });
  });
  await page.goto("/quote");
  await fillQuoteForm(page, person);
  const sentAgain = page.waitForRequest(
    (request) => request.url().endsWith("/api/quotes") && "x-challenge-solution" in request.headers(),
  );
  await page.getByRole("button", { name: "Request my free quote" }).click();

  expect((await (await sentAgain).response())?.status()).toBe(201);
  await expect(page.getByText("Quote Request Submitted!", { exact: true })).toBeVisible();
  await expect(page.getByText(message)).not.toBeVisible();
  expect(refused).toBe(1);
});
