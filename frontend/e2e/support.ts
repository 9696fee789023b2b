import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, type Cookie, expect, type Locator, type Page, test } from "@playwright/test";

export { catalog } from "../src/api/catalog.gen";

/** A page behind a private link looks up the user, and browsers log the 401 response. */
export const LINK_HELD = /401/;

/** Collect a page's errors and warnings in the console. Call `expectNone` at the end of the test. */
export function watchConsole(page: Page, expected: readonly RegExp[] = []) {
  const problems: string[] = [];
  const record = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) problems.push(text);
  };
  page.on("pageerror", (error) => record(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) record(message.text());
  });
  return { expectNone: () => expect(problems).toEqual([]) };
}

/** Wait for finite animations to end, since axe would read the colors in between. */
async function animationsEnd(page: Page) {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState, timeline }) =>
          playState === "running" &&
          timeline === document.timeline &&
          effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Expect no violations from axe. */
export async function expectAccessible(page: Page) {
  await animationsEnd(page);
  // Axe checks the WCAG 2.2 target size only on request. Without its legacy mode, it opens a second page each time for
  // cross-origin frames, of which we have none.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"], rules: { "target-size": { enabled: true } } })
    .setLegacyMode()
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual(
    [],
  );
}

/** Expect that the marks of checked inputs stand out (WCAG 1.4.11), which axe doesn't check. */
async function expectMarksInSight(page: Page) {
  const faint = await page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const luminance = (color: string) => {
      if (!pen) throw new Error("No canvas");
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = Array.from(pen.getImageData(0, 0, 1, 1).data, (value) =>
        value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    return [...document.querySelectorAll<HTMLInputElement>("input.peer:checked")]
      .filter(({ type, nextElementSibling: mark }) => {
        if (!mark) return true;
        const { backgroundColor, borderTopColor, color } = getComputedStyle(mark);
        const painted = luminance(type === "radio" ? borderTopColor : color) + 0.05;
        const around = luminance(backgroundColor) + 0.05;
        return Math.max(painted, around) / Math.min(painted, around) < 3;
      })
      .map(({ outerHTML }) => outerHTML);
  });
  expect(faint).toEqual([]);
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 400;

/** Expect that the page does not scroll sideways, on a phone also at 320 pixels (WCAG 1.4.10). */
async function expectNoSidewaysScrolling(page: Page) {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBe(0);
  const size = page.viewportSize();
  if (!size || !isPhone(page)) return;
  await page.setViewportSize({ ...size, width: 320 });
  expect(await overflow()).toBe(0);
  await page.setViewportSize(size);
}

/**
 * Tab through the page and expect that nothing, such as a bar at the bottom, entirely covers the focused element
 * (WCAG 2.4.11).
 */
export async function expectFocusInSight(page: Page) {
  const covered: string[] = [];
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const active = document.activeElement as HTMLInputElement | null;
      if (!active || active === document.body) return null;
      // Radio buttons and checkboxes are invisible inside the label that draws them.
      const shown = active.closest("label") ?? active;
      const { left, top, width, height } = shown.getBoundingClientRect();
      const inSight = [0.1, 0.5, 0.9].some((down) => {
        const hit = document.elementFromPoint(left + width / 2, top + height * down);
        return shown.contains(hit);
      });
      return { inSight, html: active.outerHTML.slice(0, 120) };
    });
    if (!focus) break;
    if (!focus.inSight) covered.push(focus.html);
  }
  expect(covered).toEqual([]);
}

/** Expect that the focus is on an element, not lost to the body. */
export async function expectFocusKept(page: Page) {
  const isKept = () => page.evaluate(() => document.activeElement !== document.body);
  await expect.poll(isKept).toBe(true);
}

/** Start to use a prerendered page, which makes it load its code, and wait until that runs. */
export async function beginToUse(page: Page) {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  await page.waitForFunction(() => window.earlyClicks?.isOver);
}

/** Wait until the code of a prerendered page and its form runs. Until then, only native links and buttons work. */
export async function waitForScripts(page: Page) {
  await beginToUse(page);
  await expect(page.locator("form[data-waiting]")).toHaveCount(0);
}

/** Expect no violations from axe and visible marks, in the light theme on a desktop and in the dark one on a phone, and
 * no sideways scrolling. */
