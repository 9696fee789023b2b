import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { business } from "~/lib/business";
import { hold } from "~/test/held";
import { anInvoice, aProgress } from "~/test/rows";
import { server } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { DepositNotes } from "./components/deposit-notes";
import { aFollowedQuote, openFollow, openQuote } from "./test-page";

const REFUND = "You get your deposit back in full until 3 days before we install.";
const accepted = anInvoice({
  amount: "1275.00",
  amountDue: "1275.00",
  dueNow: "318.75",
  firstAmount: "318.75",
  firstDueDate: "2026-11-20",
  fromAcceptance: true,
  dueDate: null,
});
const paid = { ...accepted, amountPaid: "318.75", amountDue: "956.25", dueNow: "0.00" };
const quoteWith = (invoice: typeof accepted) =>
  aFollowedQuote({
    status: "approved",
    quoteAmount: "1275.00",
    progress: aProgress({ step: "accepted", next: "day" }),
    invoices: [invoice],
    terms: { version: 2, sentences: ["Your deposit pays for bulbs.", REFUND, "You get what you paid back."] },
  });

/** Open the page of the quote as the bank does after the payment. */
function returnFromBank(invoice: typeof accepted) {
  const quote = quoteWith(invoice);
  server.use(
    http.get("/api/quotes/:id", () => HttpResponse.json(quote)),
    http.get("/api/quotes/:id/comments", () => HttpResponse.json([])),
    http.post("/api/quotes/:id/opened", () => new HttpResponse(null, { status: 204 })),
    http.get("/api/invoices/i1", () => HttpResponse.json(invoice)),
  );
  return openFollow(`quotes/${quote.id}?payment_intent_client_secret=pi_1_secret_1`);
}

it("asks for the deposit of the current invoice, not of one that a new price has canceled", async () => {
  serveStripe([], { pi_1_secret_1: { status: "requires_payment_method", amount: 31875 } });
  const asked: unknown[] = [];
  server.use(
    http.post("/api/create-payment-intent", async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ clientSecret: "pi_1_secret_1" });
    }),
  );
  const ended = { ...accepted, id: "i0", status: "cancelled", amountDue: "0.00", dueNow: "0.00" } as const;
  const byHand = anInvoice({ id: "i2", amountDue: "90.00", dueNow: "90.00" });
  openQuote({ ...quoteWith(accepted), invoices: [ended, byHand, accepted] });
  expect(await screen.findByRole("heading", { name: "Pay the deposit: $318.75" })).toBeVisible();
  await waitFor(() => expect(asked).toEqual([{ invoiceId: "i1", part: "first" }]));
});

it("takes the deposit on the quote's page, even after a declined card, and confirms it", async () => {
  const intent = { status: "requires_payment_method", amount: 31875 };
  const asked: unknown[] = [];
  let looks = 0;
  const declined = { error: { message: "Your card was declined.", type: "card_error" } };
  const { confirm } = serveStripe([declined, { intent: { status: "succeeded", amount: 31875 } }], {
    pi_1_secret_1: intent,
  });
  server.use(
    http.post("/api/create-payment-intent", async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ clientSecret: "pi_1_secret_1" });
    }),
    http.get("/api/invoices/i1", () => {
      looks += 1;
      return HttpResponse.json(rows.quote.invoices[0]);
    }),
  );
  const { person, rows } = openQuote(quoteWith(accepted));
  expect(await screen.findByRole("heading", { name: "Pay the deposit: $318.75" })).toBeVisible();
  expect(screen.getByText(/Paid jobs are scheduled first. The rest, \$956.25, is due 14 days/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Pay all of it now $1,275.00" })).toBeVisible();
  const pay = await screen.findByRole("button", { name: "Pay $318.75" });
  await waitFor(() => expect(pay).not.toHaveAttribute("aria-disabled"));
  // Quoted from the accepted terms, but only what is about the deposit.
  expect(screen.getByText(REFUND)).toBeVisible();
  expect(screen.queryByText("Your deposit pays for bulbs.")).not.toBeInTheDocument();
  await person.click(pay);
  expect(await screen.findByText(/^Your card was declined. You can try another card/)).toBeVisible();
  await person.click(pay);
  expect(await screen.findByRole("heading", { name: "Payment received" })).toHaveFocus();
  await waitFor(() => expect(looks, "it is asked for until it is there").toBe(2));
  expect(screen.getByText("Your invoice will show it in a moment.")).toBeVisible();
  rows.quote = quoteWith(paid);
  expect(await screen.findByText(/Your invoice shows this payment/)).toBeVisible();
  expect(asked).toEqual([{ invoiceId: "i1", part: "first" }]);
  expect(confirm).toHaveBeenCalledTimes(2);
  const card = within(screen.getByRole("heading", { name: "Your invoice" }).parentElement as HTMLElement);
  expect(await card.findByText(/You paid \$318.75. Due 14 days after we install/)).toBeVisible();
});

