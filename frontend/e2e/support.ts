import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Page } from "@playwright/test";

export { catalog } from "../src/api/catalog.gen";

/** Collects what the browser complains about on a page; `expectNone` after the path through it. */
export function watchConsole(page: Page, expected: readonly RegExp[] = []) {
  const complaints: string[] = [];
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  page.on("pageerror", (error) => note(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) note(message.text());
  });
  return { expectNone: () => expect(complaints).toEqual([]) };
}

/** axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual(
    [],
  );
}

/** Nor in the dark theme, which differs in nothing but its colors; and the page does not scroll sideways. */
export async function expectWellMade(page: Page) {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveClass(/dark/);
  // The colors take a moment to change, even where no motion is wanted.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expectAccessible(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.locator("html")).not.toHaveClass(/dark/);
}

/** Somebody new each time, so that tests that run side by side do not meet. */
export function somebody() {
  const id = Math.random().toString(36).slice(2, 10);
  return { name: `Eleanor Hayes ${id}`, email: `eleanor.${id}@example.com`, phone: "603-555-0172" };
}

/** The newest code that was mailed to `email`, read where a newcomer to the demo reads it. */
export async function codeFor(context: BrowserContext, email: string): Promise<string> {
  let code = "";
  const look = async () => {
    const mails = (await (await context.request.get("/demo/outbox")).text()).split("<article").slice(1);
    const codes = mails
      .filter((text) => text.includes(email))
      .map((text) => /^([A-Z0-9]{4}-?[A-Z0-9]{4}|[A-Z0-9]{6})$/m.exec(text)?.[1]);
    code = codes.find((found) => found) ?? "";
    return code;
  };
  await expect.poll(look, { timeout: 20_000, intervals: [200] }).not.toBe("");
  return code;
}

/** Sends one of the sign-in pages' forms, without opening the page. */
export async function submit({ request }: Page, path: string, form: Record<string, string>) {
  await request.get(path);
  const { cookies } = await request.storageState();
  const csrfmiddlewaretoken = cookies.find(({ name }) => name === "csrftoken")?.value ?? "";
  const answer = await request.post(path, { form: { csrfmiddlewaretoken, ...form }, maxRedirects: 0 });
  expect(answer.status(), path).toBe(302);
}

/** Calls the API as the page itself would. */
export function call<Answer>(page: Page, method: string, path: string, body: unknown): Promise<Answer> {
  return page.evaluate(
    async ([method, path, body]) => {
      const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const answer = await fetch(path, {
        method,
        headers: { "Content-Type": "application/json", "X-CSRFToken": token },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    [method, path, body] as const,
  );
}

/** Presses Tab until the control that is named so has the focus, as somebody without a mouse does. */
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

/** Fills in the sign-in page that is open. */
export async function enter(page: Page, email = "customer@example.com") {
  await page.locator("[name=login]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.locator("[name=password]").press("Enter");
}

/** Signs in, without the pages for that, and opens `path`. */
export async function signInAt(page: Page, path: string, email = "customer@example.com") {
  await submit(page, "/accounts/login/", { login: email, password });
  await page.goto(path);
}

/**
 * Sees a text on the pages opened from here on, even one that stands there for half a second, which may fall between
 * two looks of a test: the page itself watches.
 */
export async function watchFor(page: Page, text: string): Promise<{ shown: Promise<unknown> }> {
  const shown = page.waitForEvent("console", (message) => message.text() === `seen: ${text}`);
  await page.addInitScript((text) => {
    const look = () => {
      // biome-ignore lint/suspicious/noConsole: how the page tells the test
      if (document.body?.textContent.includes(text)) console.info(`seen: ${text}`);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  }, text);
  return { shown };
}

/** "$280.00": the sum of prices of the catalog. */
export const sumOf = (...prices: (string | null | undefined)[]) =>
  `$${prices.reduce((sum, price) => sum + Number(price), 0).toFixed(2)}`;
