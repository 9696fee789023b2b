import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { aJob, anAddress, anInvoice, aSubscription } from "~/test/rows";
import { server, signIn } from "~/test/server";
import type { Customer, CustomerRow, MessagePreview, OutboxMessage } from "../shared/types";
import { aDeskOrder, aDeskQuote, admin, loaded, serveList } from "../test-desk";
import CustomersTab from "./customers-tab";
import { MessagePanel } from "./message-panel";
import { priceReady, serveOutbox } from "./test-messages";

beforeEach(() => {
  vi.setSystemTime("2026-11-20T15:00:00Z");
  signIn(admin);
});

async function open(search = "") {
  const page = renderAt(`/admin?tab=customers${search}`, <CustomersTab />);
  await loaded();
  return page;
}

const eleanor: CustomerRow = {
  ...{ key: "u1", kind: "user", userId: "u1", name: "Eleanor Hayes", email: "eleanor@example.com" },
  ...{
    phone: "603-555-0172",
    quotes: 2,
    treeOrders: 3,
    storageSubscriptions: 5,
    invoices: 4,
    lastSeenAt: "2026-11-03T15:00:00Z",
  },
} as CustomerRow;
const guest: CustomerRow = {
  ...{ ...eleanor, key: "Zw==", kind: "guest", userId: null, name: "", email: "guest@example.com" },
  ...{ phone: "", lastSeenAt: null },
} as CustomerRow;

it("the customers: with and without an account, a name, a phone number and activity", async () => {
  serveList("/api/desk/customers", [eleanor, guest]);
  await open();
  expect(outline()).toMatchSnapshot();
});

it("the list while it loads, without customers and without matches", async () => {
  const { held, release } = hold();
  server.use(http.get("/api/desk/customers", () => held.then(() => HttpResponse.json([]))));
  const { unmount } = renderAt("/admin?tab=customers", <CustomersTab />);
  expect(outline(document.querySelector("[aria-busy]") as HTMLElement)).toBe("status: Loading the customers");
  release();
  await loaded();
  const empty = () => outline(screen.getByRole("heading", { level: 3 }).parentElement as HTMLElement);
  expect(empty()).toMatchSnapshot("none");
  unmount();
  await open("&q=zzz");
  expect(empty()).toMatchSnapshot("no match");
});

const payment: Customer["payments"][number] = {
  ...{ id: "pay1", purpose: "checkout", reference: null, userId: null, description: "Holiday lighting" },
  ...{ amount: "599.00", amountReceived: "599.00", amountRefunded: "0.00", receiptEmail: "", payerName: "" },
  ...{ amountRefunding: "0.00", refundFailed: "0.00", keptAt: null, keptBy: "", keptReason: "" },
  ...{
    refundable: "599.00",
    refunds: [],
    status: "succeeded",
    failureMessage: "",
    disputed: false,
    disputeLost: false,
  },
  ...{ stripePaymentIntentId: "pi_1", bankDeadline: null, assignedQuoteId: "q1", assignedTreeOrderId: null },
  ...{ assignedUserId: null, assignedAt: "2026-11-03T15:00:00Z", assignedBy: "Ada" },
  ...{ createdAt: "2026-11-02T15:00:00Z", updatedAt: "2026-11-03T15:00:00Z" },
} as Customer["payments"][number];
const quote = {
  ...{ servicePackage: "premium", city: "Portsmouth", quoteAmount: "875.00", fullName: "Eleanor Hayes" },
  ...{ email: "eleanor@example.com", phone: "603-555-0172", streetAddress: "41 Marcy Street" },
  status: "service_scheduled",
} as Customer["jobs"][number]["quote"];
const consent = {
  ...{ number: "+16035550172", phone: "(603) 555-0172", isGiven: true, method: "quote_form" },
  decidedAt: "2026-11-02T15:00:00Z",
} as Customer["textConsents"][number];
const consents = [
  consent,
  ...(["tree_order_form", "my_services", "text", "office", "refused", "not_mobile"] as const).map(
    (method, index) => ({
      ...consent,
      ...{ number: `+1603555000${index}`, phone: `(603) 555-000${index}`, method, isGiven: index % 2 === 0 },
    }),
  ),
  {
    ...consent,
    number: "+16035550199",
    phone: "(603) 555-0199",
    isGiven: null,
    method: null,
    decidedAt: null,
  },
];
const nothing = {
  ...{ quotes: [], jobs: [], treeOrders: [], invoices: [], payments: [], storageSubscriptions: [] },
  ...{ addresses: [], guestMatches: [], textConsents: [] },
};
const everything: Customer = {
  ...eleanor,
  quotes: [
    aDeskQuote({ quoteAmount: "1284.50", status: "approved" }),
    aDeskQuote({ id: "0198a000-0000-7000-8000-0000a41f09c3", servicePackage: "basic", city: "Dover" }),
  ],
  jobs: [
    { ...aJob(), quote },
    { ...aJob({ id: "j2", kind: "takedown", scheduledDate: null, status: "cancelled" }), quote },
  ],
  treeOrders: [aDeskOrder({ amountDue: "99.50" })],
  invoices: [
    anInvoice({ amountDue: "674.75" }),
    anInvoice({ id: "i2", invoiceNumber: "INV-2", dueDate: null, amountDisputed: "98.75" }),
  ],
  payments: [
    payment,
    { ...payment, id: "p2", description: "", amountRefunded: "100.00", refundable: "499.00", assignedBy: "" },
    { ...payment, id: "p3", description: "Wreaths", disputed: true },
    { ...payment, id: "p4", description: "Lights", refundable: "0.00", status: "open" },
  ],
  storageSubscriptions: [aSubscription({ status: "past_due" })],
  addresses: [anAddress(), anAddress({ id: "a2", label: "", status: "items_in_storage" })],
  guestMatches: [guest, { ...guest, key: "x", name: "E. Hayes", phone: "603-555-0199" }],
  textConsents: consents,
};

