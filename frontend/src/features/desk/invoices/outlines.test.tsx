import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { Invoice, ReceivedPayment } from "~/api/types";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { anInvoice } from "~/test/rows";
import { server } from "~/test/server";
import type { CustomerRow } from "../shared/types";
import { aDeskQuote, loaded, serveList, serveWrite } from "../test-desk";
import { InvoiceDetails } from "./invoice-details";
import InvoicesTab from "./invoices-tab";

beforeEach(() => void vi.setSystemTime("2026-12-05T15:00:00Z"));

/** An invoice whose amounts all differ. */
const aRow = (number: number, billToName: string, changes: Partial<Invoice> = {}) =>
  anInvoice({
    id: `i${number}`,
    invoiceNumber: `INV-2026-0000${number}`,
    billToName,
    billToEmail: `${number}@example.com`,
    createdAt: "2026-11-02T15:00:00Z",
    amountPaid: "200.25",
    amountDue: "674.75",
    dueNow: "118.50",
    ...changes,
  });
const draft = { status: "draft", sentAt: null, amountPaid: "0.00", amountDue: "875.00" } as const;
const accepted = { fromAcceptance: true, dueDate: null, firstAmount: "318.75", firstDueDate: "2026-12-01" };
const paid = { status: "paid", amountPaid: "875.00", amountDue: "0.00", dueNow: "0.00" } as const;

const invoices = () => [
  aRow(1, "Ann", draft),
  aRow(2, "Ben", { ...draft, dueDate: null, amount: "338.10", billToEmail: "" }),
  aRow(3, "Cal"),
  aRow(4, "Dee", { status: "overdue", dueDate: "2026-12-04" }),
  aRow(5, "Eve", accepted),
  aRow(6, "Fay", { ...accepted, dueNow: "0.00" }),
  aRow(7, "Guy", { ...paid, overpaid: "12.40", paidDate: "2026-12-02" }),
  aRow(8, "Hal", { status: "cancelled", awaitsYes: true, dueDate: null, fromAcceptance: true }),
  aRow(10, "Jan", { ...paid, amountDisputed: "555.00" }),
  aRow(11, "Kim", { amountDisputed: "98.75", amountLost: "98.75" }),
  aRow(9, "Ida", { status: "cancelled", replacedById: "i1", dueDate: "2026-11-01" }),
];

async function openInvoices(rows: Invoice[] = invoices(), search = "") {
  serveList("/api/invoices", rows);
  const page = renderAt(`/admin?tab=invoices${search}`, <InvoicesTab />);
  await loaded();
  return page;
}

it("the invoices: each status, and what is due when", async () => {
  await openInvoices();
  expect(outline(screen.getByRole("table"))).toMatchSnapshot();
});

it("the tab while it loads, without invoices and without matches", async () => {
  const { held, release } = hold();
  server.use(http.get("/api/invoices", () => held.then(() => HttpResponse.json([]))));
  const { unmount } = renderAt("/admin?tab=invoices", <InvoicesTab />);
  expect(outline()).toMatchSnapshot("loading");
  release();
  unmount();
  for (const search of ["", "&status=overpaid", "&status=paid", "&due=later", "&q=zzz"]) {
    const page = await openInvoices([], search);
    expect(outline(screen.getByRole("heading", { level: 3 }).parentElement as HTMLElement)).toMatchSnapshot(
      search,
    );
    page.unmount();
  }
});

