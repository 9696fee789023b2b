import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Invoice } from "~/api/types";
import { factsOf } from "~/test/facts";
import { anInvoice } from "~/test/rows";
import { customer } from "~/test/server";
import { cards, openInvoice } from "./test-page";

// Days near this one are shown without their year.
beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-24T14:00:00Z"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const guest = { userId: "0198a000-0000-7000-8000-00000000beef" };
const state = () => screen.findByRole("heading", { level: 1 });

interface Stage {
  changes: Partial<Invoice>;
  title: string;
  lead: string;
  facts: Record<string, string>;
  /** The texts and links of the payment card. */
  pay?: string[];
}

const CARD = "Card details go directly to Stripe; we never see them.";
const unpaid = { Total: "$875.00", "Still due": "$875.00" };
const accepted = {
  fromAcceptance: true,
  dueDate: null,
  firstAmount: "218.75",
  firstDueDate: "2026-11-24",
  dueNow: "218.75",
};
const acceptedFacts = {
  ...unpaid,
  Deposit: "$218.75",
  "Deposit due": "Nov 24, 2026",
  "Rest due": "14 days after we install",
};

const stages: Stage[] = [
  {
    changes: { amountDue: "675.00", amountPaid: "200.00", dueNow: "675.00" },
    title: "$675.00 is due",
    lead: "Please pay by Saturday, December 5, online below or by check.",
    facts: { Total: "$875.00", Paid: "$200.00", "Still due": "$675.00", "Due date": "Dec 5, 2026" },
    pay: ["Pay this invoice", "Still due", "$675.00", "Pay $675.00 /checkout?invoice=i1", CARD],
  },
  {
    changes: { dueDate: null },
    title: "$875.00 is due",
    lead: "Please pay when you can, online below or by check.",
    facts: unpaid,
    pay: ["Pay this invoice", "Still due", "$875.00", "Pay $875.00 /checkout?invoice=i1", CARD],
  },
  {
    changes: { status: "overdue" },
    title: "$875.00 is past due",
    lead: "It was due on Saturday, December 5. Pay online below, or call (603) 555-0148 if something isn't right.",
    facts: { ...unpaid, "Due date": "Dec 5, 2026" },
    pay: ["Pay this invoice", "Still due", "$875.00", "Pay $875.00 /checkout?invoice=i1", CARD],
  },
  {
    changes: accepted,
    title: "Your deposit is due: $218.75",
    lead: "Pay online below or by check.",
    facts: acceptedFacts,
    pay: [
      "Pay the deposit",
      "Due now",
      "$218.75",
      "Pay $218.75 /checkout?invoice=i1&part=first",
      "Pay all of it now $875.00 /checkout?invoice=i1",
      CARD,
    ],
  },
  {
    changes: { ...accepted, amountPaid: "218.75", amountDue: "656.25", dueNow: "0.00" },
    title: "Nothing is due right now",
    lead: "The rest, $656.25, is due 14 days after we install. We'll email you then.",
    facts: { ...acceptedFacts, Paid: "$218.75", "Still due": "$656.25" },
    pay: ["Pay this invoice", "Still due", "$656.25", "Pay all of it now $656.25 /checkout?invoice=i1", CARD],
  },
  {
    changes: { ...accepted, firstAmount: "875.00", dueNow: "875.00" },
    title: "Your deposit is due: $875.00",
    lead: "Pay online below or by check.",
    facts: { ...unpaid, Deposit: "$875.00", "Deposit due": "Nov 24, 2026" },
    pay: ["Pay the deposit", "Due now", "$875.00", "Pay $875.00 /checkout?invoice=i1&part=first", CARD],
  },
  {
    changes: { ...accepted, amountPaid: "218.26", amountDue: "656.74", dueNow: "0.49" },
    title: "Your deposit is due: $0.49",
    lead: "Pay online below or by check.",
    facts: { ...acceptedFacts, Paid: "$218.26", "Still due": "$656.74" },
    pay: [
      "Pay the deposit",
      "Due now",
      "$0.49",
      "Cards take no less than $0.50: pay it in cash, by check, or together with your next payment.",
      "Pay all of it now $656.74 /checkout?invoice=i1",
      CARD,
    ],
  },
  {
    changes: { amountPaid: "874.51", amountDue: "0.49", dueNow: "0.49" },
    title: "$0.49 is due",
    lead: "Please pay by Saturday, December 5.",
    facts: { Total: "$875.00", Paid: "$874.51", "Still due": "$0.49", "Due date": "Dec 5, 2026" },
    pay: [
      "Pay this invoice",
      "Still due",
      "$0.49",
      "Cards take no less than $0.50: pay it in cash, by check, or together with your next payment.",
    ],
  },
  {
    changes: {
      status: "paid",
      amountPaid: "875.00",
      amountDue: "0.00",
      dueNow: "0.00",
      amountDisputed: "600.00",
    },
    title: "$600.00 is disputed with your bank",
    lead: "Your bank is reviewing the card payment, or has already sent the money back to you. You don't need to pay anything right now. Questions? Call (603) 555-0148.",
    facts: {
      Total: "$875.00",
      Paid: "$875.00",
      "Disputed with your bank": "$600.00",
      "Due date": "Dec 5, 2026",
    },
  },
  {
    changes: {
      status: "paid",
      amountPaid: "875.00",
      amountDue: "0.00",
      dueNow: "0.00",
      amountDisputed: "600.00",
      amountLost: "600.00",
    },
    title: "Your bank has returned $600.00 to you",
    lead: "You don't need to pay anything right now. Questions? Call (603) 555-0148.",
    facts: {
      Total: "$875.00",
      Paid: "$875.00",
      "Returned by your bank": "$600.00",
      "Due date": "Dec 5, 2026",
    },
  },
  {
    changes: {
      ...accepted,
      amountPaid: "218.75",
      amountDue: "656.25",
      dueNow: "0.00",
      amountDisputed: "218.75",
    },
    title: "$218.75 is disputed with your bank",
    lead: "Your bank is reviewing the card payment, or has already sent the money back to you. You don't need to pay anything right now. Questions? Call (603) 555-0148. The rest, $656.25, is due 14 days after we install. We'll email you then.",
    facts: {
      ...acceptedFacts,
      Paid: "$218.75",
      "Disputed with your bank": "$218.75",
      "Still due": "$656.25",
    },
    pay: ["Pay this invoice", "Still due", "$656.25", "Pay all of it now $656.25 /checkout?invoice=i1", CARD],
  },
  {
    changes: {
      status: "paid",
      amountPaid: "900.00",
      amountDue: "0.00",
      dueNow: "0.00",
      amountRefunded: "25.00",
      paidDate: "2026-11-30T15:00:00Z",
    },
    title: "This invoice is paid",
    lead: "Thank you. We received your payment on Monday, November 30. There's nothing left to pay.",
    facts: { Total: "$875.00", Paid: "$900.00", Refunded: "$25.00", "Due date": "Dec 5, 2026" },
  },
  {
    changes: { status: "cancelled" },
    title: "This invoice was canceled",
    lead: "There's nothing to pay. Questions? Call (603) 555-0148.",
    facts: { Total: "$875.00", "Due date": "Dec 5, 2026" },
  },
];

