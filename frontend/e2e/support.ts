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
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual(
    [],
  );
}

/** Somebody new each time, so that tests that run side by side do not meet. */
export function somebody() {
  const id = Math.random().toString(36).slice(2, 10);
  return { name: `Eleanor Hayes ${id}`, email: `eleanor.${id}@example.com`, phone: "603-555-0172" };
}

/** The newest code that was mailed to `email`, read where a newcomer to the demo reads it. */
export async function codeFor(context: BrowserContext, email: string): Promise<string> {
  const page = await context.newPage();
  let code = "";
  await expect
    .poll(
      async () => {
        await page.goto("/demo/outbox");
        const mails = await page.getByRole("article").filter({ hasText: email }).allTextContents();
        const codes = mails.map((text) => /^([A-Z0-9]{4}-?[A-Z0-9]{4}|[A-Z0-9]{6})$/m.exec(text)?.[1]);
        code = codes.find((found) => found) ?? "";
        return code;
      },
      { timeout: 20_000 },
    )
    .not.toBe("");
  await page.close();
  return code;
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

/** Signs in and stands at `path`. */
export async function signInAt(page: Page, path: string, email?: string) {
  await page.goto(`/api/login?returnTo=${encodeURIComponent(path)}`);
  await enter(page, email);
  await page.waitForURL((url) => url.pathname + url.search === path);
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
