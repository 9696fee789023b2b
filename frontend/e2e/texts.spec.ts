import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { type APIRequestContext, expect, test } from "@playwright/test";
import { expectWellMade, fillQuoteForm, newPerson, signInAt } from "./support";

// `make test` sets this token. To run it by hand, start the product and the tests with the same one.
const token = process.env.TWILIO_AUTH_TOKEN ?? "";

/** Return a unique number, as people type it and in E.164. */
function newNumber() {
  const last = String(1000 + Math.floor(Math.random() * 9000));
  return { typed: `(603) 555-${last}`, number: `+1603555${last}` };
}

/** Report a text from a number, signed as Twilio signs it: the URL, then the sorted parameters. */
async function textIn(request: APIRequestContext, baseURL: string, from: string, body: string) {
  const form: Record<string, string> = {
    Body: body,
    From: from,
    MessageSid: `SM${Math.random().toString(16).slice(2)}`,
    NumMedia: "0",
  };
  const url = `${baseURL}/api/webhooks/twilio/messages`;
  const signed = Object.keys(form).reduce((all, key) => `${all}${key}${form[key]}`, url);
  const signature = createHmac("sha1", token).update(signed).digest("base64");
  const response = await request.post(url, { form, headers: { "X-Twilio-Signature": signature } });
  expect(response.status()).toBe(200);
}

/** Return the texts to a number in the demo's outbox. */
function textsTo(number: string): string[] {
  const folder = `${process.env.DATA_DIR ?? "../.data"}/outbox`;
  const files = readdirSync(folder).filter((name) => name.endsWith(".txt") && name.includes(number.slice(1)));
  return files.map((name) => readFileSync(`${folder}/${name}`, "utf8"));
}

test("text messages, from the checkbox on the form until the customer turns them off", async ({
  page,
  browser,
  baseURL,
}) => {
  test.skip(!token, "TWILIO_AUTH_TOKEN isn't set");
  const person = newPerson();
  const { typed, number } = newNumber();
  await page.goto("/quote");
  await fillQuoteForm(page, { ...person, phone: typed });
  const box = page.getByRole("checkbox", { name: "Send me text updates about my quote" });
  await expect(box).not.toBeChecked();
  await expect(box).toHaveAccessibleDescription(
    /Msg & data rates may apply. Reply HELP for help, STOP to stop/,
  );
  await box.click();
  // Unlike `check`, this waits: a choice that was made while the form's code started is repeated by it.
  await expect(box).toBeChecked();
  await page.getByRole("button", { name: "Request my free quote" }).click();
  await expect(page.getByText("Quote Request Submitted!", { exact: true })).toBeVisible();

  const desk = await browser.newPage({ baseURL: baseURL ?? "", viewport: page.viewportSize() });
  const hour = Number(
    new Date().toLocaleString("en-US", { timeZone: "America/New_York", hour: "numeric", hourCycle: "h23" }),
  );
  if (hour >= 8 && hour < 20) {
    await expect.poll(() => textsTo(number), { timeout: 60_000 }).toHaveLength(1); // nobody is texted at night
    expect(textsTo(number)[0]).toContain("We got your request.");
  }
  await textIn(page.request, baseURL ?? "", number, "Nice! But please stop texting me.");
  await signInAt(desk, "/admin?kind=question", "admin@example.com");
  const row = desk.getByRole("listitem").filter({ hasText: person.name });
  await expect(row).toContainText("please stop texting me", { timeout: 60_000 });
  await row.getByRole("link", { name: person.name, exact: true }).click();
  const details = desk.getByRole("region", { name: person.name });
  await expect(details.getByText(`${person.name}, by text`)).toBeVisible();
  await expect(details.getByRole("button", { name: "Turn texts off" })).toBeVisible();
  await expectWellMade(desk);
  await details.getByRole("button", { name: "Turn texts off" }).click();
  await expect(desk.getByText("Texts turned off", { exact: true })).toBeVisible();
  await details.getByRole("button", { name: "No reply needed" }).click();
  await expect(row).toBeHidden();
  await desk.close();
});

test("a text from an unknown number is a question until staff mark it as needing no reply", async ({
  page,
  baseURL,
}) => {
  test.skip(!token, "TWILIO_AUTH_TOKEN isn't set");
  const { typed, number } = newNumber();
  await textIn(page.request, baseURL ?? "", number, "Do you sell wreaths?");
  await signInAt(page, "/admin?kind=question", "admin@example.com");
  const row = page.getByRole("listitem").filter({ hasText: typed });
  await expect(row).toContainText("“Do you sell wreaths?”", { timeout: 60_000 });
  await row.getByRole("link", { name: typed, exact: true }).click();
  const details = page.getByRole("region", { name: typed });
  await expect(details.getByText("Do you sell wreaths?")).toBeVisible();
  await expectWellMade(page);
  const aside = details.getByRole("button", { name: "No reply needed" });
  await aside.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${typed} is off the list.`, { exact: true })).toBeVisible();
  await expect(row).toBeHidden();
});
