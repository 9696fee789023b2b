import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Invoice, ProposalChanges, QuoteDetails, QuoteProgress, TreeOrder } from "~/api/types";
import { business } from "~/lib/business";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { aLine, aLook, anInvoice, aProgress, aTreeOrder, aYes } from "~/test/rows";
import { customer, server } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { aFollowedQuote, openFollow, openInvoice, openQuote, openTreeOrder } from "./test-page";

beforeEach(() => {
  // Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
  vi.useFakeTimers({ now: new Date("2026-11-19T01:15:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Return an outline without the time zone, which is shown in other zones. */
const plain = (element: Element) =>
  outline(element)
    .replace(/\s? Eastern/g, "")
    .replaceAll("\u00a0", " ");

/** Return the parts of the page: the band, the columns, and the account; not the thread. */
async function parts() {
  await screen.findByRole("heading", { level: 1 });
  const [band, layout] = screen.getByRole("main").children;
  const [first, aside, rest] = layout?.children ?? [];
  const account = [...(rest?.children ?? [])].filter((part) => !part.querySelector("h2#questions, textarea"));
  const shown = [band, first, aside, account.at(-1)].filter((part) => part !== undefined);
  return shown.map(plain).join("\n-----\n");
}

/** Return an outline without what the request or order says of itself, which is the same in every state. */
const brief = (text: string) =>
  text.replace(/term: (Package|Deliver to)\n[\s\S]*?term: Reference\n.*/g, "(the request)");

const staff = { ...customer, id: "staff", isAdmin: true };
const owned = { userId: customer.id };

const visit = (id: string, kind: "installation" | "service" | "takedown", scheduledDate: string) => ({
  id,
  kind,
  scheduledDate,
  status: "scheduled" as const,
});
const install = visit("j1", "installation", "2026-12-01T14:00:00Z");

function progressOf(changes: Partial<QuoteProgress>) {
  return { progress: aProgress(changes) };
}

const requested = { status: "pending", quoteAmount: null } as const;
const price = { step: "requested", next: "price" } as const;
const agreed = {
  status: "approved",
  ...progressOf({ step: "accepted", next: "day", by: "2026-11-21T15:02:00Z" }),
} as const;
const dated = { status: "service_scheduled" } as const;
const lines = [
  aLine({ id: "l1" }),
  aLine({ id: "l2", text: "Smart timer", quantity: "1.00", amount: "25.00", optional: true }),
];
const proposed = {
  lines,
  hasLines: true,
  quoteAmount: "190.00",
  validUntil: "2026-12-20",
  note: "We like your porch.",
};

const changes: ProposalChanges = {
  revision: 1,
  quoteAmount: "165.00",
  wasAccepted: true,
  lines: [{ kind: "new", text: "Garland", before: null, after: "25.00" }],
};

const undecided = {
  status: "cancelled",
  fromAcceptance: true,
  amountDue: "0.00",
  dueNow: "0.00",
  staffDecide: true,
} as const;

const quotes: Record<string, Partial<QuoteDetails>> = {
  requested: { ...requested, ...progressOf({ ...price, by: "2026-11-20T01:15:00Z" }), look: aLook() },
  "requested long ago": {
    ...requested,
    ...progressOf({ ...price, by: "2026-11-19T01:00:00Z" }),
    estimate: null,
  },
  "with a question": progressOf({ replyBy: "2026-11-20T01:00:00Z" }),
  priced: { streetAddress: "", deposit: { percent: 25, credit: "100.00" } },
  proposed,
  "changed after acceptance": { ...proposed, changes },
  expired: { ...proposed, validUntil: "2026-11-10", expired: true, changes },
  declined: { status: "rejected", progress: null },
  "declined after a proposal": { ...proposed, status: "rejected", progress: null },
  "declined after its deposit was paid": {
    status: "rejected",
    progress: null,
    invoices: [anInvoice({ ...undecided, amount: "1284.50", amountPaid: "321.13", overpaid: "321.13" })],
  },
  "declined while its lights are up": {
    status: "rejected",
    invoices: [anInvoice({ ...undecided, amountPaid: "100.00", overpaid: "60.00" })],
    ...progressOf({ step: "scheduled", next: "takedown_day", by: "2027-01-06T15:00:00Z" }),
  },
  "declined with a day for its takedown": {
    status: "rejected",
    ...progressOf({
      step: "scheduled",
      next: "visit",
      visit: visit("j1", "takedown", "2027-01-07T15:00:00Z"),
    }),
    jobs: [visit("j1", "takedown", "2027-01-07T15:00:00Z")],
  },
  accepted: { ...agreed, quoteAmount: "1400.00", acceptance: aYes("1284.50") },
  planned: {
    ...dated,
    ...progressOf({ step: "scheduled", next: "visit", visit: install }),
    jobs: [
      visit("j3", "takedown", "2027-01-05T15:00:00Z"),
      install,
      visit("j2", "service", "2026-11-19T02:30:00Z"),
      visit("j7", "service", "2026-11-18T14:00:00Z"),
      { ...visit("j4", "service", ""), scheduledDate: null },
      visit("j5", "service", "2026-11-18T03:00:00Z"),
      { ...install, id: "j6", status: "cancelled" },
    ],
  },
  "planned for its installation": {
    ...dated,
    ...progressOf({ step: "scheduled", next: "visit", visit: install }),
    jobs: [install],
  },
  "on its day": {
    ...dated,
    ...progressOf({
      step: "scheduled",
      next: "visit",
      visit: visit("j1", "takedown", "2026-11-19T02:30:00Z"),
    }),
  },
  "on its last evening": {
    ...dated,
    ...progressOf({
      step: "scheduled",
      next: "visit",
      visit: visit("j1", "installation", "2026-11-19T15:30:00Z"),
    }),
  },
  overlooked: {
    ...dated,
    ...progressOf({
      step: "scheduled",
      next: "visit",
      visit: visit("j1", "service", "2026-11-17T14:00:00Z"),
    }),
  },
  lit: { ...dated, ...progressOf({ step: "scheduled", next: "takedown_day", by: "2027-01-06T15:00:00Z" }) },
  done: { status: "complete", ...progressOf({ step: "done", next: null }) },
};

it.each(Object.entries(quotes))("a quote's page when it is %s", async (_, changes) => {
  openQuote(aFollowedQuote(changes));
  expect(brief(await parts())).toMatchSnapshot();
});

it.each(["requested", "priced", "proposed", "declined", "planned"])(
  "a quote's page for its owner and for staff when it is %s",
  async (state) => {
    const quote = aFollowedQuote({ ...quotes[state], ...owned });
    const page = openQuote(quote, { user: customer });
    expect(brief(await parts())).toMatchSnapshot("owner");
    page.unmount();
    openQuote(quote, { user: staff });
    expect(brief(await parts())).toMatchSnapshot("staff");
  },
);

const someInvoices: Invoice[] = [
  anInvoice({ id: "i1", amount: "900.00", amountDue: "675.00", dueNow: "675.00", amountPaid: "225.00" }),
  anInvoice({ id: "i2", invoiceNumber: "INV-2", status: "overdue", amountDue: "0.49", dueNow: "0.49" }),
  anInvoice({ id: "i3", invoiceNumber: "INV-3", dueDate: null }),
  anInvoice({ id: "i4", invoiceNumber: "INV-4", status: "paid", amountDue: "0.00", dueNow: "0.00" }),
  anInvoice({ id: "i5", invoiceNumber: "INV-5", status: "cancelled", replacedById: "i8" }),
  anInvoice({ id: "i6", invoiceNumber: "INV-6", awaitsYes: true }),
  anInvoice({
    id: "i7",
    invoiceNumber: "INV-7",
    fromAcceptance: true,
    dueDate: null,
    firstAmount: "218.75",
    amountPaid: "218.75",
    amountDue: "656.25",
    dueNow: "0.00",
  }),
  anInvoice({ id: "i8", invoiceNumber: "INV-8", fromAcceptance: true, dueDate: null, dueNow: "0.00" }),
  anInvoice({
    id: "i9",
    invoiceNumber: "INV-9",
    status: "paid",
    amountPaid: "895.00",
    amountDue: "0.00",
    overpaid: "20.00",
  }),
];

it("a quote's page shows each invoice with what is due and how to pay it", async () => {
  const quote = aFollowedQuote({ ...agreed, invoices: someInvoices });
  const page = openQuote(quote);
  const shown = async () => plain(await screen.findByRole("complementary", { name: "Details" }));
  expect(await shown()).toMatchSnapshot("customer");
  page.unmount();
  openQuote(quote, { user: staff });
  await screen.findByText(/This is the customer's page/);
  const details = screen.getByRole("complementary", { name: "Details" });
  expect(within(details).queryByRole("link", { name: /^Pay/ })).not.toBeInTheDocument();
  expect(details).not.toHaveTextContent("Cards take no less");
  expect(within(details).getAllByRole("link", { name: /^Open PDF of / })).toHaveLength(8);
});

const deposit = anInvoice({
  amount: "1275.00",
  amountDue: "1275.00",
  dueNow: "318.75",
  firstAmount: "318.75",
  firstDueDate: "2026-11-20",
  fromAcceptance: true,
  dueDate: null,
});
const REFUND = "You get your deposit back in full until 3 days before we install.";

it("a quote's page asks for the deposit first, with its terms and where to mail a check", async () => {
  serveStripe([], { pi_1_secret_1: { status: "requires_payment_method", amount: 31875 } });
  server.use(
    http.post("/api/create-payment-intent", () => HttpResponse.json({ clientSecret: "pi_1_secret_1" })),
  );
  vi.spyOn(business, "address", "get").mockReturnValue("1 Main Street, Dover");
  openQuote(
    aFollowedQuote({
      ...agreed,
      quoteAmount: "1275.00",
      invoices: [deposit],
      terms: { version: 2, sentences: ["Your deposit pays for bulbs.", REFUND] },
    }),
  );
  const pay = await screen.findByRole("button", { name: "Pay $318.75" });
  await waitFor(() => expect(pay).not.toHaveAttribute("aria-disabled"));
  expect(await parts()).toMatchSnapshot();
});

const accepted = { ...deposit, amountDue: "875.00" };
const invoices: Record<string, Partial<Invoice>> = {
  "partly paid": { amount: "900.00", amountDue: "675.00", amountPaid: "225.00", dueNow: "675.00" },
  "due some day": { dueDate: null, sentAt: null, billToAddress: "" },
  late: { status: "overdue" },
  "late without a date": { status: "overdue", dueDate: null },
  "due with a deposit": accepted,
  "due all at once as a deposit": { ...accepted, firstAmount: "875.00", dueNow: "875.00" },
  "due after the installation": { ...accepted, amountPaid: "218.75", amountDue: "656.25", dueNow: "0.00" },
  "late and too small for cards": { status: "overdue", amountDue: "0.49", dueNow: "0.49" },
  "too small for cards": { amountDue: "0.49", dueNow: "0.49" },
  paid: {
    status: "paid",
    amountPaid: "900.00",
    amountDue: "0.00",
    dueNow: "0.00",
    amountRefunded: "25.00",
    paidDate: "2026-11-30T15:00:00Z",
  },
  "paid, but disputed": {
    status: "paid",
    amountPaid: "875.00",
    amountDue: "0.00",
    dueNow: "0.00",
    amountDisputed: "600.00",
    paidDate: "2026-11-30T15:00:00Z",
  },
  "paid some day": { status: "paid", amountPaid: "875.00", amountDue: "0.00", dueNow: "0.00" },
  "paid too much": {
    status: "paid",
    amountPaid: "895.00",
    amountDue: "0.00",
    dueNow: "0.00",
    overpaid: "20.00",
  },
  canceled: { status: "cancelled" },
  "canceled after a payment": { ...undecided, amountPaid: "218.75", overpaid: "218.75" },
  "canceled for a new price, after a payment": {
    ...undecided,
    staffDecide: false,
    awaitsYes: true,
    amountPaid: "218.75",
  },
  replaced: { ...undecided, staffDecide: false, replacedById: "i7" },
};

it.each(Object.entries(invoices))("an invoice's page when it is %s", async (_, changes) => {
  openInvoice(anInvoice({ userId: "0198a000-0000-7000-8000-00000000beef", ...changes }));
  expect(await parts()).toMatchSnapshot();
});

it("an invoice's page for its owner and for staff", async () => {
  const page = openInvoice(anInvoice(), { user: customer });
  expect(await parts()).toMatchSnapshot("owner");
  page.unmount();
  openInvoice(anInvoice(), { user: staff });
  expect(brief(await parts())).toMatchSnapshot("staff");
});

const paid = { amountPaid: "160.00", amountDue: "0.00", canPayOnline: false };
const orders: Record<string, Partial<TreeOrder>> = {
  new: { status: "pending", scheduledDeliveryDate: null, createdAt: "2026-11-18T15:00:00Z" },
  "new for two days": { status: "pending", scheduledDeliveryDate: null, createdAt: "2026-11-16T15:00:00Z" },
  "confirmed without a day": { scheduledDeliveryDate: null, preferredDeliveryDate: null },
  "on its way": { status: "scheduled", addressLine2: "Apt 2", notes: "Ring twice", includeWreaths: true },
  "arriving tomorrow": { scheduledDeliveryDate: "2026-11-19", treeSize: "modest_6ft" },
  "arriving today": { scheduledDeliveryDate: "2026-11-18", treeSize: "premium_8_10ft", ...paid },
  canceled: { status: "cancelled", amountDue: "0.00", canPayOnline: false },
  "canceled and refunded": {
    status: "cancelled",
    amountDue: "0.00",
    amountRefunded: "160.00",
    canPayOnline: false,
  },
  "canceled and paid": { status: "cancelled", ...paid, overpaid: "160.00" },
  "delivered, paid but disputed": { status: "delivered", ...paid, amountDisputed: "155.00" },
  "delivered and paid": { status: "delivered", ...paid },
};

it.each(Object.entries(orders))("a tree order's page when it is %s", async (_, changes) => {
  openTreeOrder(aTreeOrder({ userId: null, ...changes }));
  expect(brief(await parts())).toMatchSnapshot();
});

it("a tree order's page asks for the payment of a delivered tree", async () => {
  serveStripe([], { pi_1_secret_1: { status: "requires_payment_method", amount: 10000 } });
  server.use(
    http.post("/api/create-payment-intent", () => HttpResponse.json({ clientSecret: "pi_1_secret_1" })),
  );
  openTreeOrder(aTreeOrder({ userId: null, status: "delivered", amountPaid: "60.00", amountDue: "100.00" }));
  const pay = await screen.findByRole("button", { name: "Pay $100.00" });
  await waitFor(() => expect(pay).not.toHaveAttribute("aria-disabled"));
  expect(await parts()).toMatchSnapshot();
});

it.each(["new", "on its way", "delivered and paid"])(
  "a tree order's page for its owner and for staff when it is %s",
  async (state) => {
    const page = openTreeOrder(aTreeOrder(orders[state]), { user: customer });
    expect(await parts()).toMatchSnapshot("owner");
    page.unmount();
    openTreeOrder(aTreeOrder(orders[state]), { user: staff });
    expect(brief(await parts())).toMatchSnapshot("staff");
  },
);

it.each([
  ["quote", (of?: object) => openQuote(aFollowedQuote({ ...proposed, invoices: [anInvoice()] }), of)],
  ["tree order", (of?: object) => openTreeOrder(aTreeOrder({ userId: "somebody", ...orders.new }), of)],
  ["invoice", (of?: object) => openInvoice(anInvoice({ userId: "somebody" }), of)],
])("a customer with the link of someone else's %s sees what a guest sees", async (_, open) => {
  const guest = open();
  await screen.findByRole("heading", { name: "Keep it in an account" });
  const seen = await parts();
  guest.unmount();
  open({ user: customer });
  expect(seen).toContain(`${await parts()}\n-----\nheading2: Keep it in an account`);
});

it.each([
  ["quotes", "quote"],
  ["tree-orders", "tree order"],
  ["invoices", "invoice"],
])("the page of %s has a state without its %s", async (path) => {
  const { held, release } = hold();
  let status = 500;
  const respond = () => new HttpResponse(null, { status });
  server.use(http.get(`/api/${path}/:id`, () => held.then(respond)));
  const { person, container } = openFollow(`${path}/x1`);
  const page = () => outline(container.firstElementChild as Element);
  expect(page()).toMatchSnapshot("loading");
  release();
  await screen.findByRole("alert");
  expect(page()).toMatchSnapshot("failed");
  status = 404;
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "This link may have expired" });
  expect(page()).toMatchSnapshot("missing");
});
