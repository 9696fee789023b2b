import { expect, type Page, test } from "@playwright/test";
import {
  call,
  dayOfItsOwn,
  expectAccessible,
  expectWellMade,
  newPerson,
  pickDay,
  signInAt,
  tabTo,
  watchConsole,
} from "./support";

const admin = "admin@example.com";

const toast = (page: Page, title: string) => expect(page.getByText(title, { exact: true })).toBeVisible();

interface Row {
  id: string;
  scheduledDate: string | null;
}

/** A day during daylight saving time, four hours behind UTC. */
const summerDay = () => dayOfItsOwn("03-20", 200);

const quoteOf = (page: Page, name: string, email: string) =>
  call<Row>(page, "POST", "/api/quotes", {
    fullName: name,
    email,
    phone: "603-555-0172",
    city: "Portsmouth",
    servicePackage: "premium",
  });

test("from a request to a paid invoice, without leaving the desk", async ({ page, browser }) => {
  test.slow();
  const console = watchConsole(page);
  const { name } = newPerson();
  const customer = await browser.newPage();
  await signInAt(customer, "/my-services", "customer@example.com");
  const { id } = await quoteOf(customer, name, "customer@example.com");

  // Staff set a price.
  await signInAt(page, `/admin?tab=quotes&q=${encodeURIComponent(name).replaceAll("%20", "+")}`, admin);
  await page.getByLabel(/^Status of quote/).selectOption("reviewed");
  await page.getByLabel(/^Amount of quote/).fill("1,284.50");
  await page.getByRole("button", { name: /^Save quote/ }).click();
  await toast(page, "Quote Updated");

  // The customer accepts it.
  await customer.reload();
  const card = customer.getByRole("article").filter({ hasText: id.slice(-8) });
  await card.getByRole("button", { name: "Accept $1,284.50" }).click();
  await customer.getByRole("alertdialog").getByRole("button", { name: "Accept $1,284.50" }).click();
  await toast(customer, "Quote accepted");

  // A visit, first unscheduled, then on the calendar.
  await page.reload();
  await page.getByRole("button", { name: /^Open quote/ }).click();
  await page.getByRole("button", { name: "Schedule visit", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Schedule a visit" })
    .getByRole("button", { name: /^Schedule visit/ })
    .click();
  await toast(page, "Visit added");
  const day = summerDay();
  await page.goto(`/admin?tab=jobs&view=week&day=${day}`);
  await page.getByRole("button", { name: new RegExp(`^Pick a day ?: job .*${name}`) }).click();
  await pickDay(page, page.getByRole("dialog").getByLabel("Day"), day);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Schedule visit/ })
    .click();
  await toast(page, "Job Updated");
  await expect(page.getByRole("button", { name: new RegExp(`9:00\\sAM.*${name}`) })).toBeVisible();

  // The installation is completed, and the takedown is offered for January.
  const search = encodeURIComponent(name);
  await page.goto(`/admin?tab=jobs&q=${search}`);
  await page.getByLabel(/^Status of job/).selectOption("completed");
  await page.getByRole("button", { name: /^Save job/ }).click();
  const offer = page.getByRole("dialog", { name: "Schedule the takedown?" });
  await expect(offer.getByLabel("Day")).toHaveText(/^Jan \d+, \d{4}$/);
  await expectAccessible(page);
  await offer.getByRole("button", { name: /^Schedule takedown/ }).click();
  await toast(page, "Takedown scheduled");
  const takedown = page.getByRole("row", { name: /Takedown/ });
  await expect(takedown).toBeVisible();

  // The takedown completes the quote.
  await takedown.getByLabel(/^Status of job/).selectOption("completed");
  await takedown.getByRole("button", { name: /^Save job/ }).click();
  await toast(page, "Job Updated");
  await page.goto(`/admin?tab=quotes&q=${search}`);
  await expect(page.getByLabel(/^Status of quote/)).toHaveValue("complete");

  // The acceptance created the invoice, which is paid in two parts.
  await page.goto(`/admin?tab=invoices&q=${search}`);
  const record = page.getByRole("button", { name: /^Record payment of invoice/ });
  await record.click();
  await page.getByRole("dialog").getByLabel("Amount in dollars").fill("284.50");
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByText(/\$1,000\.00 still due\.$/).first()).toBeVisible();
  await record.click();
  await expect(page.getByRole("dialog").getByLabel("Amount in dollars")).toHaveValue("1,000.00");
  await page.getByRole("dialog").getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByText(/paid in full\.$/).first()).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: name }).first();
  await expect(row.getByRole("cell").filter({ hasText: /^(Status)?Paid\s*$/ })).toBeVisible();
  await expect(record).toHaveCount(0);
  await page.getByRole("button", { name: /^Open invoice/ }).click();
  await expect(page.getByRole("list", { name: "Payments" }).getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await customer.close();
  console.expectNone();
});

