import { type Browser, expect, type Page, test } from "@playwright/test";
import { cards, chargesOf, fillCard, intentOf } from "./card";
import { call, expectWellMade, LINK_HELD, newPerson, signInAt, watchConsole } from "./support";

const state = (page: Page) => page.getByRole("heading", { level: 1 });

/** Run the office's steps in a separate browser page. */
async function office<Result>(
  browser: Browser,
  baseURL: string | undefined,
  act: (desk: Page) => Promise<Result>,
) {
  const desk = await browser.newPage({ baseURL: baseURL ?? "" });
  await signInAt(desk, "/", "admin@example.com");
  const result = await act(desk);
  await desk.close();
  return result;
}

/** Request a quote as a guest and price it. The page's browser gets the link cookie. */
async function pricedQuote(page: Page, browser: Browser, baseURL: string | undefined) {
  const { name, email, phone } = newPerson();
  const data = { fullName: name, email, phone, city: "Dover", servicePackage: "premium" };
  const { id } = await (await page.request.post("/api/quotes", { data })).json();
  const price = { status: "reviewed", quoteAmount: "1240.00" };
  await office(browser, baseURL, (desk) => call(desk, "PATCH", `/api/quotes/${id}`, price));
  return { id: id as string, name };
}

/** Record the origins of the page's scripts. */
function watchScripts(page: Page): Set<string> {
  const origins = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") origins.add(new URL(request.url()).origin);
  });
  return origins;
}

test("a guest accepts, pays the deposit with 3-D Secure on the same page, and the rest after the work", async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  test.slow();
  const { id, name } = await pricedQuote(page, browser, baseURL);
  const watched = watchConsole(page, [LINK_HELD]);
  const origins = watchScripts(page);
  const response = await page.goto(`/follow/quotes/${id}`);
  await page.getByLabel("Your full name").fill(name);
  const opened = intentOf(page);
  await page.getByRole("button", { name: "Accept $1,240.00" }).click();
  await expect(state(page)).toHaveText("You accepted $1,240.00");
  await expect(page.getByRole("heading", { name: "Pay the deposit: $310.00" })).toBeVisible();
  await expect(page.getByText("Paid jobs are scheduled first. The rest, $930.00, is due")).toBeVisible();
  const intent = await opened;
  await fillCard(page, cards.authenticate);
  await expectWellMade(page);
  await page.getByRole("button", { name: "Pay $310.00" }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeFocused();
  await expect(page.getByText("Your invoice shows this payment. Next, we set your day.")).toBeVisible();
  await expect(page.getByText("You paid $310.00. Due 14 days after we install")).toBeVisible();
  expect(await chargesOf(request, intent)).toBe(1);
  await expectWellMade(page);

  // A page with a card form loads scripts from us and from Stripe only, and its policy allows no others.
  const { scriptUrl } = await (await request.get("/api/payments/config")).json();
  const allowed = [new URL(page.url()).origin, new URL(scriptUrl).origin];
  expect([...origins].toSorted()).toEqual(allowed.toSorted());
  const policy = response?.headers()["content-security-policy"] ?? "";
  const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];
  expect(sources.filter((source) => !source.startsWith("'sha256-"))).toEqual(["'self'", allowed[1]]);

  await office(browser, baseURL, async (desk) => {
    const visit = await call<{ id: string }>(desk, "POST", "/api/jobs", { quoteId: id });
    await call(desk, "PATCH", `/api/jobs/${visit.id}`, { status: "completed" });
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: /Pay the deposit/ })).toBeHidden();
  await page.getByRole("link", { name: "Pay $930.00" }).click();
  await fillCard(page, cards.good);
  await page.getByRole("button", { name: "Complete Payment" }).click();
  await expect(page.getByText("Your invoice is paid.")).toBeVisible();
  watched.expectNone();
});