it.each<[string, Customer]>([
  ["with everything", everything],
  ["with nothing", { ...eleanor, ...nothing }],
  ["who is a guest without a name and a phone number", { ...guest, ...nothing } as Customer],
])("the page of a customer %s", async (_, customer) => {
  server.use(http.get("/api/desk/customers/:key", () => HttpResponse.json(customer)));
  await open("&person=u1");
  await screen.findByRole("group", { name: "Personal data" });
  expect(outline()).toMatchSnapshot();
});

it("the page of a customer while it loads, when that fails, and when there is none", async () => {
  const { held, release } = hold();
  let status = 500;
  server.use(
    http.get("/api/desk/customers/:key", () =>
      held.then(() => HttpResponse.json({ message: "No" }, { status })),
    ),
  );
  const { unmount } = renderAt("/admin?tab=customers&person=u1", <CustomersTab />);
  expect(outline()).toMatchSnapshot("loading");
  release();
  await screen.findByText("We couldn't load this customer");
  expect(outline()).toMatchSnapshot("failed");
  unmount();
  status = 404;
  await open("&person=u1");
  expect(outline(screen.getByText("No customer found").parentElement as HTMLElement)).toMatchSnapshot("none");
});

const aMessage = (number: number, changes: Partial<OutboxMessage>): OutboxMessage => ({
  ...{
    ...priceReady,
    id: `m${number}`,
    createdAt: "2026-11-20T13:00:00Z",
    attemptedAt: "2026-11-20T13:01:00Z",
  },
  failedAt: "2026-11-20T14:00:00Z",
  ...changes,
});
const fine = { status: "sent", error: "", tries: 1, canBeSentAgain: false, failedAt: null } as const;
const about = { quoteId: null };
const treeOrderId = "0198a000-0000-7000-8000-00007be2d310";
const messages = () => [
  aMessage(1, {}),
  aMessage(2, {
    ...{ ...fine, sentAt: "2026-11-19T14:00:00Z", channel: "sms", to: "+16035550172", kind: "tree-day" },
    ...{ ...about, treeOrderId, delivery: "delivered", subject: "Your tree comes today" },
  }),
  aMessage(3, {
    ...{ ...fine, ...about, status: "queued", subject: "", to: "", tries: 0, kind: "invoice-sent" },
    ...{ notBefore: "2026-11-21T14:00:00Z", invoiceId: "i1", invoiceNumber: "INV-2026-00001" },
  }),
  aMessage(4, {
    ...{ ...fine, ...about, status: "skipped", subscriptionId: "s1", customerName: "Ann", customerKey: "" },
    ...{
      notTexted: "the number is a landline",
      reachedAt: "2026-11-20T14:30:00Z",
      notBefore: "2026-11-20T13:30:00Z",
    },
  }),
  aMessage(5, { ...fine, ...about, status: "queued", kind: "office-today" }),
  aMessage(6, { ...about, kind: "office-inquiry" }),
  aMessage(7, { ...about, kind: "missed-call" }),
  aMessage(8, { ...about, kind: "payment-failed", paymentId: "p1" }),
  aMessage(9, { ...about, kind: "login-code" }),
];

