import "~/test/other-prices";
import { act, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, vi } from "vitest";
import { hold } from "~/test/held";
import { journey, refusal } from "~/test/journey";
import { renderAt } from "~/test/render";
import { anInvoice } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { DepositPayment } from "./components/deposit-payment";
import { MyPayments } from "./components/my-payments";
import CheckoutPage from "./pages/checkout-page";

// Wednesday, November 25, 2026, 10 AM in New Hampshire.
beforeEach(() => void vi.setSystemTime("2026-11-25T15:00:00Z"));
beforeEach(() => server.use(http.get("*.svg", () => HttpResponse.text("<svg></svg>"))));

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const declined = { error: { message: "Your card was declined.", type: "card_error" } };
const openCheckout = (search = "") => renderAt(`/checkout${search}`, <CheckoutPage />);

/** Select the button and wait for what Stripe then lets the page say. */
async function pay(person: UserEvent, name: string, then: string | RegExp) {
  await person.click(button(name));
  await screen.findByText(then);
}

/** Reply to requests for a payment with one of its own, by its number. */
function payments() {
  let count = 0;
  return () => {
    count += 1;
    return { clientSecret: `pi_${count}_secret_1` };
  };
}

journey(
  "a visitor pays the published price with a second card, and once more",
  async ({ open, serve, step }) => {
    const succeeded = { intent: { status: "succeeded", amount: 61100 } };
    serveStripe([declined, succeeded, succeeded], {}, 61100);
    serve({ "POST /api/create-payment-intent": payments() });
    await open(openCheckout);
    await step("Pay without an address", (person) =>
      pay(person, "Complete Payment", "Valid email is required"),
    );
    await step("Pay with an address", async (person) => {
      await person.type(screen.getByLabelText("Email for your receipt"), "ada@example.com");
      await pay(person, "Complete Payment", /^Your card was declined\. You can/);
    });
    await step("Pay with another card", (person) => pay(person, "Complete Payment", "Payment received"));
    await step("Make another payment", (person) => person.click(button("Make another payment")));
    await step("Pay that too", async (person) => {
      await person.type(screen.getByLabelText("Email for your receipt"), "ben@example.com");
      await pay(person, "Complete Payment", "Payment received");
    });
  },
);

const invoice = anInvoice({
  ...{ id: "i7", invoiceNumber: "INV-2026-00007", amount: "920.40", amountPaid: "210.15" },
  ...{ amountDue: "710.25", dueNow: "710.25" },
});

const settled = { status: "paid", amountPaid: "920.40", amountDue: "0.00", dueNow: "0.00" } as const;

journey("a customer pays an invoice, which doesn't load at first", async ({ open, serve, step }) => {
  signIn(customer);
  const { held, release } = hold();
  const { confirm } = serveStripe([{ intent: { status: "succeeded", amount: 71025 } }], {}, 71025);
  confirm.mockImplementationOnce(() => held.then(() => declined));
  serve({
    "GET /api/invoices/:id": refusal(500, "Try later."),
    "POST /api/create-payment-intent": payments(),
  });
  await open(() => openCheckout("?invoice=i7"));
  serve({ "GET /api/invoices/:id": invoice });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Pay", (person) => pay(person, "Complete Payment", "Processing..."));
  await step("Stripe declines the card", async () => {
    release();
    await screen.findByText(/^Your card was declined\. You can/);
  });
  serve({ "GET /api/invoices/:id": { ...invoice, ...settled } });
  await step("Pay with another card", (person) => pay(person, "Complete Payment", "Your invoice is paid."));
  await step("See the invoices", (person) =>
    person.click(screen.getByRole("link", { name: "See your invoices" })),
  );
});

journey("invoices that can't be paid say why", async ({ open, serve, step }) => {
  signIn(customer);
  serveStripe([], { pi_9_secret_1: { status: "processing", amount: 71025 } }, 71025);
  serve({
    "GET /api/invoices/:id": ({ params }) => {
      if (params.id === "i4") return refusal(404, "Not found");
      if (params.id === "i2")
        return { ...invoice, id: "i2", invoiceNumber: "INV-2026-00002", status: "cancelled" };
      if (params.id === "i8") return { ...invoice, id: "i8", invoiceNumber: "INV-2026-00008", ...settled };
      return invoice;
    },
    "POST /api/create-payment-intent": refusal(409, "This invoice is being paid right now."),
  });
  const back = "payment_intent=pi_9&payment_intent_client_secret=pi_9_secret_1&redirect_status=succeeded";
  const { router } = await open(() => openCheckout(`?invoice=i7&${back}`));
  const visit = (search: string) => () => act(() => router.navigate(`/checkout${search}`));
  await step("Open one of somebody else", visit("?invoice=i4"));
  await step("Open a canceled one", visit("?invoice=i2"));
  await step("Open a paid one", visit("?invoice=i8"));
  await step("Open one that is being paid", visit("?invoice=i7"));
});

journey(
  "a customer's payment goes through at the bank, after the amount has changed",
  async ({ open, serve, step }) => {
    signIn({ ...customer, id: "0198a000-0000-7000-8000-00000000000f" });
    const failed = {
      status: "requires_payment_method",
      last_payment_error: { message: "The bank said no." },
    };
    serveStripe(
      [{ intent: { status: "processing", amount: 25520 } }],
      { pi_5_secret_1: { ...failed, amount: 23010 }, pi_1_secret_1: { ...failed, amount: 25520 } },
      25520,
    );
    let now = anInvoice({
      ...invoice,
      fromAcceptance: true,
      dueDate: null,
      firstAmount: "230.10",
      dueNow: "230.10",
    });
    serve({
      "GET /api/invoices/:id": () => now,
      "POST /api/create-payment-intent": () => {
        now = { ...now, firstAmount: "255.20", dueNow: "255.20" };
        return { clientSecret: "pi_1_secret_1" };
      },
    });
    await open(() => openCheckout("?invoice=i7&part=first&payment_intent_client_secret=pi_5_secret_1"));
    await step("Pay", (person) => pay(person, "Complete Payment", "Payment processing"));
  },
);

