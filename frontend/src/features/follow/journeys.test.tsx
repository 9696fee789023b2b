import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, vi } from "vitest";
import { journey, refusal } from "~/test/journey";
import { maskTimeZone } from "~/test/mask";
import { aComment, aLine, aLook, anEstimate, anInvoice, aProgress, aYes } from "~/test/rows";
import { customer, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { aFollowedQuote, openFollow } from "./test-page";

maskTimeZone();

// Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
beforeEach(() => void vi.setSystemTime("2026-11-19T01:15:00Z"));

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const press = (name: string | RegExp) => (person: UserEvent) => person.click(button(name));
const dialog = () => within(screen.getByRole("dialog"));

const id = "0198a000-0000-7000-8000-00003f8e61b2";
const openQuote = () => openFollow(`quotes/${id}`);

const size = { choice: "How much we light", unit: "flat", quantity: "1.00" } as const;
const roof = aLine({
  id: "l5",
  ...size,
  text: "Roofline: front only",
  unitPrice: "512.00",
  amount: "512.00",
});
const all = aLine({
  id: "l2",
  ...size,
  text: "Everything",
  unitPrice: "870.00",
  amount: "870.00",
  suggested: true,
});
const bows = aLine({ id: "l8", text: "Bows", quantity: "7.00", unitPrice: "9.00", amount: "63.00" });
const star = aLine({
  id: "l6",
  text: "Star",
  optional: true,
  quantity: "1.00",
  unitPrice: "48.00",
  amount: "48.00",
});
const timer = aLine({
  id: "l1",
  text: "Timer",
  optional: true,
  quantity: "2.00",
  unitPrice: "13.00",
  amount: "26.00",
});

const REFUND = "You get your deposit back in full until 3 days before we install.";
const offer = aFollowedQuote({
  id,
  fullName: "Maud Quimby",
  email: "maud@example.com",
  streetAddress: "8 Ferry Lane",
  city: "Kittery",
  hasLines: true,
  revision: 2,
  quoteAmount: "933.00",
  validUntil: "2026-12-01",
  look: aLook(),
  lines: [all, roof, bows, star, timer],
  note: "We’d start at the porch.",
  excludes: ["A lift"],
  terms: { version: 4, sentences: ["Your price holds until December 1.", REFUND] },
  deposit: { percent: 20, credit: "50.00" },
});
const deposit = anInvoice({
  id: "i7",
  invoiceNumber: "INV-2026-00044",
  fromAcceptance: true,
  dueDate: null,
  amount: "605.00",
  amountDue: "605.00",
  firstAmount: "121.00",
  dueNow: "121.00",
});

journey(
  "a guest asks, accepts a price that has changed, and pays the deposit",
  async ({ open, serve, step }) => {
    const declined = { error: { message: "Your card was declined.", type: "card_error" } };
    serveStripe([declined, { intent: { status: "succeeded", amount: 12100 } }], {
      pi_1_secret_1: { status: "requires_payment_method", amount: 12100 },
    });
    let quote = offer;
    let invoice = deposit;
    serve({
      "GET /api/quotes/:id": () => quote,
      "GET /api/quotes/:id/comments": [aComment({ id: "c4", createdAt: "2026-11-18T15:40:00Z" })],
      "POST /api/quotes/:id/opened": refusal(500, "Server error"),
      "GET /api/invoices/:id": () => invoice,
      "POST /api/create-payment-intent": { clientSecret: "pi_1_secret_1" },
    });
    await open(openQuote);
    await step("Ask a question", press("Ask a question"));
    await step("Choose less and a timer", async (person) => {
      await person.click(screen.getByRole("radio", { name: /^Roofline/ }));
      await person.click(screen.getByRole("checkbox", { name: /^Timer/ }));
      await person.click(screen.getByRole("checkbox", { name: /^Star/ }));
      await person.click(screen.getByRole("checkbox", { name: /^Star/ }));
    });
    await step("Go to accept", press("Go to accept"));
    await step("Accept it without a name", press(/^Accept \$/));
    serve({ "POST /api/quotes/:id/accept": refusal(409, "This quote has changed. Please look it over.") });
    quote = {
      ...offer,
      revision: 3,
      quoteAmount: "963.00",
      lines: [all, roof, { ...bows, quantity: "5.00", unitPrice: "18.60", amount: "93.00" }, star],
      changes: {
        revision: 2,
        quoteAmount: "933.00",
        wasAccepted: false,
        lines: [
          { kind: "removed", text: "Timer", before: "26.00", after: null },
          { kind: "changed", text: "Bows", before: "63.00", after: "93.00" },
        ],
      },
    };
    await step("Accept it, which comes too late", async (person) => {
      await person.type(screen.getByLabelText("Your full name"), "Maud Quimby");
      await person.click(button(/^Accept \$/));
    });
    serve({ "POST /api/quotes/:id/accept": refusal(500, "We couldn't save that.") });
    await step("Accept the new version, which fails", press(/^Accept \$/));
    serve({ "POST /api/quotes/:id/accept": offer });
    quote = {
      ...quote,
      status: "approved",
      quoteAmount: "605.00",
      changes: null,
      progress: aProgress({ step: "accepted", next: "day", by: "2026-11-20T01:15:00Z" }),
      lines: quote.lines.map((line) => ({ ...line, chosen: line.id === "l5" })),
      acceptance: { ...aYes("605.00"), acceptedBy: "Maud Quimby", acceptedAt: "2026-11-19T01:15:00Z" },
      invoices: [
        anInvoice({ id: "i3", invoiceNumber: "INV-2026-00039", status: "cancelled", awaitsYes: true }),
        deposit,
      ],
    };
    await step("Accept it again", press(/^Accept \$/));
    await step("Pay with a card that is declined", press("Pay $121.00"));
    invoice = { ...deposit, amountPaid: "121.00", amountDue: "484.00", dueNow: "0.00" };
    quote = { ...quote, invoices: [invoice] };
    await step("Pay with another one", async (person) => {
      await press("Pay $121.00")(person);
      await screen.findByText(/Your invoice shows this payment/);
    });
  },
);

const single = aFollowedQuote({
  id,
  userId: customer.id,
  servicePackage: "commercial",
  quoteAmount: "2210.40",
  city: "Exeter",
  streetAddress: "",
  addOns: [],
  terms: { version: 6, sentences: ["Your price holds for 14 days."] },
  deposit: { percent: 0, credit: "0.00" },
});

journey(
  "an owner declines a price, asks for it again, and accepts the next one",
  async ({ open, serve, step }) => {
    let quote = single;
    signIn(customer);
    serve({
      "GET /api/quotes/:id": () => quote,
      "GET /api/quotes/:id/comments": [],
      "POST /api/quotes/:id/decline": single,
    });
    await open(openQuote);
    await step("Decline it, but keep it", async (person) => {
      await press("Decline")(person);
      await person.click(await screen.findByRole("button", { name: "Keep quote" }));
    });
    quote = { ...single, status: "rejected", progress: null };
    await step("Decline it", async (person) => {
      await press("Decline")(person);
      await person.selectOptions(dialog().getByLabelText(/Why/), "The price");
      await person.click(dialog().getByRole("button", { name: "Decline quote" }));
    });
    serve({ "POST /api/quotes/:id/ask-again": refusal(409, "You have already asked for it again.") });
    await step("Ask for it again, in vain", press("Ask for it again"));
    serve({ "POST /api/quotes/:id/ask-again": single });
    quote = {
      ...single,
      status: "pending",
      quoteAmount: null,
      progress: aProgress({ step: "requested", next: "price", by: "2026-11-20T01:15:00Z" }),
      estimate: anEstimate({
        low: 1810,
        high: 2620,
        lines: [{ label: "The shop front", low: 1810, high: 2620 }],
      }),
    };
    await step("Ask for it again", press("Ask for it again"));
    quote = { ...single, quoteAmount: "1999.00", revision: 1 };
    serve({
      "POST /api/quotes/:id/comments": aComment({
        id: "c2",
        isStaffComment: false,
        content: "Can you do less?",
        createdAt: "2026-11-19T01:15:00Z",
      }),
    });
    await step("Ask a question", async (person) => {
      await person.type(screen.getByLabelText("Add a comment"), "Can you do less?");
      await person.click(button("Send comment"));
    });
    serve({ "POST /api/quotes/:id/accept": single });
    quote = {
      ...quote,
      status: "approved",
      progress: aProgress({ step: "accepted", next: "day", by: "2026-11-20T01:15:00Z" }),
      acceptance: { ...aYes("1999.00"), channel: "phone", acceptedAt: "2026-11-19T01:15:00Z" },
    };
    await step("Accept it", press(/^Accept \$/));
    await step("Go to My Services", (person) =>
      person.click(screen.getByRole("link", { name: "Go to My Services" })),
    );
  },
);

journey(
  "the page of a quote doesn't load at first, and its link is withdrawn",
  async ({ open, serve, step }) => {
    serve({
      "GET /api/quotes/:id": refusal(500, "Server error"),
      "GET /api/quotes/:id/comments": refusal(500, "Server error"),
      "POST /api/quotes/:id/opened": null,
    });
    await open(openQuote);
    const expired = {
      ...offer,
      expired: true,
      validUntil: "2026-11-16",
      progress: aProgress({ next: null }),
    };
    serve({ "GET /api/quotes/:id": expired });
    await step("Try again", press("Try again"));
    serve({
      "GET /api/quotes/:id/comments": [
        aComment({ id: "c8", content: "Call us.", createdAt: "2026-11-17T19:25:00Z" }),
      ],
    });
    await step("Load the comments", press("Try again"));
    serve({
      "POST /api/quotes/:id/ask-again": refusal(404, "Not found."),
      "GET /api/quotes/:id": refusal(404, "Not found."),
    });
    await step("Ask for it again", press("Ask for it again"));
  },
);
