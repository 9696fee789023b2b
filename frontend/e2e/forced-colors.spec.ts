import { expect, type Locator, type Page, test } from "@playwright/test";
import { signInAt } from "./support";

test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

/**
 * Return a screenshot of an element to compare with another, since forced colors can change anything that is painted.
 */
const picture = async (element: Locator) => (await element.screenshot()).toString("base64");

const background = (element: Locator) => element.evaluate((it) => getComputedStyle(it).backgroundColor);

/** Expect checked and unchecked controls to differ, and the check of an unchecked one to be hidden. */
async function expectChecksDiffer(page: Page, name: RegExp) {
  const box = page.getByRole("checkbox", { name }).first();
  await expect(box).not.toBeChecked();
  const drawn = box.locator("xpath=following-sibling::span");
  await expect(drawn.locator("svg")).toBeHidden();
  const unchecked = await picture(drawn);
  await box.focus();
  await page.keyboard.press("Space");
  await expect(box).toBeChecked();
  await expect(drawn.locator("svg")).toBeVisible();
  expect(await picture(drawn)).not.toBe(unchecked);
}

test("forced colors show what is checked and selected on public pages @desktop", async ({ page }) => {
  await page.goto("/christmas-trees");
  await expectChecksDiffer(page, /Christmas Tree Lights/);
  const trees = page.getByRole("radio");
  const marks = [trees.nth(0), trees.nth(1)].map((radio) => radio.locator("xpath=following-sibling::span"));
  await expect(trees.nth(0)).toBeChecked();
  expect(await picture(marks[0] as Locator)).not.toBe(await picture(marks[1] as Locator));

  await page.goto("/");
  const segment = (label: string) => page.locator("label").filter({ hasText: new RegExp(`^${label}$`) });
  const chosen = page.getByRole("radio", { name: "Premium", exact: true });
  await expect(chosen).toBeChecked();
  expect(await background(segment("Premium"))).not.toBe(await background(segment("Basic")));
  // Bulbs keep their own colors.
  const bulbs = page.getByRole("radiogroup", { name: /^Bulbs/ }).locator("label");
  expect(await picture(bulbs.nth(1))).not.toBe(await picture(bulbs.nth(2)));
});

test("forced colors show the open tab, progress, badges, views and charts @desktop", async ({ page }) => {
  await signInAt(page, "/my-services");
  const tab = (name: string) => page.getByRole("tab", { name, exact: true });
  await expect(tab("Quotes")).toHaveAttribute("aria-selected", "true");
  expect(await background(tab("Quotes"))).not.toBe(await background(tab("Services")));
  const steps = page.getByRole("list", { name: "Progress" }).first().getByRole("listitem");
  const bulb = (step: Locator) => step.locator("> span[aria-hidden]").last();
  expect(await background(bulb(steps.first()))).not.toBe(await background(bulb(steps.last())));

  await page.context().clearCookies();
  await signInAt(page, "/admin?tab=analytics", "admin@example.com");
  const card = page
    .getByRole("heading", { name: "Quotes by package" })
    .locator("xpath=ancestor::*[@aria-labelledby][1]");
  const bar = card.locator("li").first().locator("span span");
  await expect(bar).toBeVisible();
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background(bar)).not.toBe(canvas);
  await page.goto("/admin?tab=jobs");
  const view = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(view("List")).toHaveAttribute("aria-pressed", "true");
  expect(await background(view("List"))).not.toBe(await background(view("Week")));
});
