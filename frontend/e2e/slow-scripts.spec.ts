import { expect, type Page, test } from "@playwright/test";
import {
  beginToUse,
  expectFocusKept,
  fillQuoteForm,
  newPerson,
  signInAt,
  waitForScripts,
  watchConsole,
} from "./support";

/** Hold back the scripts, or some of them, of pages opened from now on. Return a function that releases them. */
async function holdScripts(page: Page, name = "*"): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(`**/assets/${name}.js`, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

/** Watch the number of fields in the page's form, from within the page. */
async function countFields(page: Page) {
  await page.addInitScript(() => {
    const counts = new Set<number>();
    Object.assign(window, { fieldCounts: counts });
    const count = () => {
      const fields = document.querySelectorAll("form[method=post] :is(input, select, textarea)").length;
      if (document.readyState !== "loading") counts.add(fields);
    };
    document.addEventListener("DOMContentLoaded", count);
    new MutationObserver(count).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { fieldCounts: Set<number> }).fieldCounts]);
}

for (const path of ["/", "/quote"]) {
  test(`what is typed on ${path} before the scripts arrive is kept and can be sent @phone`, async ({
    page,
  }) => {
    const browser = watchConsole(page);
    const person = newPerson();
    const letThrough = await holdScripts(page);
    const counts = await countFields(page);
    // Simulate a slow phone, so that the steps below overlap with hydration.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await page.goto(path, { waitUntil: "commit" });

    const form = page.locator("form[method=post]");
    await form.getByLabel("Full name").fill(person.name);
    await form.getByLabel("Phone number").fill(person.phone);
    await form.getByLabel("City").selectOption("Portsmouth");
    await form.getByRole("radio", { name: /Premium Installation/ }).check();
    await form.getByRole("checkbox", { name: /Smart Timers/ }).check();
    await form.getByRole("radio", { name: "Text", exact: true }).check();
    await form.getByRole("checkbox", { name: /text updates/ }).check();
    await form.getByLabel("Anything we should know?").fill("The gate is on the left.");
    await form.getByRole("textbox", { name: "Email" }).focus();

    letThrough();
    await page.keyboard.type(person.email, { delay: 20 });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await expect(form.getByRole("textbox", { name: "Email" })).toBeFocused();

    expect(await counts(), "the form never lost a field").toHaveLength(1);
    const sent = page.waitForRequest((request) => request.url().endsWith("/api/quotes"), {
      timeout: 20_000,
    });
    await form.getByRole("button", { name: "Request my free quote" }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      fullName: person.name,
      phone: person.phone,
      email: person.email,
      city: "Portsmouth",
      servicePackage: "premium",
      addOns: ["timers"],
      communicationPreference: "sms",
      textUpdates: true,
      comments: "The gate is on the left.",
    });
    await expect(page.getByText("Quote Request Submitted!", { exact: true })).toBeVisible();
    await browser.expectNone();
  });
}

for (const button of ["Get Holiday Lights Quote", "Quote this look"]) {
  test(`"${button}" leads to the form before the scripts arrive, and the form stays there`, async ({
    page,
  }) => {
    const letThrough = await holdScripts(page);
    await page.goto("/", { waitUntil: "commit" });
    await page.getByRole("main").getByRole("button", { name: button }).click();
    const name = page.locator("#quote").getByLabel("Full name");
    await expect(name).toBeInViewport();

    letThrough();
    await waitForScripts(page);
    await expect(name).toBeInViewport();
    if (button === "Quote this look")
      await expect(page.locator("#quote").getByText(/^Your look: Premium/)).toBeVisible();
    await name.fill("Eleanor Hayes");
    await expect(name).toBeFocused();
  });
}

test("a form submitted before the scripts arrive is sent when they do @desktop", async ({ page }) => {
  const person = newPerson();
  const letThrough = await holdScripts(page);
  await page.goto("/quote", { waitUntil: "commit" });
  const form = page.locator("form[method=post]");
  await fillQuoteForm(form, person);
  await form.getByRole("button", { name: "Request my free quote" }).click();
  await expect(form.getByLabel("Full name")).toHaveValue(person.name);

  letThrough();
  await expect(page.getByText("Quote Request Submitted!", { exact: true })).toBeVisible();
});

test("a form that is changed after an early submit is not sent @desktop", async ({ page }) => {
  const letThrough = await holdScripts(page);
  await page.goto("/quote", { waitUntil: "commit" });
  const form = page.locator("form[method=post]");
  await form.getByLabel("Full name").fill("Eleanor Hayes");
  await form.getByLabel("Full name").press("Enter");
  const phone = form.getByLabel("Phone number");
  await phone.pressSequentially("603-5");

  letThrough();
  await waitForScripts(page);
  await page.keyboard.type("55-0172");
  await expect(phone).toHaveValue("603-555-0172");
  await expect(form.getByRole("alert")).toHaveCount(0);
});

for (const path of ["/", "/christmas-trees"]) {
  test(`the calendar of the form on ${path} opens with the scripts if its button was pressed before @desktop`, async ({
    page,
  }) => {
    const browser = watchConsole(page);
    const letThrough = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    await page.getByLabel(/^Preferred (start|delivery) date/).press("Enter");
    letThrough();
    await expect(page.getByRole("dialog", { name: "Choose a date" })).toBeVisible();
    await browser.expectNone();
  });
}