/** Create a visit at 9:30 AM Eastern with no other visit near it, or an unscheduled one. */
async function createVisit(page: Page, { scheduled = true } = {}) {
  const { name, email } = newPerson();
  const day = summerDay();
  const quote = await quoteOf(page, name, email);
  const job = await call<Row>(page, "POST", "/api/jobs", {
    quoteId: quote.id,
    kind: "service",
    ...(scheduled ? { scheduledDate: `${day}T13:30:00Z` } : {}),
  });
  const now = async () => {
    const { scheduledDate: date } = await page.evaluate(
      async (id) => (await fetch(`/api/jobs/${id}`)).json() as Promise<Row>,
      job.id,
    );
    return new Date(date ?? 0).toISOString();
  };
  return { name, day, now };
}

const nextDay = (day: string) => {
  const date = new Date(`${day}T12:00:00Z`);
  // Stay within the displayed week.
  date.setUTCDate(date.getUTCDate() + (date.getUTCDay() === 6 ? -1 : 1));
  return date.toISOString().slice(0, 10);
};

test.describe("on a computer in another time zone", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("a visit is moved with the keyboard alone @desktop", async ({ page }) => {
    const console = watchConsole(page);
    await signInAt(page, "/admin?tab=jobs", admin);
    const { name, day, now } = await createVisit(page);
    await page.goto(`/admin?tab=jobs&view=week&day=${day}`);
    const visit = page.getByRole("button", { name: new RegExp(name) });
    await expect(visit).toContainText(/9:30\sAM/);
    await expectAccessible(page);

    await tabTo(page, new RegExp(`^\\s*9:30\\sAM.*${name}`));
    await page.keyboard.press("Shift+ArrowDown");
    await toast(page, "Job Updated");
    await expect(visit).toContainText(/9:45\sAM/);
    await expect(visit).toBeFocused();
    expect(await now()).toBe(`${day}T13:45:00.000Z`);

    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: `Service visit: ${name}` });
    await expect(dialog.getByLabel("Time")).toHaveValue("09:45");
    await expectAccessible(page);
    await tabTo(page, /^Time/);
    await page.keyboard.type("0215PM");
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(visit).toContainText(/2:15\sPM/);
    expect(await now()).toBe(`${day}T18:15:00.000Z`);
    console.expectNone();
  });

  test("a visit is dragged to another day and an hour later @desktop", async ({ page }) => {
    const console = watchConsole(page);
    await signInAt(page, "/admin?tab=jobs", admin);
    const { name, day, now } = await createVisit(page);
    const target = nextDay(day);
    await page.goto(`/admin?tab=jobs&view=week&day=${day}`);
    const visit = page.getByRole("button", { name: new RegExp(name) });
    const from = await visit.boundingBox();
    if (!from) throw new Error("The visit is not on the calendar");
    const width = from.width * 1.05 * (target > day ? 1 : -1);
    const hour = from.height / 2; // a visit is two hours high
    const x = from.x + from.width / 2;
    const y = from.y + 12;
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 8; step += 1)
      await page.mouse.move(x + (width * step) / 8, y + (hour * step) / 8);
    await page.mouse.up();
    await toast(page, "Job Updated");
    expect(await now()).toBe(`${target}T14:30:00.000Z`);

    await page.goto(`/admin?tab=jobs&view=month&day=${day}`);
    await expect(visit).toContainText(/10:30\sAM/);
    await expectAccessible(page);
    console.expectNone();
  });

  test("an unscheduled visit is dragged onto a day, even after the list first failed to load @desktop", async ({
    page,
  }) => {
    const console = watchConsole(page, [/500/]);
    await signInAt(page, "/admin?tab=jobs", admin);
    const there = await createVisit(page);
    const waiting = await createVisit(page, { scheduled: false });
    await page.route(/\/api\/jobs\?.*unscheduled=1/, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await page.goto(`/admin?tab=jobs&view=week&day=${there.day}`);
    await expect(page.getByText("We couldn't load the unscheduled visits.")).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    const list = page.getByRole("list", { name: "Unscheduled visits" });
    const entry = list.getByRole("listitem").filter({ hasText: waiting.name });
    await expect(entry).toBeVisible();
    const place = await page.getByRole("button", { name: new RegExp(there.name) }).boundingBox();
    const from = await entry.boundingBox();
    if (!place || !from) throw new Error("The visits are not on the page");
    await page.mouse.move(from.x + 20, from.y + 16);
    await page.mouse.down();
    for (let step = 1; step <= 8; step += 1)
      await page.mouse.move(
        from.x + 20 + ((place.x + place.width / 2 - from.x - 20) * step) / 8,
        from.y + 16 + ((place.y + 4 - from.y - 16) * step) / 8,
      );
    await page.mouse.up();
    await toast(page, "Job Updated");
    await expect(page.getByRole("button", { name: new RegExp(`9:30\\sAM.*${waiting.name}`) })).toBeVisible();
    await expect(entry).toHaveCount(0);
    expect(await waiting.now()).toBe(`${there.day}T13:30:00.000Z`);
    console.expectNone();
  });
});

