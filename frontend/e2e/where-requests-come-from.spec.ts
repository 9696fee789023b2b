import { expect, test } from "@playwright/test";
import { office } from "./office";
import { expectWellMade, fillQuoteForm, newPerson } from "./support";

test("the campaign of the first page and the form's answer reach the desk", async ({
  page,
  browser,
  baseURL,
}) => {
  const person = newPerson();
  // The visitor follows the link before the scripts run, so the browser itself opens the next page.
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/?utm_source=google&utm_medium=cpc&utm_campaign=fall-2026");
  await page.unrouteAll();
  await page.goto("/faq");
  await page.getByRole("link", { name: "Get your quote" }).click();
  await fillQuoteForm(page, person);
  await page.getByLabel("How did you hear about us?").selectOption("Search");
  await expectWellMade(page);
  const response = page.waitForResponse("**/api/quotes");
  await page.getByRole("button", { name: "Request my free quote" }).click();
  const { id } = await (await response).json();
  await expect(page.getByText("Quote Request Submitted!", { exact: true })).toBeVisible();

  await office(browser, baseURL, async (desk) => {
    await desk.goto(`/admin?tab=due&q=${encodeURIComponent(person.name)}&open=quote-${id}`);
    const details = desk.getByRole("region", { name: person.name });
    await expect(details.getByText("Search / google / fall-2026")).toBeVisible();
    await expect(details.getByText("medium: cpc")).toBeVisible();
    await desk.goto("/admin?tab=analytics");
    const card = desk.getByRole("group", { name: "Where customers come from" });
    await card.getByRole("button", { name: /Show as table/ }).click();
    await expect(card.getByRole("row", { name: /^Search \/ google \/ fall-2026/ })).toBeVisible();
  });
});
