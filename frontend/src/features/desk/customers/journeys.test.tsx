import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach } from "vitest";
import { journey, refusal } from "~/test/journey";
import { aJob, anAddress, anInvoice, aSubscription } from "~/test/rows";
import type { Customer, CustomerRow } from "../shared/types";
import { aDeskOrder, aDeskQuote, openDesk, stopClock } from "../test-desk";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const link = (name: string | RegExp) => screen.getByRole("link", { name });

const zoe = {
  ...{ key: "u3", kind: "user", userId: "u3", name: "Zoe Marsh", email: "zoe@example.com" },
  ...{
    phone: "603-555-0133",
    quotes: 2,
    treeOrders: 7,
    storageSubscriptions: 9,
    invoices: 4,
    lastSeenAt: "2026-11-03T15:00:00Z",
  },
} as CustomerRow;
const guest = {
  ...{ ...zoe, key: "Z3Vlc3Q=", kind: "guest", userId: null, name: "", email: "guest@example.com" },
  ...{ phone: "", quotes: 1, treeOrders: 0, storageSubscriptions: 1, invoices: 5, lastSeenAt: null },
} as CustomerRow;
const ann = {
  ...{ ...zoe, key: "u1", userId: "u1", name: "Ann Ames", email: "ann@example.com", phone: "603-555-0111" },
  ...{ quotes: 3, treeOrders: 6, storageSubscriptions: 0, invoices: 8, lastSeenAt: "2026-11-21T15:00:00Z" },
} as CustomerRow;

const consent = {
  ...{ number: "+16035550133", phone: "(603) 555-0133", isGiven: true, method: "quote_form" },
  decidedAt: "2026-11-02T15:00:00Z",
} as Customer["textConsents"][number];
const otherConsent = {
  ...{ ...consent, number: "+16035550144", phone: "(603) 555-0144", method: "my_services" },
  decidedAt: "2026-10-07T15:00:00Z",
} as Customer["textConsents"][number];
const payment = {
  ...{ id: "pay1", purpose: "checkout", reference: null, userId: null, description: "Holiday lighting" },
  ...{ amount: "612.00", amountReceived: "612.00", amountRefunded: "0.00", receiptEmail: "", payerName: "" },
  ...{ amountRefunding: "0.00", refundFailed: "0.00", keptAt: null, keptBy: "", keptReason: "" },
  ...{
    refundable: "612.00",
    refunds: [],
    status: "succeeded",
    failureMessage: "",
    disputed: false,
    disputeLost: false,
  },
  ...{ stripePaymentIntentId: "pi_1", bankDeadline: null, assignedQuoteId: "q1", assignedTreeOrderId: null },
  ...{ assignedUserId: null, assignedAt: "2026-11-03T15:00:00Z", assignedBy: "Olive" },
  ...{ createdAt: "2026-11-02T15:00:00Z", updatedAt: "2026-11-03T15:00:00Z" },
} as Customer["payments"][number];
const jobQuote = {
  ...{ servicePackage: "premium", city: "Portsmouth", quoteAmount: "877.00", fullName: "Zoe Marsh" },
  ...{ email: "zoe@example.com", phone: "603-555-0133", streetAddress: "3 Gosport Road" },
  status: "service_scheduled",
} as Customer["jobs"][number]["quote"];

const nothing = {
  ...{ quotes: [], jobs: [], treeOrders: [], invoices: [], payments: [], storageSubscriptions: [] },
  ...{ addresses: [], guestMatches: [], textConsents: [] },
};
const everything: Customer = {
  ...zoe,
  quotes: [
    aDeskQuote({ id: "0198a000-0000-7000-8000-00000000c0a2", quoteAmount: "1284.50", status: "approved" }),
    aDeskQuote({ id: "0198a000-0000-7000-8000-00000000c0a1", servicePackage: "basic", city: "Dover" }),
  ],
  jobs: [
    { ...aJob({ id: "0198a000-0000-7000-8000-00000000b0b2" }), quote: jobQuote },
    {
      ...aJob({ id: "0198a000-0000-7000-8000-00000000b0b1", kind: "takedown", scheduledDate: null }),
      quote: jobQuote,
    },
  ],
  treeOrders: [aDeskOrder({ id: "0198a000-0000-7000-8000-00000000d0d2", totalAmount: "211.00" })],
  invoices: [
    anInvoice({ id: "i8", invoiceNumber: "INV-2026-00008", amount: "645.10", amountDue: "645.10" }),
    anInvoice({ id: "i7", invoiceNumber: "INV-2026-00007", amount: "98.20", dueDate: null, status: "draft" }),
  ],
  payments: [
    payment,
    { ...payment, id: "pay0", description: "", amount: "87.00", refundable: "80.00", assignedBy: "" },
  ],
  storageSubscriptions: [aSubscription({ status: "past_due", monthlyAmount: "16.40" })],
  addresses: [
    anAddress({ id: "a2", label: "Shop", street: "9 Islington Street" }),
    anAddress({ id: "a1", label: "", street: "3 Gosport Road", city: "Rye" }),
  ],
  guestMatches: [guest, { ...guest, key: "eg==", name: "Z. Marsh", phone: "603-555-0199" }],
  textConsents: [consent, otherConsent],
} as Customer;