it("selected drafts, and the result of sending them", async () => {
  const { person } = await openInvoices();
  await person.click(screen.getByLabelText("Select invoice INV-2026-00001, Ann"));
  const bar = () => screen.getByRole("region", { name: "Selected invoices" });
  expect(outline(bar())).toMatchSnapshot("one");
  await person.click(screen.getByRole("button", { name: "Select all 2 drafts" }));
  expect(outline(bar())).toMatchSnapshot("all");
  const { held, release } = hold();
  const sent = serveWrite("post", "/api/invoices/batch-send", async () => {
    await held;
    return HttpResponse.json({
      sent: ["i1"],
      failed: [
        { id: "i2", message: "It has no email address." },
        { id: "i99", message: "It no longer exists." },
      ],
    });
  });
  await person.click(within(bar()).getByRole("button", { name: /^Send 2/ }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ ids: ["i1", "i2"] });
  expect(outline(bar())).toMatchSnapshot("pending");
  release();
  const result = await screen.findByRole("region", { name: "Result of sending" });
  expect(outline(result)).toMatchSnapshot("result");
  expect(await screen.findByText("Invoice sent")).toBeVisible();
  await person.click(within(result).getByRole("button", { name: "Close" }));
  expect(result).not.toBeInTheDocument();
  await person.click(screen.getByLabelText("Select invoice INV-2026-00001, Ann"));
  server.use(
    http.post("/api/invoices/batch-send", () => HttpResponse.json({ sent: ["i1", "i2"], failed: [] })),
  );
  await person.click(within(bar()).getByRole("button", { name: /^Send 1/ }));
  expect(await screen.findByText("2 invoices sent")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Result of sending" })).not.toBeInTheDocument();
});

const check: ReceivedPayment = {
  id: "p1",
  cardPaymentId: null,
  refundable: "0.00",
  amount: "200.25",
  amountRefunded: "0.00",
  method: "check",
  note: "Check 1042",
  disputed: false,
  disputeLost: false,
  recordedBy: "Ada Whitcomb",
  createdAt: "2026-11-05T15:00:00Z",
  takenBackAt: null,
  takenBackBy: "",
  takenBackNote: "",
  amountOwed: "0.00",
  amountKept: "0.00",
  keptAt: null,
  keptBy: "",
  keptReason: "",
};
const history = [
  {
    id: "h2",
    at: "2026-11-21T15:00:00Z",
    by: "Ada Whitcomb",
    changes: [
      { field: "status", from: "draft", to: "sent" },
      { field: "amount", from: "800.00", to: "875.00" },
      { field: "dueDate", from: null, to: "2026-12-05" },
      { field: "sentAt", from: null, to: "2026-11-21T15:00:00Z" },
      { field: "description", from: "Lights", to: "" },
    ],
  },
  { id: "h1", at: "2026-11-20T15:00:00Z", by: "", changes: [{ field: "id", from: null, to: "i1" }] },
];

function openDetails(invoice: Invoice) {
  return renderAt("/admin?tab=invoices", <InvoiceDetails invoice={invoice} what="invoice 1, Ann" />);
}

it.each<[string, Partial<Invoice>]>([
  ["a draft of a guest", { ...draft, userId: null, billToEmail: "Ann@example.com", description: "" }],
  ["without an account and an address", { userId: null, billToEmail: "", billToAddress: "" }],
  ["with a deposit to pay", { ...accepted, quoteId: "0198a000-0000-7000-8000-0000a41f09c2" }],
  ["with a deposit that is paid exactly", { ...accepted, amountPaid: "318.75", dueDate: "2026-12-20" }],
  ["with a deposit that is a cent short", { ...accepted, amountPaid: "318.74" }],
  ["paid, with a refund", { ...paid, paidDate: "2026-12-02", amountRefunded: "20.10", overpaid: "12.40" }],
  ["replaced", { ...accepted, status: "cancelled", replacedById: "i2" }],
  ["that waits for a new yes", { status: "cancelled", awaitsYes: true, fromAcceptance: true }],
])("an open invoice %s", async (_, changes) => {
  serveList("/api/invoices/:id/payments", []);
  serveList("/api/invoices/:id/history", []);
  openDetails(aRow(1, "Ann", changes));
  await loaded();
  expect(outline()).toMatchSnapshot();
});

it("an open invoice's payments and history: loading, failed and loaded", async () => {
  const { held, release } = hold();
  let fails = true;
  for (const [part, rows] of [
    ["payments", [check]],
    ["history", history],
  ] as const)
    server.use(
      http.get(`/api/invoices/:id/${part}`, () =>
        held.then(() =>
          fails ? new HttpResponse(null, { status: 500 }) : HttpResponse.json(rows as object),
        ),
      ),
    );
  const { person } = openDetails(aRow(1, "Ann"));
  const parts = () => {
    const part = screen.getByRole("heading", { name: "Payments" }).closest("section") as HTMLElement;
    return outline(part.parentElement as HTMLElement);
  };
  expect(parts()).toMatchSnapshot("loading");
  release();
  await screen.findByText("We couldn't load the payments.");
  await screen.findByText("We couldn't load the history.");
  expect(parts()).toMatchSnapshot("failed");
  fails = false;
  for (const again of screen.getAllByRole("button", { name: "Try again" })) await person.click(again);
  await screen.findByText("Check 1042");
  await screen.findByText("Created");
  expect(parts()).toMatchSnapshot("loaded");
});

it("the dialogs of an invoice: cancel, edit, record a payment", async () => {
  serveList("/api/invoices/:id/payments", []);
  serveList("/api/invoices/:id/history", []);
  const { person } = await openInvoices([aRow(1, "Ann", draft), aRow(3, "Cal")], "&open=i1");
  await loaded();
  await person.click(screen.getByRole("button", { name: "Cancel invoice INV-2026-00001, Ann" }));
  expect(outline(await screen.findByRole("alertdialog"))).toMatchSnapshot("cancel");
  await person.click(screen.getByRole("button", { name: "Keep invoice" }));
  await person.click(screen.getByRole("button", { name: "Edit draft invoice INV-2026-00001, Ann" }));
  const edit = await screen.findByRole("dialog");
  expect(outline(edit)).toMatchSnapshot("edit");
  await person.clear(screen.getByLabelText("Amount in dollars"));
  await person.click(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() => expect(screen.getByLabelText("Amount in dollars")).toBeInvalid());
  expect(outline(edit)).toMatchSnapshot("edit with an error");
  await person.keyboard("{Escape}");
  await person.click(screen.getByRole("button", { name: "Record payment of invoice INV-2026-00003, Cal" }));
  const payment = await screen.findByRole("dialog", { name: "Record a payment" });
  expect(outline(payment)).toMatchSnapshot("payment");
  await person.clear(screen.getByLabelText("Amount in dollars"));
  await person.type(screen.getByLabelText("Amount in dollars"), "0");
  await person.click(screen.getByRole("button", { name: "Record payment" }));
  await waitFor(() => expect(screen.getByLabelText("Amount in dollars")).toBeInvalid());
  expect(outline(payment)).toMatchSnapshot("payment with an error");
});

const found = (changes: Partial<CustomerRow>): CustomerRow => ({
  key: "u1",
  kind: "user",
  userId: "u1",
  name: "Eleanor Hayes",
  email: "eleanor@example.com",
  phone: "603-555-0172",
  quotes: 2,
  treeOrders: 1,
  storageSubscriptions: 0,
  invoices: 1,
  lastSeenAt: "2026-11-03T15:00:00Z",
  ...changes,
});

it("a new invoice: finding its customer, and its errors", async () => {
  const { person } = await openInvoices([]);
  const asked = serveList("/api/desk/customers", [
    found({}),
    found({ key: "u2", userId: "u2", name: "", email: "no-name@example.com" }),
    found({ key: "g1", kind: "guest", userId: null, email: "guest@example.com" }),
    ...["3", "4", "5", "6"].map((number) =>
      found({ key: number, userId: number, name: `Customer ${number}` }),
    ),
  ]);
  await person.click(screen.getByRole("button", { name: "New invoice" }));
  const dialog = await screen.findByRole("dialog");
  expect(outline(dialog)).toMatchSnapshot("empty");
  await person.click(screen.getByRole("button", { name: "Draft invoice" }));
  await screen.findByText("Pick a customer");
  expect(outline(dialog)).toMatchSnapshot("errors");
  const search = screen.getByRole("searchbox", { name: "Customer" });
  await person.type(search, "ele");
  await screen.findByRole("list", { name: "Customers found" });
  expect(asked.at(-1)?.get("q")).toBe("ele");
  expect(outline(dialog)).toMatchSnapshot("found");
  await person.click(screen.getByRole("button", { name: /^no-name/ }));
  expect(outline(dialog)).toMatchSnapshot("chosen");
  await person.click(screen.getByRole("button", { name: "Change customer" }));
  serveList("/api/desk/customers", []);
  await person.type(screen.getByRole("searchbox", { name: "Customer" }), "zzz");
  expect(await screen.findByText("No matches.")).toHaveAttribute("role", "status");
  expect(screen.queryByRole("list", { name: "Customers found" })).not.toBeInTheDocument();
  server.use(http.get("/api/desk/customers", () => new HttpResponse(null, { status: 500 })));
  await person.clear(screen.getByRole("searchbox", { name: "Customer" }));
  await person.type(screen.getByRole("searchbox", { name: "Customer" }), "fail");
  expect(await screen.findByText(/We couldn't load the customers\./)).toBeVisible();
});

it("the work without an invoice: its list, its dialog, without any, and when it fails", async () => {
  const open = async (status = 200, rows: object[] = []) => {
    server.use(http.get("/api/quotes", () => HttpResponse.json(rows, { status })));
    const page = renderAt("/admin?tab=invoices&view=unbilled", <InvoicesTab />);
    await loaded();
    return page;
  };
  const done = { status: "complete", unbilledSince: "2026-11-21T15:00:00Z" } as const;
  const { person, unmount } = await open(200, [
    aDeskQuote({ ...done, id: "quote-5000000a", fullName: "Ann", quoteAmount: "1284.50" }),
    aDeskQuote({ ...done, id: "quote-5000000b", fullName: "Ben", email: "ben@example.com", city: "Dover" }),
  ]);
  expect(outline()).toMatchSnapshot("list");
  await person.click(screen.getByRole("button", { name: "No invoice needed: quote 5000000b, Ben" }));
  expect(outline(await screen.findByRole("dialog"))).toMatchSnapshot("dialog");
  unmount();
  const second = await open();
  expect(outline()).toMatchSnapshot("empty");
  second.unmount();
  await open(500);
  expect(await screen.findByText("We couldn't load the quotes")).toBeVisible();
});
