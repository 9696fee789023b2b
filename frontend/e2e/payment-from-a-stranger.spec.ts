import { expect, test } from "@playwright/test";
import { cards, fillCard } from "./card";
import { office, requestQuote } from "./office";
import { expectAccessible, expectWellMade } from "./support";

test("a $599 payment from an unknown visitor stays on the list until it is assigned to their quote", async ({
  page,
  browser,
  baseURL,
}) => {
  const { person, id } = await requestQuote(page);
  await page.context().clearCookies();
  await page.goto("/checkout");
  await page.getByLabel("Email for your receipt").fill(person.email);
  await fillCard(page, cards.good);
  await page.getByRole("button", { name: "Complete Payment" }).click();
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();

  await office(browser, baseURL, async (desk) => {
    await desk.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
    const payment = async () => {
      const rows = await desk.request.get("/api/desk/queue?kind=payment&limit=200");
      const all = (await rows.json()) as {
        id: string;
        email: string | null;
        amount: string;
        status: string;
      }[];
      return all.find(({ email }) => email === person.email);
    };
    await expect.poll(payment, { timeout: 60_000 }).toMatchObject({ amount: "599.00", status: "unassigned" });
    const paymentId = (await payment())?.id ?? "";

    await desk.goto(`/admin?tab=due&kind=payment&open=payment-${paymentId}`);
    await expect(desk.getByText("Same email address")).toBeVisible();
    await desk.getByRole("button", { name: "Assign", exact: true }).last().click();
    const dialog = desk.getByRole("dialog", { name: "Assign this payment" });
    const choice = dialog.getByRole("button", { name: person.name }).first();
    await expect(choice).toBeVisible();
    await expectWellMade(desk);
    await choice.focus();
    await desk.keyboard.press("Enter");
    await expect(desk.getByText("Payment assigned", { exact: true }).first()).toBeVisible();
    await expect.poll(payment).toBeUndefined();
    await expectAccessible(desk);

    const paid = await desk.request.get("/api/payments?scope=admin&limit=200");
    const assigned = ((await paid.json()) as { id: string; assignedQuoteId: string | null }[]).find(
      (each) => each.id === paymentId,
    );
    expect(assigned?.assignedQuoteId).toBe(id);
  });
});