/** Return the texts and links of a card. */
const contents = (title: string) =>
  [
    ...(screen
      .getByRole("heading", { name: title })
      .parentElement?.querySelectorAll("h2, span, p:not(:has(span)), a") ?? []),
  ].map((part) => [part.textContent, part.getAttribute("href")].filter(Boolean).join(" "));

describe("the page behind an invoice's link", () => {
  it.each(stages)("shows the state, the amounts and how to pay: $title", async (stage) => {
    const { title, lead, facts, pay } = stage;
    openInvoice(anInvoice({ ...guest, ...stage.changes }));
    const heading = await state();
    expect(heading).toHaveTextContent(title);
    expect(heading.nextElementSibling).toHaveTextContent(lead);
    expect(heading.previousElementSibling).toHaveTextContent("Invoice INV-2026-00002 for Eleanor Hayes");
    expect(cards()).toEqual([...(pay ? [pay[0]] : []), "Your invoice", "Keep it in an account"]);
    if (pay?.[0]) expect(contents(pay[0])).toEqual(pay);
    const details = screen.getByRole("heading", { name: "Your invoice" }).parentElement as HTMLElement;
    expect(factsOf(details)).toEqual({
      For: "Holiday light installation",
      ...facts,
      "Invoice date": "Nov 21, 2026",
      "Billed to": "Eleanor Hayes\n41 Marcy Street\nPortsmouth, NH",
    });
  });

  it("links to the PDF, and marks the invoice as opened", async () => {
    const { calls } = openInvoice(anInvoice(guest));
    await state();
    expect(screen.getByRole("link", { name: "Open PDF" })).toHaveAttribute("href", "/api/invoices/i1/pdf");
    await waitFor(() => expect(calls).toEqual(["opened"]));
  });

  it("is read-only for staff", async () => {
    const { calls } = openInvoice(anInvoice(guest), { user: { ...customer, id: "staff", isAdmin: true } });
    expect(await screen.findByText(/This is the customer's page/)).toBeVisible();
    expect(screen.queryByRole("link", { name: /^Pay/ })).not.toBeInTheDocument();
    expect(cards()).toEqual(["Your invoice"]);
    expect(calls).toEqual([]);
  });
});
