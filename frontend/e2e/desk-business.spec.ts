import { expect, type Page, test } from "@playwright/test";
import { expectWellMade, signInAt, watchConsole } from "./support";

const owner = "admin@example.com";
const question = "Do you light boats?";

// Run serially: there is only one business, and a save is rejected if someone else saved in between.
test.describe.configure({ mode: "default" });

/** Open a section of the page on which owners edit the business's details. */
async function openEditor(page: Page, view = "") {
  await page.goto(`/admin/business?view=${view}`);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
}

async function save(page: Page) {
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() !== "GET" && /\/api\/desk\/(business|texts)/.test(response.url()),
  );
  await page.getByRole("button", { name: "Save", exact: true }).click();
  expect((await saved).status()).toBe(200);
}

test("an owner edits the hours and the questions, and public pages show it without a build @desktop", async ({
  page,
  request,
}) => {
  test.slow();
  const html = async (path: string) => (await request.get(path)).text();
  await signInAt(page, "/admin", owner);
  await page.getByRole("button", { name: /^Ada/ }).click();
  await page.getByRole("link", { name: "Business and texts" }).click();
  await expect(page.getByRole("heading", { name: "Business and texts" })).toBeVisible();

  await page.getByLabel("Opening hours").fill("weekdays");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/Opening hours must be like Mo-Fr 08:00-17:00/).first()).toBeVisible();
  await page.getByLabel("Opening hours").fill("Mo-Fr 08:00-17:00");
  await save(page);
  await expect(page.getByText(/Shown as Mon-Fri 8:00 AM-5:00 PM/)).toBeVisible();
  await expect(
    page
      .getByRole("list", { name: "Changes" })
      .getByText(/Opening hours: .* → Mo-Fr/)
      .first(),
  ).toBeVisible();

  await page.getByRole("button", { name: "Questions and answers" }).click();
  const text = page.getByLabel("Text", { exact: true });
  const before = await text.inputValue();
  await text.fill(`${before}\n\n### ${question}\n\nYes. Call {phone}.`);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(
    page.getByRole("region", { name: "Preview" }).getByText("Yes. Call (603) 555-0148."),
  ).toBeVisible();

  await page.getByRole("link", { name: "Back to the desk" }).click();
  await page.getByRole("button", { name: "Keep writing" }).click();
  await save(page);

  await expect.poll(() => html("/faq"), { timeout: 45_000 }).toContain(`<h3>${question}</h3>`);
  await expect.poll(() => html("/"), { timeout: 45_000 }).toContain('"openingHours": ["Mo-Fr 08:00-17:00"]');
  const console = watchConsole(page);
  await expect
    .poll(
      async () => {
        await page.goto("/faq");
        return page.getByRole("heading", { name: question }).isVisible();
      },
      { timeout: 45_000 },
    )
    .toBe(true);
  await expect(page.getByText("Mon-Fri 8:00 AM-5:00 PM").first()).toBeVisible();
  await page.mouse.wheel(0, 100);
  await expect(page.getByText("Yes. Call (603) 555-0148.")).toBeVisible();
  await console.expectNone();

  await openEditor(page, "faq");
  await page.getByLabel("Text", { exact: true }).fill(before);
  await save(page);
  await openEditor(page);
  await page.getByLabel("Opening hours").fill("");
  await save(page);
});

test("another owner's earlier save is shown, and nothing typed is lost @desktop", async ({ page }) => {
  await signInAt(page, "/admin", owner);
  await openEditor(page);
  await page.getByLabel("License and insurance").fill("Licensed and insured");
  await page.evaluate(async () => {
    const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
    const { updatedAt } = await (await fetch("/api/desk/business")).json();
    await fetch("/api/desk/business", {
      method: "PATCH",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify({ updatedAt, photosUrl: "https://photos.example/lights" }),
    });
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    page.getByText("Photos of your work: none → https://photos.example/lights").first(),
  ).toBeVisible();
  await expect(page.getByLabel("License and insurance")).toHaveValue("Licensed and insured");
  await expect(page.getByLabel("Photos of your work")).toHaveValue("https://photos.example/lights");
  await page.getByLabel("License and insurance").fill("");
  await page.getByLabel("Photos of your work").fill("");
  await save(page);
});

for (const view of ["", "terms"]) {
  test(`the editor ${view ? "of the terms" : "of the business"} is accessible and does not scroll sideways`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    const console = watchConsole(page);
    await signInAt(page, "/admin", owner);
    await openEditor(page, view);
    if (view) {
      await page.getByRole("button", { name: "Preview" }).click();
      await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
      await page.getByRole("button", { name: "Read version 1" }).click();
      await expect(page.getByRole("region", { name: "Version 1" })).toBeVisible();
    }
    await expectWellMade(page);
    await console.expectNone();
  });
}