journey("a customer's card form doesn't load at first", async ({ open, serve, step }) => {
  signIn(customer);
  serveStripe([{ intent: { status: "processing", amount: 61100 } }], {}, 61100);
  serve({
    "GET /api/payments/config": refusal(500, "Try later."),
    "POST /api/create-payment-intent": payments(),
    "POST /api/payment-methods/session": { clientSecret: "cuss_1_secret_1" },
  });
  await open(openCheckout);
  serve({
    "GET /api/payments/config": { publishableKey: "pk_test", scriptUrl: "https://stripe.test/stripe.js" },
  });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Pay", (person) => pay(person, "Complete Payment", "Payment processing"));
});

const deposit = anInvoice({
  ...{ id: "i3", invoiceNumber: "INV-2026-00003", amount: "840.00", amountDue: "840.00", dueNow: "252.00" },
  ...{ fromAcceptance: true, firstAmount: "252.00", dueDate: null },
});

journey("a deposit is paid where the quote was accepted, after a refusal", async ({ open, serve, step }) => {
  signIn(customer);
  serveStripe([declined, { intent: { status: "succeeded", amount: 25200 } }], {}, 25200);
  serve({
    "POST /api/create-payment-intent": refusal(409, "This invoice is being paid right now."),
    "GET /api/invoices/:id": deposit,
  });
  const notes = <p>Or pay by check.</p>;
  await open(() =>
    renderAt(
      "/quote",
      <DepositPayment
        hasDay={false}
        invoice={deposit}
        returnTo="/quote"
        shownBy={["quotes", "q1"]}
        notes={notes}
      />,
    ),
  );
  serve({ "POST /api/create-payment-intent": payments() });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Pay", (person) => pay(person, "Pay $252.00", /^Your card was declined\. You can/));
  serve({
    "GET /api/invoices/:id": { ...deposit, amountPaid: "252.00", amountDue: "588.00", dueNow: "0.00" },
  });
  await step("Pay with another card", (person) =>
    pay(person, "Pay $252.00", /^Your invoice shows this payment/),
  );
});

const paid = {
  ...{ id: "p6", paidAt: "2026-11-22T15:00:00Z", description: "Invoice INV-2026-00006", amount: "675.40" },
  ...{
    amountRefunded: "75.30",
    method: "card",
    cardBrand: "visa",
    cardLast4: "4242",
    cardWallet: "apple_pay",
  },
  ...{ reversed: false, disputed: false, receiptUrl: "/api/payments/p6/receipt" },
};
const check = {
  ...{
    ...paid,
    id: "p8",
    paidAt: "2026-11-19T15:00:00Z",
    description: "Invoice INV-2026-00004",
    amount: "81.00",
  },
  ...{
    amountRefunded: "0.00",
    method: "check",
    cardBrand: "",
    cardLast4: "",
    cardWallet: "",
    reversed: true,
    disputed: false,
  },
  receiptUrl: null,
};
const older = { ...check, id: "p2", paidAt: "2026-10-02T15:00:00Z", amount: "92.00", reversed: false };
const card = {
  ...{ brand: "visa", last4: "4242", expMonth: 4, expYear: 2030, expired: false, paysStorage: false },
};
const visa = { ...card, id: "pm_5" };
const amex = {
  ...card,
  id: "pm_7",
  brand: "amex",
  last4: "0005",
  expMonth: 11,
  expYear: 2027,
  paysStorage: true,
};
const expired = { ...card, id: "pm_2", brand: "discover", last4: "1117", expYear: 2025, expired: true };

journey("payments are loaded again, and a card is removed", async ({ open, serve, step }) => {
  signIn(customer);
  serveStripe();
  serve({
    "GET /api/payment-history": refusal(500, "Try later."),
    "GET /api/payment-methods": [visa, amex, expired],
    "DELETE /api/payment-methods/:id": refusal(409, "It pays for your storage plan."),
  });
  await open(() => renderAt("/mine", <MyPayments />));
  const part = (name: string) => within(screen.getByRole("region", { name }));
  const again = (name: string) => part(name).getByRole("button", { name: "Try again" });
  const history: Parameters<typeof serve>[0] = {
    "GET /api/payment-history": ({ query }) =>
      query.get("cursor")
        ? [older]
        : HttpResponse.json([paid, check], {
            headers: { Link: '<http://inner/api/payment-history?cursor=abc>; rel="next"' },
          }),
  };
  serve(history);
  await step("Load the payments", (person) => person.click(again("Payments")));
  serve({ "GET /api/payment-history": refusal(500, "Try later.") });
  await step("Show more, in vain", (person) => person.click(button("Show more")));
  serve(history);
  await step("Show more", (person) => person.click(button("Show more")));
  await step("Remove the Discover card", (person) => person.click(button("Remove: Discover ending in 1117")));
  await step("Keep it", (person) => person.keyboard("{Escape}"));
  await step("Remove the Visa card, which fails", async (person) => {
    await person.click(button("Remove: Visa ending in 4242"));
    await person.click(button("Remove card"));
  });
  serve({ "DELETE /api/payment-methods/:id": null, "GET /api/payment-methods": [amex] });
  await step("Remove the Discover card after all", async (person) => {
    await person.click(button("Remove: Discover ending in 1117"));
    await person.click(button("Remove card"));
  });
});
