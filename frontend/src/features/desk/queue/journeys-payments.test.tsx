import { screen, within } from "@testing-library/react";
import { beforeAll } from "vitest";
import { journey, refusal } from "~/test/journey";
import { admin } from "../test-desk";
import { detailsOf, loadQueue, queueRoutes, startQueue } from "./test-queue";
import { card, detailRoutes, dora, jun, lucia } from "./test-rows";

beforeAll(loadQueue);

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const dialog = () => within(screen.getByRole("dialog"));
const press = (customer: string, name: string | RegExp) => detailsOf(customer).getByRole("button", { name });
const uuid = (tail: string) => `0198a000-0000-7000-8000-00000000${tail}`;

const suggested = [
  { kind: "treeOrder", id: uuid("0071"), label: "Gerard's tree", detail: "Rye" },
  { kind: "user", id: uuid("0052"), label: "Gerard Thibodeau", detail: "g.thibodeau@example.com" },
];
const matches = {
  quotes: [{ id: uuid("0093"), key: uuid("0014"), title: "Tib Aldous", detail: "Dover", status: "reviewed" }],
  treeOrders: [
    { id: uuid("0025"), key: uuid("0036"), title: "Tibor's tree", detail: "Hampton", status: null },
  ],
  customers: [
    { id: uuid("0047"), key: uuid("0047"), title: "Tibby Ross", detail: "tibby@example.com", status: null },
    { id: "dGliQGV4", key: "dGliQGV4", title: "A guest", detail: "tib@example.com", status: null },
  ],
  invoices: [{ id: uuid("0088"), key: uuid("0069"), title: "INV-2026-00031", detail: "Tib", status: "sent" }],
};