it("the messages: each state, channel and subject", async () => {
  serveOutbox(messages(), ["TWILIO_SID", "TWILIO_TOKEN"]);
  await open("&view=outbox");
  await screen.findByText(/^Some messages are skipped/);
  expect(outline()).toMatchSnapshot();
});

it("the outbox while it loads, with a missing setting, without messages and without matches", async () => {
  serveOutbox([], ["TWILIO_SID"]);
  const { held, release } = hold();
  server.use(http.get("/api/desk/messages", () => held.then(() => HttpResponse.json([]))));
  const { unmount } = renderAt("/admin?tab=customers&view=outbox", <CustomersTab />);
  expect(outline(document.querySelector("[aria-busy]") as HTMLElement)).toBe("status: Loading the messages");
  release();
  await loaded();
  expect(await screen.findByText(/^Some messages are skipped/)).toHaveTextContent(
    "Some messages are skipped or go by email because TWILIO_SID isn't set.",
  );
  const empty = () => outline(screen.getByRole("heading", { level: 3 }).parentElement as HTMLElement);
  expect(empty()).toMatchSnapshot("none");
  unmount();
  for (const filter of ["&q=x", "&status=failed", "&kind=login-code"]) {
    serveOutbox([]);
    const page = await open(`&view=outbox${filter}`);
    expect(empty()).toMatchSnapshot(filter);
    expect(screen.queryByText(/^Some messages are skipped/)).not.toBeInTheDocument();
    page.unmount();
  }
});

const preview = { state: "shown", text: " Hello \n", hasHtml: true, attachments: [] } as MessagePreview;
const files = [
  { name: "a.txt", size: 1023 },
  { name: "b.pdf", size: 1024 },
  { name: "c.pdf", size: 1048575 },
  { name: "d.pdf", size: 1468006 },
];

it.each<[string, Partial<OutboxMessage>, Partial<MessagePreview>]>([
  ["an email with files", {}, { attachments: files }],
  [
    "a text that was sent",
    {
      ...{ ...fine, channel: "sms", sentAt: "2026-11-20T13:02:00Z", notBefore: "2026-11-20T13:00:30Z" },
      reachedAt: "2026-11-20T14:30:00Z",
    },
    { hasHtml: false },
  ],
  ["an email without plain text", { subject: "" }, { text: "" }],
  ["a private one", {}, { state: "private" }],
  ["a deleted one", {}, { state: "deleted" }],
  [
    "one that is not written yet",
    { ...fine, status: "queued", tries: 0, attemptedAt: null },
    { state: "none" as never },
  ],
  ["one that was never written", { ...fine, status: "skipped" }, { state: "none" as never }],
])("an open message: %s", async (_, changes, shown) => {
  const message = aMessage(1, changes);
  server.use(
    http.get("/api/desk/messages/:id", () =>
      HttpResponse.json({ ...message, preview: { ...preview, ...shown } }),
    ),
  );
  renderAt(
    "/admin",
    <MessagePanel message={message} panel={{ isOpen: true, panelId: "panel", toggle: () => {} }} />,
  );
  expect(document.querySelector("[aria-busy=true]")).toHaveTextContent("Loading the message");
  await loaded();
  expect(outline(screen.getByRole("region", { name: "Details" }))).toMatchSnapshot();
  const hello = screen.queryByText(/Hello/);
  if (hello) expect(hello.textContent).toBe("Hello");
  const frame = document.querySelector("iframe");
  if (frame) {
    expect(frame.getAttribute("sandbox")).toBe("");
    expect(frame.title).toMatchSnapshot("frame");
  }
});

it("an open message that can't be loaded", async () => {
  server.use(http.get("/api/desk/messages/:id", () => new HttpResponse(null, { status: 500 })));
  renderAt(
    "/admin",
    <MessagePanel message={aMessage(1, {})} panel={{ isOpen: true, panelId: "panel", toggle: () => {} }} />,
  );
  await waitFor(() => expect(screen.getByText("We couldn't load this message")).toBeVisible());
  expect(outline(screen.getByRole("region", { name: "Details" }))).toMatchSnapshot();
});
