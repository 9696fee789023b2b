import { type Browser, expect, type Page, test } from "@playwright/test";
import { call, expectWellMade, newPerson, signInAt, watchConsole } from "./support";

const admin = "admin@example.com";

/** Request a number of quotes from a unique city, which the desk can filter by. Return its name and the customers'. */
async function requestQuotes(browser: Browser, count: number) {
  const visitor = await browser.newPage();
  await visitor.goto("/quote");
  const city = `Rye ${Math.random().toString(36).slice(2, 10)}`;
  const people = Array.from({ length: count }, newPerson);
  const requests: { id: string; name: string }[] = [];
  for (const { name, email, phone } of people) {
    const { id } = await call<{ id: string }>(visitor, "POST", "/api/quotes", {
      fullName: name,
      email,
      phone,
      city,
      streetAddress: "52 Islington Street",
      servicePackage: "premium",
      squareFootage: 2400,
      communicationPreference: "sms",
    });
    requests.push({ id, name });
  }
  await visitor.close();
  return { requests, list: `/admin?tab=due&city=${encodeURIComponent(city)}` };
}

const rowOf = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
const priceOf = (page: Page, name: string) => page.getByRole("textbox", { name: `Price for ${name}` });

test("forty prices are sent with digits and Enter alone @desktop", async ({ page, browser }) => {
  const console = watchConsole(page);
  const { requests, list } = await requestQuotes(browser, 40);
  await signInAt(page, list, admin);
  await priceOf(page, requests[0]?.name ?? "").click();
  let keystrokes = 0;
  const started = Date.now();
  for (const [place, { name }] of requests.entries()) {
    await expect(priceOf(page, name)).toBeFocused();
    for (const key of [...String(900 + place), "Enter"]) {
      await page.keyboard.press(key);
      keystrokes += 1;
    }
  }
  await expect(page.getByRole("heading", { name: "None left here" })).toBeVisible();
  const seconds = (Date.now() - started) / 1000;
  test
    .info()
    .annotations.push({ type: "forty prices", description: `${keystrokes} keystrokes, ${seconds} s` });
  process.stdout.write(`Forty prices: ${keystrokes} keystrokes, ${seconds.toFixed(1)} s\n`);
  for (const [place, { id }] of requests.entries()) {
    const quote = await call<{ status: string; quoteAmount: string }>(
      page,
      "GET",
      `/api/quotes/${id}`,
      undefined,
    );
    expect(quote).toMatchObject({ status: "reviewed", quoteAmount: `${900 + place}.00` });
  }
  console.expectNone();
});

test("a price is taken back before the customer is notified @desktop", async ({ page, browser }) => {
  const { requests, list } = await requestQuotes(browser, 2);
  const [{ id, name } = { id: "", name: "" }] = requests;
  await signInAt(page, list, admin);
  await priceOf(page, name).fill("1250");
  await priceOf(page, name).press("Enter");
  await expect(page.getByText("Quote Updated", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Price taken back", { exact: true })).toBeVisible();
  await expect(priceOf(page, name)).toHaveValue("1250");
  const quote = await call<{ status: string; quoteAmount: string | null }>(
    page,
    "GET",
    `/api/quotes/${id}`,
    undefined,
  );
  expect(quote).toMatchObject({ status: "pending", quoteAmount: null });
});

test("two administrators work on the same list @desktop", async ({ page, browser }) => {
  const { requests, list } = await requestQuotes(browser, 3);
  const [first, second, third] = requests.map(({ name }) => name) as [string, string, string];
  await signInAt(page, list, admin);
  const other = await browser.newPage();
  await signInAt(other, list, admin);

  await priceOf(page, second).fill("11");
  await priceOf(other, first).fill("900");
  await priceOf(other, first).press("Enter");
  await priceOf(other, second).fill("950");
  await priceOf(other, second).press("Enter");
  // The row with the typed text stays in place and says that someone else has changed it.
  const before = await rowOf(page, second).boundingBox();
  await expect(rowOf(page, second).getByText("What you typed is still here.")).toBeVisible({
    timeout: 20_000,
  });
  await expect(rowOf(page, second).getByText(/^Ada .* took care of this on/)).toBeVisible();
  await expect(priceOf(page, second)).toHaveValue("11");
  await expect(priceOf(page, second)).toBeFocused();
  await expect(rowOf(page, first).getByText("Taken care of")).toBeVisible();
  expect((await rowOf(page, second).boundingBox())?.y).toBe(before?.y);

  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("975");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, third)).toBeHidden();
  await expect(rowOf(other, third).getByText("Taken care of")).toBeVisible({ timeout: 20_000 });
  await other.close();
});

test("a row opens, and its price is sent from the details", async ({ page, browser }, { project }) => {
  const console = watchConsole(page);
  const { requests, list } = await requestQuotes(browser, 2);
  const [first, second] = requests.map(({ name }) => name) as [string, string];
  await signInAt(page, list, admin);
  await rowOf(page, first).getByRole("link", { name: first, exact: true }).click();
  const details = page.getByRole("region", { name: first });
  await expect(details.getByText("1 of 2")).toBeVisible();
  await expect(details.getByText("No calls yet").or(details.getByText("No comments yet."))).toBeVisible();
  await expectWellMade(page);
  if (project.name === "phone") {
    // On phones, the details are a separate page with a back link.
    await expect(rowOf(page, second)).toBeHidden();
    await details.getByLabel(/^Price for/).fill("1,250");
    await details.getByRole("button", { name: "Send quote" }).click();
    await expect(page.getByRole("region", { name: second })).toBeVisible();
    await page.getByRole("button", { name: "Due now" }).click();
  } else {
    await priceOf(page, first).fill("1,250");
    await rowOf(page, first)
      .getByRole("button", { name: /^Send quote/ })
      .click();
  }
  await expect(page.getByText("Quote Updated", { exact: true })).toBeVisible();
  await expect(rowOf(page, second)).toBeVisible();
  await expect(rowOf(page, first)).toBeHidden();
  await expectWellMade(page);
  console.expectNone();
});

test("a price is typed into its row, whose field opens on a tap @phone", async ({ page, browser }) => {
  const { requests, list } = await requestQuotes(browser, 1);
  const [{ name } = { name: "" }] = requests;
  await signInAt(page, list, admin);
  await rowOf(page, name)
    .getByRole("button", { name: `Enter price for ${name}` })
    .tap();
  await expect(priceOf(page, name)).toBeFocused();
  await priceOf(page, name).fill("980");
  await rowOf(page, name)
    .getByRole("button", { name: `Send quote to ${name}` })
    .tap();
  await expect(page.getByText("Quote Updated", { exact: true })).toBeVisible();
  await expect(rowOf(page, name)).toBeHidden();
});