export async function expectWellMade(page: Page) {
  const isDark = isPhone(page);
  if (isDark) {
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveClass(/dark/);
    // Colors take a moment to change, even with reduced motion.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  await expectAccessible(page);
  await expectMarksInSight(page);
  await expectNoSidewaysScrolling(page);
  if (isDark) {
    await page.emulateMedia({ colorScheme: "light" });
    await expect(page.locator("html")).not.toHaveClass(/dark/);
  }
}

/** Return a unique person, so that parallel tests don't affect each other. */
export function newPerson() {
  const id = Math.random().toString(36).slice(2, 10);
  return { name: `Eleanor Hayes ${id}`, email: `eleanor.${id}@example.com`, phone: "603-555-0172" };
}

/** Fill in what a quote request requires. */
export async function fillQuoteForm(
  form: Page | Locator,
  { name, phone, email }: ReturnType<typeof newPerson>,
) {
  await form.getByLabel("Full name").fill(name);
  await form.getByLabel("Phone number").fill(phone);
  await form.getByRole("textbox", { name: "Email" }).fill(email);
  await form.getByLabel("City").selectOption("Portsmouth");
  const premium = form.getByRole("radio", { name: /Premium Installation/ });
  await premium.click();
  // Unlike `check`, this waits: a choice that was made while the form's code started is repeated by it.
  await expect(premium).toBeChecked();
}

const takenWeeks = new Set<number>();
/** From Sunday to Saturday, as in the desk's calendar. */
const weekOf = (day: Date) => Math.floor((day.getTime() / 86_400_000 + 4) / 7);

/**
 * Return a day (`YYYY-MM-DD`) from `first` (`MM-DD`) to a number of days later, in a week that no demo row and no other
 * test uses. Each of the two workers has its own years.
 */
export function dayOfItsOwn(first: string, days: number): string {
  let day: Date;
  do {
    const year = 2040 + 2 * Math.floor(Math.random() * 20) + (test.info().parallelIndex % 2);
    day = new Date(`${year}-${first}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() + Math.floor(Math.random() * days));
  } while (takenWeeks.has(weekOf(day)));
  takenWeeks.add(weekOf(day));
  return day.toISOString().slice(0, 10);
}

/** Return the newest code that was emailed to `email`, from the demo's outbox. */
export async function codeFor(context: BrowserContext, email: string): Promise<string> {
  let code = "";
  const look = async () => {
    const outbox = await context.request.get("/demo/outbox", { params: { to: email } });
    const emails = (await outbox.text()).split("<article").slice(1);
    const codes = emails.map((text) => /^([A-Z0-9]{4}-?[A-Z0-9]{4}|[A-Z0-9]{6})$/m.exec(text)?.[1]);
    code = codes.find((found) => found) ?? "";
    return code;
  };
  await expect.poll(look, { timeout: 20_000, intervals: [200] }).not.toBe("");
  return code;
}

/** Submit a form of the sign-in pages without opening the page. */
export async function submit({ request }: Page, path: string, form: Record<string, string>) {
  await request.get(path);
  const { cookies } = await request.storageState();
  const csrfmiddlewaretoken = cookies.find(({ name }) => name === "csrftoken")?.value ?? "";
  const response = await request.post(path, { form: { csrfmiddlewaretoken, ...form }, maxRedirects: 0 });
  expect(response.status(), path).toBe(302);
}

/** Call the API like the page. */
export function call<Result>(page: Page, method: string, path: string, body?: unknown): Promise<Result> {
  return page.evaluate(
    async ([method, path, body]) => {
      const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const response = await fetch(path, {
        method,
        headers: { "Content-Type": "application/json", "X-CSRFToken": token },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    [method, path, body] as const,
  );
}

/** Press Tab until the control with this name has the focus. */
export async function tabTo(page: Page, name: RegExp) {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => {
      const active = document.activeElement as HTMLInputElement;
      const named = (active.getAttribute("aria-labelledby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" ");
      const labels = [...(active.labels ?? [])].map((label) => label.textContent).join(" ");
      return `${labels} ${named} ${active.getAttribute("aria-label") ?? ""} ${active.textContent}`;
    });
    if (name.test(label)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

/** The password of the demo accounts. */
const password = "holiday-lights-demo";

/** Fill in and submit the open sign-in page. */
export async function fillSignInPage(page: Page, email = "customer@example.com") {
  await page.locator("[name=login]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.locator("[name=password]").press("Enter");
}

/** The cookies of the demo accounts that this process has signed in. No test signs them out. */
const sessions = new Map<string, Cookie[]>();

/** Sign in without the sign-in page and open `path`. */
export async function signInAt(page: Page, path: string, email = "customer@example.com") {
  // An open page could look up its user between the form's two requests and log a 401.
  await page.goto("about:blank");
  const cookies = sessions.get(email);
  if (cookies) await page.context().addCookies(cookies);
  else {
    await submit(page, "/accounts/login/", { login: email, password });
    sessions.set(email, await page.context().cookies());
  }
  await page.goto(path);
}

/**
 * Watch for a text on pages opened from now on. The page itself watches, so that a text is not missed even if it shows
 * for only half a second.
 */
export async function watchForText(page: Page, text: string): Promise<{ shown: Promise<unknown> }> {
  const shown = page.waitForEvent("console", (message) => message.text() === `seen: ${text}`);
  await page.addInitScript((text) => {
    const look = () => {
      // biome-ignore lint/suspicious/noConsole: this reports it to the test
      if (document.body?.textContent.includes(text)) console.info(`seen: ${text}`);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  }, text);
  return { shown };
}

/** Add up catalog prices: "$280.00". */
export const sumOf = (...prices: (string | null | undefined)[]) =>
  `$${prices.reduce((sum, price) => sum + Number(price), 0).toFixed(2)}`;

/** Pick a day (`YYYY-MM-DD`) in the calendar of one of the desk's date fields. */
export async function pickDay(page: Page, field: Locator, day: string) {
  await field.click();
  const calendar = page.getByRole("dialog", { name: "Choose a date" });
  const date = new Date(`${day}T12:00:00Z`);
  await calendar.getByLabel("Choose the Year").selectOption(String(date.getUTCFullYear()));
  await calendar.getByLabel("Choose the Month").selectOption(String(date.getUTCMonth()));
  const name = date.toLocaleDateString("en-US", { timeZone: "UTC", dateStyle: "long" });
  await calendar.getByRole("button", { name }).click();
}
