import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { TreeOrder } from "~/api/types";
import { aTreeOrder } from "~/test/rows";
import { customer, server } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { openFollow, openTreeOrder } from "./test-page";

const due = aTreeOrder({ userId: null, scheduledDeliveryDate: null });
const paid = { ...due, amountPaid: "160.00", amountDue: "0.00", canPayOnline: false };
const SECRET = "pi_1_secret_1";
const open = { status: "requires_payment_method", amount: 16000 };
const succeeded = { status: "succeeded", amount: 16000 };

/** Mock payment intents; return the request bodies. */
function serveIntents(): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post("/api/create-payment-intent", async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ clientSecret: SECRET });
    }),
  );
  return asked;
}

async function cardButton() {
  const pay = await screen.findByRole("button", { name: "Pay $160.00" });
  await waitFor(() => expect(pay).not.toHaveAttribute("aria-disabled"));
  return pay;
}

describe("paying for a tree", () => {
  it("happens on the order's page, even after a declined card, and is confirmed there", async () => {
    const declined = { error: { message: "Your card was declined.", type: "card_error" } };
    serveStripe([declined, { intent: succeeded }], { [SECRET]: open });
    const asked = serveIntents();
    const { person, rows } = openTreeOrder(due);
    await person.click(await screen.findByRole("button", { name: "Pay $160.00 now" }));
    const pay = await cardButton();
    expect(
      screen.getByText("If you cancel before we set your delivery day, you get it all back."),
    ).toBeVisible();
    await person.click(pay);
    expect(await screen.findByText(/^Your card was declined. You can try another card/)).toBeVisible();
    rows.order = paid;
    await person.click(pay);
    expect(await screen.findByRole("heading", { name: "Payment received" })).toHaveFocus();
    expect(await screen.findByText("Your order is paid. We'll email your receipt.")).toBeVisible();
    expect(screen.getByText("Paid", { selector: "dt" }).nextElementSibling).toHaveTextContent("$160.00");
    expect(asked).toEqual([{ treeOrderId: due.id }]);
  });

  it("shows the new amount if it has changed while the page was open", async () => {
    serveStripe([], { [SECRET]: { ...open, amount: 14000 } });
    serveIntents();
    const { person, rows } = openTreeOrder(due);
    const pay = await screen.findByRole("button", { name: "Pay $160.00 now" });
    rows.order = { ...due, amountDue: "140.00" };
    await person.click(pay);
    expect(await screen.findByRole("button", { name: "Pay $140.00" })).toBeVisible();
  });

  it("can be postponed to the delivery", async () => {
    serveStripe([], { [SECRET]: open });
    serveIntents();
    const { person } = openTreeOrder(due);
    await person.click(await screen.findByRole("button", { name: "Pay $160.00 now" }));
    await cardButton();
    await person.click(screen.getByRole("button", { name: "Pay at delivery instead" }));
    expect(screen.getByText(/^You'll pay \$160.00 at delivery/)).toHaveFocus();
    expect(screen.queryByRole("button", { name: "Pay at delivery" })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Pay $160.00 now" })).toBeVisible();
  });

  it.each([
    ["comes to pay", due, "#pay"],
    ["has the tree", { ...due, status: "delivered" } as TreeOrder, ""],
    [
      "has a delivery day, after which not all is refunded",
      { ...due, status: "scheduled", scheduledDeliveryDate: "2026-12-05" } as TreeOrder,
      "#pay",
    ],
  ])("starts with the card form for someone who %s", async (_, order, hash) => {
    serveStripe([], { [SECRET]: open });
    serveIntents();
    serve(order);
    openFollow(`tree-orders/${order.id}${hash}`);
    expect(await cardButton()).toBeVisible();
    expect(screen.queryAllByText(/you get it all back/)).toHaveLength(order === due ? 1 : 0);
    expect(screen.queryAllByText("$160.00 is still due.")).toHaveLength(order.status === "delivered" ? 1 : 0);
  });

  it("is confirmed when the bank sends people back", async () => {
    serveStripe([], { [SECRET]: succeeded });
    const asked = serveIntents();
    serve(paid);
    const { router } = openFollow(`tree-orders/${due.id}?payment_intent_client_secret=${SECRET}`);
    expect(await screen.findByRole("heading", { name: "Payment received" })).toBeVisible();
    expect(await screen.findByText("Your order is paid. We'll email your receipt.")).toBeVisible();
    expect(router.state.location.search).toBe("");
    expect(asked).toEqual([]);
  });

  it("waits for the bank if the payment is still being processed", async () => {
    serveStripe([], { [SECRET]: { ...succeeded, status: "processing" } });
    serve(due);
    openFollow(`tree-orders/${due.id}?payment_intent_client_secret=${SECRET}`);
    expect(await screen.findByRole("heading", { name: "Payment processing" })).toBeVisible();
    expect(screen.queryByText(/in a moment|is paid/)).not.toBeInTheDocument();
  });

  it("shows why it is not possible", async () => {
    serveStripe();
    const message = "This order is canceled, so there is nothing to pay.";
    server.use(
      http.post("/api/create-payment-intent", () => HttpResponse.json({ message }, { status: 409 })),
    );
    const { person } = openTreeOrder(due);
    await person.click(await screen.findByRole("button", { name: "Pay $160.00 now" }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it("shows the paid order if it was paid elsewhere while the page was open", async () => {
    serveStripe();
    const message = "This order is paid, so there is nothing to pay.";
    server.use(
      http.post("/api/create-payment-intent", () => HttpResponse.json({ message }, { status: 409 })),
    );
    const { person, rows } = openTreeOrder(due);
    const pay = await screen.findByRole("button", { name: "Pay $160.00 now" });
    rows.order = paid;
    await person.click(pay);
    expect(await screen.findByRole("heading", { name: "Your order is paid" })).toBeVisible();
    expect(screen.getByText(/^We received \$160.00/).parentElement?.parentElement).toHaveFocus();
    expect(screen.queryByText(message)).not.toBeInTheDocument();
    expect(screen.queryByText(/\$0.00/)).not.toBeInTheDocument();
  });

  it("is hidden from staff", async () => {
    openTreeOrder(due, { user: { ...customer, id: "staff", isAdmin: true } });
    expect(await screen.findByText(/This is the customer's page/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
  });
});

describe("the page of an order", () => {
  const canceled = { status: "cancelled", amountDue: "0.00", canPayOnline: false } as const;
  it.each([
    [paid, "Your order is paid", /^We received \$160.00 and emailed your receipt to/],
    [{ ...paid, overpaid: "20.00" }, "Your order is paid", /You paid \$20.00 too much; we'll refund it/],
    [
      { ...paid, amountDisputed: "159.00" },
      "$159.00 is disputed with your bank",
      /^Your bank is reviewing the card payment, or has already sent the money back/,
    ],
    [
      { ...paid, amountDisputed: "159.00", amountLost: "159.00" },
      "Your bank has returned $159.00 to you",
      /^You don't need to pay anything right now/,
    ],
    [{ paying: true }, "Payment processing", /please don't pay again/],
    [{ canPayOnline: false, zipCode: "03904" }, "We'll call you first", /outside New Hampshire/],
    [
      { ...canceled, amountPaid: "160.00", overpaid: "160.00", amountRefunding: "160.00" },
      "You paid $160.00",
      /^We're refunding \$160.00 to your card. We'll email you when it's sent.* reach your account\.$/,
    ],
    [
      { ...canceled, amountPaid: "160.00", overpaid: "160.00", amountRefunding: "100.00" },
      "You paid $160.00",
      /^We're refunding \$100.00 to your card.*We'll contact you about the other \$60.00\.$/,
    ],
    [
      { ...canceled, amountPaid: "160.00", overpaid: "120.00", amountRefunding: "100.00" }, // the rest is kept
      "You paid $160.00",
      /^We're refunding \$100.00 to your card.*We'll contact you about the other \$20.00\.$/,
    ],
    [
      { ...canceled, amountPaid: "160.00", overpaid: "120.00" },
      "You paid $160.00",
      /^We'll contact you about your payment of \$120.00\./,
    ],
    [
      { ...canceled, amountPaid: "160.00", overpaid: "160.00" },
      "You paid $160.00",
      /^We'll contact you about your payment of \$160.00/,
    ],
    [
      { ...canceled, amountPaid: "160.00", amountDisputed: "160.00" },
      "$160.00 is disputed with your bank",
      /^Your bank is reviewing the card payment/,
    ],
    [{ ...canceled, amountPaid: "160.00" }, "You paid $160.00", /^Questions about this payment/],
    [
      { ...canceled, amountRefunded: "160.00" },
      "Your payment was refunded",
      /^We refunded \$160.00. Refunds take 5 to 10 business days/,
    ],
    [
      { ...canceled, paying: true },
      "Payment processing",
      /If it goes through, we'll email you what happens next/,
    ],
  ] satisfies [Partial<TreeOrder>, string, RegExp][])(
    "says where the money is: %o",
    async (changes, title, text) => {
      openTreeOrder({ ...due, ...changes });
      expect(await screen.findByRole("heading", { name: title })).toBeVisible();
      expect(screen.getByText(text)).toBeVisible();
      expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
    },
  );

  it("shows what was paid so far of a partly paid order", async () => {
    openTreeOrder({ ...due, amountPaid: "60.00", amountDue: "100.00" });
    expect(await screen.findByText(/^You've paid \$60.00. At delivery/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Pay $100.00 now" })).toBeVisible();
    expect(screen.getByText("Still due").nextElementSibling).toHaveTextContent("$100.00");
  });

  it("shows what was refunded of an order that has to be paid again", async () => {
    openTreeOrder({ ...due, amountRefunded: "160.00", amountDue: "160.00" });
    expect(await screen.findByText(/^We refunded \$160.00. At delivery/)).toBeVisible();
  });

  it("shows no payment for an order that was canceled before any payment", async () => {
    openTreeOrder({ ...due, ...canceled });
    expect(await screen.findByText("What you ordered")).toBeVisible();
    expect(screen.queryByRole("heading", { name: /pa(y|id)/i })).not.toBeInTheDocument();
  });
});

/** Mock an order that can be seen with its link. */
function serve(order: TreeOrder) {
  server.use(
    http.get(`/api/tree-orders/${order.id}`, () => HttpResponse.json(order)),
    http.post(`/api/tree-orders/${order.id}/opened`, () => new HttpResponse(null, { status: 204 })),
  );
}