test("a customer's order submitted before the scripts arrive leads to My Services and keeps the focus in the page @desktop", async ({
  page,
}) => {
  const letThrough = await holdScripts(page);
  await signInAt(page, "/christmas-trees");
  await page.getByLabel("Full name").fill("Eleanor Hayes");
  await page.getByRole("textbox", { name: "Email" }).fill("customer@example.com");
  await page.getByLabel(/^Phone/).fill("603-555-0172");
  await page.getByLabel(/^Street address/).fill("41 Marcy Street");
  await page.getByLabel(/^City/).fill("Portsmouth");
  await page.getByLabel(/^ZIP/).fill("03801");
  await page.getByRole("button", { name: "Place order" }).press("Enter");

  letThrough();
  await page.waitForURL("**/my-services");
  await expect(page.getByRole("heading", { name: "My Services" })).toBeVisible();
  await expectFocusKept(page);
});

test("a look chosen before the scripts arrive lights the house @desktop", async ({ page }) => {
  const letThrough = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  const panel = page.getByRole("region", { name: "Try the lights on this house" });
  await panel.getByRole("radio", { name: "Basic" }).check();
  await panel.getByRole("checkbox", { name: "Wreaths & Garland" }).uncheck();
  await panel.getByRole("checkbox", { name: "Smart Timers" }).check();
  await panel.getByRole("radio", { name: "2", exact: true }).check();
  await panel.getByRole("radio", { name: /3 cars/ }).check();
  letThrough();
  const house = page.locator(".house-art").first();
  await expect(house).toHaveAttribute("data-package", "basic");
  await expect(house).toHaveAttribute("data-addons", "timers");
  await expect(panel.getByRole("radio", { name: "Basic" })).toBeChecked();
  await expect(panel.getByText("For a house like yours.")).toBeVisible();
  await panel.getByRole("button", { name: "Quote this look" }).click();
  await expect(page.locator("#quote").getByRole("radio", { name: /3 cars/ })).toBeChecked();
});

test("the prerendered form stays until its code has loaded", async ({ page, isMobile }) => {
  const letThrough = await holdScripts(page, "quote-form-*");
  const counts = await countFields(page);
  await page.goto("/");
  await beginToUse(page);
  expect(await page.evaluate(() => document.querySelector("#quote form")?.textContent)).toContain(
    "Full name",
  );

  // A link within the page makes React rerender everything that depends on the URL.
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Get Holiday Lights Quote" });
  await (isMobile ? link.tap() : link.click());
  letThrough();
  await expect(page).toHaveURL(/#quote$/);
  await expect(page.getByRole("heading", { name: "Get your free quote" })).toBeInViewport();
  expect(await counts(), "the form never lost a field").toHaveLength(1);
});

test("typed text survives the reload after a deploy has removed part of the page's code @desktop", async ({
  page,
}) => {
  await page.goto("/quote");
  await page.route("**/assets/date-popover-*.js", (route) => route.fulfill({ status: 404 }), { times: 1 });
  await waitForScripts(page);
  await page.getByLabel("Full name").fill("Eleanor Hayes");
  await page.getByRole("radio", { name: /Basic Installation/ }).check();
  const reloaded = page.waitForEvent("load");
  await page.getByLabel("Preferred start date").click();
  await reloaded;
  await expect(page.getByLabel("Full name")).toHaveValue("Eleanor Hayes");
  await expect(page.getByRole("radio", { name: /Basic Installation/ })).toBeChecked();
  await page.getByLabel("Preferred start date").click();
  await expect(page.getByRole("dialog", { name: "Choose a date" })).toBeVisible();
});

test("find-in-page finds text far down a page, with and without scripts @desktop", async ({ page }) => {
  // It finds all text that is not hidden, including sections with content-visibility: auto.
  const find = (words: string) =>
    page
      .getByText(words)
      .first()
      .evaluate((element) => element.checkVisibility({ visibilityProperty: true }));
  const words = {
    "/": ["How did you hear about us?", "Anything we should know?", "Our Holiday Magic"],
    "/faq": ["Will you text me?", "You only need to be there for the first step"],
    "/terms": ["Some quotes ask for a deposit"],
  };
  for (const [path, texts] of Object.entries(words)) {
    const letThrough = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("contentinfo")).toBeAttached();
    for (const text of texts) expect(await find(text), `${text} before the scripts`).toBe(true);
    letThrough();
    await beginToUse(page);
    // The landing page's form loads its code at the next sign of use.
    await page.keyboard.press("Shift");
    await waitForScripts(page);
    for (const text of texts) expect(await find(text), `${text} after them`).toBe(true);
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("a page loads its code at the first sign of use, and at once for someone who may be signed in @desktop", async ({
  page,
}) => {
  const ran = () => page.evaluate(() => window.earlyClicks?.isOver ?? false);
  const loaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType("resource").filter(({ name }) => name.includes("framework-")),
    );
  await page.goto("/faq");
  await page.waitForLoadState("networkidle");
  expect(await ran()).toBe(false);
  expect(await loaded()).toEqual([]);
  await page.mouse.wheel(0, 100);
  await expect.poll(ran).toBe(true);

  await page.context().addCookies([{ name: "csrftoken", value: "of-a-session", url: page.url() }]);
  await page.route("**/api/auth/user", (route) => route.fulfill({ json: null, status: 200 }));
  await page.goto("/terms");
  await expect.poll(ran).toBe(true);
});

test("the theme chosen before the scripts arrive is kept @desktop", async ({ page }) => {
  const letThrough = await holdScripts(page);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/privacy", { waitUntil: "commit" });
  await page.getByRole("radio", { name: "Dark" }).check();
  letThrough();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
});