it("doesn't say what paying first is good for once the day is set", async () => {
  serveStripe([], { pi_1_secret_1: { status: "requires_payment_method", amount: 31875 } });
  server.use(
    http.post("/api/create-payment-intent", () => HttpResponse.json({ clientSecret: "pi_1_secret_1" })),
  );
  openQuote({ ...quoteWith(accepted), progress: aProgress({ step: "scheduled", next: "visit" }) });
  expect(await screen.findByText(/^The rest, \$956.25, is due 14 days/)).toBeVisible();
  expect(screen.queryByText(/Paid jobs are scheduled first/)).not.toBeInTheDocument();
});

it("confirms the payment when the bank sends people back, even if the invoice already shows it", async () => {
  serveStripe([], { pi_1_secret_1: { status: "succeeded", amount: 31875 } });
  const { router } = returnFromBank(paid);
  expect(await screen.findByRole("heading", { name: "Payment received" })).toBeVisible();
  expect(await screen.findByText(/^Your invoice shows this payment/)).toBeVisible();
  expect(router.state.location.search).toBe("");
});

it("waits for the bank if the deposit is still being processed", async () => {
  serveStripe([], { pi_1_secret_1: { status: "processing", amount: 31875 } });
  returnFromBank(accepted);
  expect(await screen.findByRole("heading", { name: "Payment processing" })).toBeVisible();
  expect(screen.getByText("It will show on your invoice once your bank confirms it.")).toBeVisible();
});

it("confirms the deposit even if it paid for everything", async () => {
  serveStripe([], { pi_1_secret_1: { status: "succeeded", amount: 127500 } });
  returnFromBank({ ...paid, status: "paid", amountPaid: "1275.00", amountDue: "0.00" });
  expect(await screen.findByRole("heading", { name: "Payment received" })).toBeVisible();
});

it("hides a deposit that was paid before", async () => {
  openQuote(quoteWith(paid));
  expect(await screen.findByText(/You paid \$318.75/)).toBeVisible();
  expect(screen.queryByText(/Pay the deposit/)).not.toBeInTheDocument();
});

it("hides a deposit of which less is left than a card takes", async () => {
  openQuote(quoteWith({ ...accepted, amountPaid: "318.26", amountDue: "956.74", dueNow: "0.49" }));
  expect(await screen.findByRole("link", { name: "Pay all of it now $956.74" })).toBeVisible();
  expect(screen.queryByText(/Pay the deposit/)).not.toBeInTheDocument();
});

it("shows why the deposit can't be paid, and can retry", async () => {
  serveStripe();
  const message = "The price has changed since INV-2026-00002 was sent. Please call us before you pay.";
  server.use(http.post("/api/create-payment-intent", () => HttpResponse.json({ message }, { status: 409 })));
  const { person, rows } = openQuote(quoteWith(accepted));
  expect(await screen.findByText(message)).toBeVisible();
  rows.quote = { ...quoteWith(accepted), invoices: [] };
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/Pay the deposit/)).not.toBeInTheDocument());
});

it.each([
  [
    paid,
    "Nothing is due right now",
    "We received $318.75. The rest, $956.25, is due 14 days after we install.",
  ],
  [
    { ...paid, status: "paid", amountPaid: "1275.00", amountDue: "0.00" } as const,
    "Your invoice is paid",
    "We received $1,275.00.",
  ],
])(
  "closes the form if the deposit was paid elsewhere while the page was open",
  async (later, title, words) => {
    serveStripe();
    const { held, release } = hold();
    const message = "INV-2026-00002 has nothing due.";
    server.use(
      http.post("/api/create-payment-intent", () =>
        held.then(() => HttpResponse.json({ message }, { status: 409 })),
      ),
    );
    const { rows } = openQuote(quoteWith(accepted));
    await screen.findByRole("heading", { name: "Pay the deposit: $318.75" });
    rows.quote = quoteWith(later);
    release();
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByText(message)).not.toBeInTheDocument();
    expect(screen.queryByText(/Pay the deposit/)).not.toBeInTheDocument();
  },
);

it("shows where to mail a check if the business has an address", async () => {
  Object.defineProperty(business, "address", { value: "12 Market Street, Portsmouth, NH 03801" });
  const notes = <DepositNotes invoiceNumber="INV-2026-00002" terms={quoteWith(accepted).terms} />;
  render(notes);
  expect(screen.getByText(/^Rather mail a check\? Write/)).toHaveTextContent(
    "Write INV-2026-00002 on it and send it to Seacoast Holiday Lights, 12 Market Street, Portsmouth, NH 03801.",
  );
  Object.defineProperty(business, "address", { value: "" });
  cleanup();
  render(notes);
  expect(screen.queryByText(/check/)).not.toBeInTheDocument();
  expect(screen.getByText(REFUND)).toBeVisible();
});
