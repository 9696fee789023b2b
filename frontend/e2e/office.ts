import { type Browser, expect, type Page } from "@playwright/test";
import { call, newPerson, signInAt } from "./support";

/** Run the office's steps in a separate browser page. */
export async function office(
  browser: Browser,
  baseURL: string | undefined,
  act: (desk: Page) => Promise<unknown>,
) {
  const desk = await browser.newPage({ baseURL: baseURL ?? "" });
  await signInAt(desk, "/", "admin@example.com");
  await act(desk);
  await desk.close();
}

/** Return the private link in the email with this subject, from the demo's outbox. */
export async function linkFrom(page: Page, to: string, subject: string): Promise<string> {
  let link = "";
  const look = async () => {
    const outbox = await page.request.get("/demo/outbox", { params: { to } });
    const emails = (await outbox.text()).split("<article").slice(1);
    link = /\/f\/[\w-]{20,}/.exec(emails.find((text) => text.includes(subject)) ?? "")?.[0] ?? "";
    return link;
  };
  await expect.poll(look, { timeout: 60_000, intervals: [200] }).not.toBe("");
  return link;
}

/** Request a quote as a guest without the form. The response gives the page's browser its link cookie. */
export async function requestQuote(page: Page) {
  const person = newPerson();
  const requested = await page.request.post("/api/quotes", {
    data: {
      fullName: person.name,
      email: person.email,
      phone: person.phone,
      city: "Dover",
      servicePackage: "premium",
    },
  });
  return { person, id: (await requested.json()).id as string };
}

/** A line of a proposal as sent by the office. */
export interface NewLine {
  id?: string;
  text: string;
  quantity: string;
  unit: "ft" | "piece" | "hour" | "flat";
  unitPrice: string;
  optional?: boolean;
  choice?: string | null;
  suggested?: boolean;
}

interface Draft {
  updatedAt: string;
  lines: (NewLine & { id: string })[];
}

/** Replace a quote's lines with the result of `change`, like one save in the editor. */
export async function writeLines(desk: Page, id: string, change: (lines: Draft["lines"]) => NewLine[]) {
  const { updatedAt, lines } = await call<Draft>(desk, "GET", `/api/quotes/${id}`);
  return call<Draft>(desk, "PUT", `/api/quotes/${id}/lines`, { lines: change(lines), updatedAt });
}