test("a visit that someone else has moved is not overwritten @desktop", async ({ page }) => {
  const console = watchConsole(page, [/409/]);
  await signInAt(page, "/admin?tab=jobs", admin);
  const { name, day, now } = await createVisit(page);
  await page.goto(`/admin?tab=jobs&view=week&day=${day}`);
  const visit = page.getByRole("button", { name: new RegExp(name) });
  await visit.click();
  const id = new URL(page.url()).searchParams.get("open");
  await call(page, "PATCH", `/api/jobs/${id}`, { scheduledDate: `${day}T20:00:00Z` });
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Time").fill("11:00");
  await dialog.getByRole("button", { name: /^Move visit/ }).click();
  await toast(page, "Update Failed");
  expect(await now()).toBe(`${day}T20:00:00.000Z`);
  await expect(dialog.getByLabel("Time")).toHaveValue("16:00");
  console.expectNone();
});

test(`analytics: each chart has a table and is accessible`, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const console = watchConsole(page);
  await signInAt(page, "/admin?tab=analytics", admin);
  for (const figure of [
    "Pending quotes",
    "Scheduled jobs",
    "Monthly recurring revenue",
    "Active subscriptions",
  ])
    await expect(page.getByText(figure, { exact: true })).toBeVisible();
  const buttons = page.getByRole("button", { name: /^Show as table/ });
  await expect(buttons).toHaveCount(10);
  await expectWellMade(page);
  for (const button of await buttons.all()) await button.click();
  await expect(page.getByRole("table")).toHaveCount(10);
  for (const table of await page.getByRole("table").all()) await expect(table).toBeVisible();
  await expectWellMade(page);
  console.expectNone();
});

test("all views of visits, invoices and subscriptions are accessible and don't scroll sideways", async ({
  page,
}) => {
  test.slow();
  const console = watchConsole(page);
  await signInAt(page, "/admin?tab=jobs", admin);
  const views = [
    "jobs",
    "jobs&view=week",
    "jobs&view=month",
    "invoices",
    "subscriptions",
    "subscriptions&view=all",
    "subscriptions&view=refunds",
    "subscriptions&view=events",
  ];
  for (const view of views) {
    await page.goto(`/admin?tab=${view}`);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  console.expectNone();
});