journey("a payment is found a customer in the search", async (steps) => {
  const { serve, step } = steps;
  const pass = await startQueue(steps, [lucia, card], {
    routes: { "GET /api/payments/:id/suggestions": refusal(500, "Oops") },
  });
  await step("Assign it", (person) => person.click(button("Assign: Card payment")));
  serve({ "GET /api/payments/:id/suggestions": suggested });
  await step("Load the suggestions again", (person) => person.click(button("Try again")));
  const search = async (
    person: { paste: (text: string) => unknown; clear: (of: Element) => unknown },
    text: string,
  ) => {
    const box = dialog().getByRole("searchbox");
    await person.clear(box);
    box.focus();
    await person.paste(text);
  };
  serve({ "GET /api/desk/search": refusal(500, "Oops") });
  await step("Search, which fails", async (person) => {
    await search(person, "tib");
    await screen.findByText(/^We couldn't search/);
  });
  serve({ "GET /api/desk/search": { quotes: [], treeOrders: [], customers: [], invoices: [] } });
  await step("Search for nobody", async (person) => {
    await search(person, "tibx");
    await screen.findByText("No matches.");
  });
  serve({ "GET /api/desk/search": matches });
  await step("Search for several", async (person) => {
    await search(person, " tibb ");
    await screen.findByText("Tibby Ross");
  });
  serve({ "POST /api/payments/:id/assign": refusal(409, "It is assigned already.") });
  await step("Choose the account", (person) =>
    person.click(dialog().getByRole("button", { name: /^Tibby Ross/ })),
  );
  await step("A second later", () => pass(1_000));
  serve({
    ...queueRoutes([lucia]),
    "POST /api/payments/:id/assign": { id: card.id },
    "GET /api/payments/:id/suggestions": suggested,
  });
  await step("Choose a suggested tree order instead", async (person) => {
    await person.click(button("Assign: Card payment"));
    await person.click(await dialog().findByRole("button", { name: /^Gerard's tree/ }));
  });
  await step("A second after that", () => pass(1_000));
});

journey("a receipt's address is corrected, and a suggestion taken in the details", async (steps) => {
  const { serve, step } = steps;
  const pass = await startQueue(steps, [card, jun], { search: `?tab=due&open=payment-${card.id}` });
  await step("Correct the address", (person) => person.click(button("Correct the receipt's address")));
  await step("Leave it empty", async (person) => {
    await person.clear(dialog().getByLabelText("Email"));
    await person.click(button("Send the receipt"));
  });
  serve({
    "POST /api/payments/:id/receipt-email": refusal(400, "Please check the form.", {
      receiptEmail: ["This domain takes no email."],
    }),
  });
  await step("Send another", async (person) => {
    await person.type(dialog().getByLabelText("Email"), "g.thibodeau@example.com");
    await person.click(button("Send the receipt"));
  });
  const corrected = { ...card, email: "g.thibodeau@example.com" };
  serve({
    ...queueRoutes([corrected, jun]),
    "POST /api/payments/:id/receipt-email": { receiptEmail: "g.thibodeau@example.com" },
    "GET /api/payments/:id/suggestions": suggested,
  });
  await step("Send it again", (person) => person.click(button("Send the receipt")));
  await step("A second later", () => pass(1_000));
  serve({ "POST /api/payments/:id/assign": refusal(500, "Oops") });
  await step("Take the second suggestion", (person) =>
    person.click(press("Card payment", /^Gerard Thibodeau/)),
  );
  serve({ ...queueRoutes([jun]), "POST /api/payments/:id/assign": { id: card.id } });
  await step("Take it again", async (person) => {
    await person.click(screen.getByRole("link", { name: "Card payment" }));
    await person.click(await detailsOf("Card payment").findByRole("button", { name: /^Gerard Thibodeau/ }));
  });
  await step("A second after that", () => pass(1_000));
});

const owed = {
  ...card,
  customerName: "Ingrid Vale",
  customerKey: uuid("0301"),
  email: "ingrid@example.com",
  invoiceId: uuid("0412"),
  summary: "Paid twice",
  question: "The second payment came from another card.",
  amount: "526.30",
  status: "owed",
};

journey("one payment is kept, and another refunded in part", async (steps) => {
  const { serve, step } = steps;
  const terms = "You get your deposit back until 7 days before.\nWe call you first.";
  const decided = {
    ...owed,
    id: uuid("0777"),
    paymentId: uuid("0777"),
    customerName: "Otto Kern",
    amount: "274.00",
    status: "refund_or_keep",
    terms,
  };
  const pass = await startQueue(steps, [decided, owed, dora], { routes: detailRoutes(dora) });
  await step("Decide about the first", (person) => person.click(button("Decide: Otto Kern")));
  await step("Keep it", (person) => person.click(press("Otto Kern", "Keep the money")));
  await step("Type a reason, leave, and come back", async (person) => {
    await person.click(button("Keep the money"));
    await person.type(dialog().getByLabelText("Reason"), "Too late");
    await person.keyboard("{Escape}");
    await person.click(press("Otto Kern", "Keep the money"));
  });
  serve({ "POST /api/payments/:id/keep": refusal(409, "It was refunded a minute ago.") });
  await step("Send it", (person) => person.click(button("Keep the money")));
  serve({ ...queueRoutes([owed, dora]), "POST /api/payments/:id/keep": { amountKept: "274.00" } });
  await step("Send it again", (person) => person.click(button("Keep the money")));
  await step("Refund the second from its row", (person) => person.click(button("Refund: Ingrid Vale")));
  await step("Refund nothing, without a reason", async (person) => {
    await person.clear(dialog().getByLabelText("Amount"));
    await person.type(dialog().getByLabelText("Amount"), "0");
    await person.click(dialog().getByRole("button", { name: /^Refund/ }));
  });
  serve({
    ...queueRoutes([dora]),
    "POST /api/payments/:id/refund": { amountRefunded: "120.00", amountRefunding: "0.00" },
  });
  await step("Refund a part of it", async (person) => {
    await person.clear(dialog().getByLabelText("Amount"));
    await person.type(dialog().getByLabelText("Amount"), "120");
    await person.type(dialog().getByLabelText("Reason"), "Paid twice");
    await person.click(button("Refund $120.00"));
  });
  await step("A second later", () => pass(1_000));
});

journey(
  "office staff can't refund, and a check, a dispute and a payout are handled elsewhere",
  async (steps) => {
    const { serve, step } = steps;
    const check = { ...owed, id: uuid("0811"), paymentId: null, customerName: "Ulla Berg", amount: "98.70" };
    const dispute = {
      ...owed,
      id: uuid("0922"),
      paymentId: uuid("0922"),
      customerName: "Nils Aho",
      amount: "333.10",
      status: "disputed",
    };
    const payout = {
      ...card,
      id: uuid("0133"),
      paymentId: null,
      customerName: "Payout to the bank",
      email: null,
      amount: "4102.90",
      status: "payout_failed",
    };
    await startQueue(steps, [owed, check, dispute, payout], {
      routes: { "GET /api/auth/user": office },
    });
    await step("Open the first payment", (person) => person.click(button("Open: Ingrid Vale")));
    await step("Ask to keep it, and cancel", async (person) => {
      await person.click(press("Ingrid Vale", "Keep the money"));
      await person.click(await screen.findByRole("button", { name: "Cancel" }));
    });
    await step("Open the check", (person) => person.click(press("Ingrid Vale", "Next")));
    serve({
      ...queueRoutes([owed, dispute, payout]),
      "POST /api/payments/:id/keep": { amountKept: "98.70" },
    });
    await step("Keep the check", async (person) => {
      await person.click(button("Keep: Ulla Berg"));
      await person.type(await screen.findByLabelText("Reason"), "For next year");
      await person.click(button("Keep the money"));
    });
    await step("Open the payout", (person) => person.click(button("Open: Payout to the bank")));
    await step("Open the first payment by its name", async (person) => {
      await person.click(screen.getByRole("link", { name: "Ingrid Vale" }));
    });
  },
);
const office = { ...admin, role: "office" } as const;