const people = {
  "GET /api/desk/customers": ({ query }: { query: URLSearchParams }) => {
    if (query.get("q") === "zzz") return [];
    if (query.get("q")) return [ann];
    if (query.get("cursor")) return [ann];
    const headers = { Link: '<http://inner/api/desk/customers?cursor=abc>; rel="next"' };
    return HttpResponse.json([zoe, guest], { headers });
  },
};

async function search(person: UserEvent, words: string) {
  const field = screen.getByRole("searchbox");
  await person.clear(field);
  await person.click(field);
  await person.paste(words);
  await person.keyboard("{Enter}");
}

journey("the customers are listed, searched, and one is opened", async ({ open, serve, step }) => {
  serve({
    "GET /api/desk/customers": refusal(500, "Try later."),
    "GET /api/desk/customers/:key": ({ params }: { params: Record<string, string> }) =>
      params.key === "u3" ? everything : ({ ...guest, ...nothing } as Customer),
  });
  await open(() => openDesk("?tab=customers"));
  serve(people);
  await step("Try again", (person) => person.click(button(/again/)));
  await step("Show more", (person) => person.click(button(/more/)));
  await step("Search for no one", async (person) => {
    await search(person, "zzz");
    await screen.findByText("No customers match this search.");
  });
  await step("Search for Ann", async (person) => {
    await search(person, "Ann");
    await screen.findByText("Showing 1 customer.");
  });
  await step("Clear the search", async (person) => {
    await person.clear(screen.getByRole("searchbox"));
    await screen.findByText("Showing 3 customers.");
  });
  await step("Open the first one", (person) => person.click(link("Open Zoe Marsh")));
  await step("Open the possible duplicate", (person) => person.click(link("guest@example.com")));
  await step("Go back to all", (person) => person.click(link("All customers")));
});

journey("a customer's texts are turned off, which fails at first", async ({ open, serve, step }) => {
  serve({ "GET /api/desk/customers/:key": refusal(500, "Try later.") });
  await open(() => openDesk("?tab=customers&person=u3"));
  serve({
    "GET /api/desk/customers/:key": everything,
    "POST /api/texts/off": refusal(503, "Twilio doesn't respond."),
  });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Turn texts off", (person) => person.click(button("Turn texts off for (603) 555-0144")));
  const off = { ...otherConsent, isGiven: false, method: "office", decidedAt: "2026-11-25T15:00:00Z" };
  serve({
    "POST /api/texts/off": off,
    "GET /api/desk/customers/:key": { ...everything, textConsents: [consent, off] },
  });
  await step("Turn them off again", (person) => person.click(button("Turn texts off for (603) 555-0144")));
  serve({ "POST /api/payments/:id/refund": refusal(409, "A refund is on its way.") });
  await step("Refund the second payment", (person) => person.click(button("Refund card payment, $87.00")));
  await step("Change one's mind", (person) => person.keyboard("{Escape}"));
  await step("Open the first quote", (person) => person.click(link("Premium Installation, Portsmouth")));
});

journey("a customer's data is about to be erased, which is refused", async ({ open, serve, step }) => {
  serve({
    ...people,
    "GET /api/desk/customers/:key": { ...everything, ...nothing },
    "GET /api/desk/customers/:key/erasure": refusal(500, "Try later."),
    "GET /api/auth/confirmation": { confirmedUntil: "2026-11-25T15:04:00Z" },
    "POST /api/desk/customers/:key/erasure": refusal(400, "Please check the form.", {
      email: ["This is another address."],
    }),
  });
  await open(() => openDesk("?tab=customers&person=u3"));
  await step("Ask for the data", (person) => person.click(button("Download or erase")));
  serve({
    "GET /api/desk/customers/:key/erasure": {
      ...{ reasons: [], email: "zoe@example.com", quotes: 2, treeOrders: 7, invoices: 4, keptYears: 9 },
    },
  });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Start to erase", (person) => person.click(button("Erase data…")));
  const dialog = () => within(screen.getByRole("dialog"));
  await step("Type another address", async (person) => {
    await person.type(dialog().getByLabelText(/to confirm$/), "guest@example.com{Enter}");
    await dialog().findByText("Erasing...");
  });
  await step("Keep the data", (person) =>
    person.click(dialog().getByRole("button", { name: "Keep the data" })),
  );
});

journey("a customer who doesn't exist, and one who has nothing", async ({ open, serve, step }) => {
  serve({
    "GET /api/desk/customers/:key": ({ params }: { params: Record<string, string> }) =>
      params.key === "u9" ? refusal(404, "Not found") : ({ ...ann, ...nothing } as Customer),
    ...people,
  });
  await open(() => openDesk("?tab=customers&person=u9"));
  await step("Go to all", (person) => person.click(link("All customers")));
  await step("Show more", (person) => person.click(button(/more/)));
  await step("Open Ann by her name", (person) => person.click(link("Ann Ames")));
});
