import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

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
