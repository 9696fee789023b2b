import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Invoice, ReceivedPayment } from "~/api/types";
import { addDays, easternToday } from "~/lib/eastern";
import { renderAt } from "~/test/render";
import { anInvoice, aQuote } from "~/test/rows";
import { server, signIn } from "~/test/server";
import { admin, escapeDialog, factsShown, serveList, serveWrite } from "../test-desk";
import InvoicesTab from "./invoices-tab";

const draft = anInvoice({ id: "i1", invoiceNumber: "INV-2026-00001", status: "draft", amountDue: "875.00" });
const second = anInvoice({
  id: "i2",
  invoiceNumber: "INV-2026-00002",
  status: "draft",
  billToName: "Priya Raman",
  amount: "338.00",
});
const late = anInvoice({
  id: "i3",
  invoiceNumber: "INV-2026-00003",
  status: "overdue",
  dueDate: addDays(easternToday(), -12),
  amount: "875.00",
  amountPaid: "200.00",
  amountDue: "675.00",
});

const check: ReceivedPayment = {
  id: "p1",
  cardPaymentId: null,
  refundable: "0.00",
  amount: "200.00",
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

let payments: ReceivedPayment[];
let sent: { path: string; body: unknown; key: string | null }[];

/** Mock the list; `answer` responds to all posts. */
function serve(invoices: Invoice[], answer: (path: string) => object = () => ({})) {
  server.use(
    http.get("/api/invoices", () => HttpResponse.json(invoices)),
    http.get("/api/invoices/:id/payments", () => HttpResponse.json(payments)),
    http.get("/api/invoices/:id/history", () => HttpResponse.json([])),
    http.post("/api/invoices*", async ({ request }) => {
      const { pathname: path } = new URL(request.url);
      const text = await request.text();
      sent.push({ path, body: text && JSON.parse(text), key: request.headers.get("Idempotency-Key") });
      const result = answer(path);
      return result instanceof Response ? result : HttpResponse.json(result);
    }),
  );
}

const row = async (name: RegExp) => within(await screen.findByRole("row", { name }));

beforeEach(() => {
  signIn(admin);
  sent = [];
  payments = [check];
});

it("shows the total, paid and due amounts, and for how long an invoice is overdue", async () => {
  serve([late]);
  renderAt("/admin?tab=invoices", <InvoicesTab />);
  const cells = await row(/INV-2026-00003/);
  expect(cells.getByText("$875.00")).toBeVisible();
  expect(cells.getByText("$200.00")).toBeVisible();
  expect(cells.getByText("$675.00")).toBeVisible();
  expect(cells.getByText("12 days overdue")).toBeVisible();
  expect(cells.getByText("Overdue")).toBeVisible();
});

it("an invoice is not overdue in the evening of the day it is due", async () => {
  vi.useFakeTimers({ now: new Date("2026-12-06T03:00:00Z"), toFake: ["Date"] }); // 10 PM on December 5
  try {
    serve([
      anInvoice({ dueDate: "2026-12-05" }),
      anInvoice({ ...second, status: "sent", dueDate: "2026-12-04" }),
      anInvoice({ ...late, status: "paid", dueDate: "2026-12-01" }),
    ]);
    renderAt("/admin?tab=invoices", <InvoicesTab />);
    expect(await screen.findByText("1 day overdue")).toBeVisible();
    expect(screen.getAllByText(/^\d+ days? overdue/)).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

it("shows the overpaid amount", async () => {
  serve([{ ...late, status: "paid", amountPaid: "1375.00", amountDue: "0.00", overpaid: "500.00" }, draft]);
  renderAt("/admin?tab=invoices", <InvoicesTab />);
  expect((await row(/INV-2026-00003/)).getByText("Overpaid by $500.00")).toBeVisible();
  expect(screen.getAllByText(/^Overpaid by/)).toHaveLength(1);
});

it("filters by overpaid, and by status, due date and search", async () => {
  serve([late]);
  const asked: string[] = [];
  server.use(
    http.get("/api/invoices", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json([]);
    }),
  );
  const { person, router } = renderAt("/admin?tab=invoices&status=paid&due=later&q=hayes", <InvoicesTab />);
  await screen.findByText("No invoices found");
  expect(asked).toEqual(["?scope=admin&status=paid&due=later&q=hayes"]);
  await person.click(screen.getByRole("button", { name: "Overpaid" }));
  await waitFor(() => expect(asked.at(-1)).toBe("?scope=admin&overpaid=1&due=later&q=hayes"));
  expect(router.state.location.search).toContain("status=overpaid");
  expect(await screen.findByText("No invoices match these filters.")).toBeVisible();
});

it("shows when an invoice is due, or why it isn't, and offers its next step", async () => {
  const accepted = { ...late, status: "sent", fromAcceptance: true, dueDate: null } as const;
  serve([
    { ...accepted, id: "a", billToName: "Ann", dueNow: "250.00" },
    { ...accepted, id: "b", billToName: "Ben", dueNow: "0.00" },
    { ...accepted, id: "c", billToName: "Cal", status: "cancelled", awaitsYes: true },
    { ...accepted, id: "d", billToName: "Dee", status: "cancelled", replacedById: "a" },
    { ...draft, id: "e", billToName: "Eve", dueDate: null, sentAt: null },
    { ...accepted, id: "f", billToName: "Fay", status: "paid", awaitsYes: true },
  ]);
  renderAt("/admin?tab=invoices", <InvoicesTab />);
  await row(/Ann/);
  const shown = screen
    .getAllByRole("row")
    .slice(1)
    .map((line) =>
      [...line.children].map((cell) => cell.textContent?.replace(/ .*sent | .*drafted/, "")).slice(1),
    );
  expect(shown.map(([, status, due, , , left]) => [status, due?.trim(), left])).toEqual([
    ["StatusSent", "Due date$250.00 now, rest after install", "Still due$675.00"],
    ["StatusSent", "Due dateAfter install", "Still due$675.00"],
    ["StatusCanceledNew price, not accepted yet", "Due dateNone", "Still due-"],
    ["StatusCanceledReplaced after a new price", "Due dateNone", "Still due-"],
    ["StatusDraft", "Due dateNone", "Still due-"],
    ["StatusPaid", "Due dateNone", "Still due$675.00"],
  ]);
  expect((await row(/Ann/)).getByText("sent Nov 21, 2026")).toBeVisible();
  expect((await row(/Eve/)).getByText("drafted Nov 3, 2026")).toBeVisible();
  const steps = screen.getAllByRole("button", { name: /^(Send|Record payment of) invoice/ });
  expect(steps.map((step) => step.getAttribute("aria-label"))).toEqual([
    "Record payment of invoice INV-2026-00003, Ann",
    "Record payment of invoice INV-2026-00003, Ben",
    "Send invoice INV-2026-00001, Eve",
  ]);
  expect(screen.getByRole("checkbox")).toHaveAccessibleName("Select invoice INV-2026-00001, Eve");
});

it("sends a draft", async () => {
  const nameOnly = { ...second, billToEmail: "" };
  serve([draft, nameOnly], (path) => ({
    ...(path.includes("i1") ? draft : nameOnly),
    ...{ status: "sent", sentAt: "2026-11-21T15:00:00Z" },
  }));
  const { person } = renderAt("/admin?tab=invoices", <InvoicesTab />);
  await person.click(await screen.findByRole("button", { name: /^Send invoice INV-2026-00001/ }));
  expect(await screen.findByText("Invoice sent")).toBeVisible();
  expect(screen.getByText("It's on its way to eleanor@example.com.")).toBeVisible();
  expect(sent[0]?.path).toBe("/api/invoices/i1/send");
  expect((await row(/INV-2026-00001/)).getByText("Sent")).toBeVisible();
  await person.click(screen.getByRole("button", { name: /^Send invoice INV-2026-00002/ }));
  expect(await screen.findByText("It's on its way to Priya Raman.")).toBeVisible();
});

it("shows the current invoice after the server rejected a change", async () => {
  serve([draft], () => {
    serve([{ ...draft, status: "cancelled" }]);
    return HttpResponse.json({ message: "This invoice is cancelled" }, { status: 409 });
  });
  const { person } = renderAt("/admin?tab=invoices", <InvoicesTab />);
  await person.click(await screen.findByRole("button", { name: /^Send invoice INV-2026-00001/ }));
  expect(await screen.findByText("This invoice is cancelled")).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: /^Send invoice/ })).not.toBeInTheDocument(),
  );
});

it("sends the selected drafts, and lists those that could not be sent", async () => {
  serve([draft, second, late], () => ({
    sent: ["i1"],
    failed: [{ id: "i2", message: "It has no e-mail address" }],
  }));
  const { person } = renderAt("/admin?tab=invoices", <InvoicesTab />);
  const [box] = await screen.findAllByRole("checkbox");
  expect(screen.getAllByRole("checkbox")).toHaveLength(2);
  await person.click(box as HTMLElement);
  expect(screen.getByRole("button", { name: "Send 1 invoice ($875.00)" })).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Select all 2 drafts" }));
  expect(screen.getByText("2 invoices selected")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Select all/ })).not.toBeInTheDocument();
  for (const each of screen.getAllByRole("checkbox")) expect(each).toBeChecked();
  await person.dblClick(screen.getByRole("button", { name: "Send 2 invoices ($1,213.00)" }));
  const outcome = within(await screen.findByRole("region", { name: "Result of sending" }));
  expect(outcome.getByText("1 invoice sent, 1 invoice not sent:")).toBeVisible();
  expect(outcome.getByText("INV-2026-00002, Priya Raman: It has no e-mail address")).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ ids: ["i1", "i2"] }]);
  for (const each of screen.getAllByRole("checkbox")) expect(each).not.toBeChecked();
  expect(await screen.findByText("Invoice sent")).toBeVisible();
  expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  await person.click(outcome.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("region", { name: "Result of sending" })).not.toBeInTheDocument();
});

it("names an invoice that was not sent because it is no longer a draft", async () => {
  const message = "Only a draft can be sent, and invoice INV-2026-00002 is canceled";
  serve([draft, second], () => {
    serve([draft, { ...second, status: "cancelled" }]);
    return { sent: [], failed: [{ id: "i2", message }] };
  });
  const { person } = renderAt("/admin?tab=invoices", <InvoicesTab />);
  await person.click(await screen.findByRole("checkbox", { name: /Priya Raman/ }));
  await person.click(screen.getByRole("button", { name: "Send 1 invoice ($338.00)" }));
  expect(await (await row(/Priya Raman/)).findByText("Canceled")).toBeVisible();
  expect(screen.getByText(`INV-2026-00002, Priya Raman: ${message}`)).toBeVisible();
});

it("keeps the selection but not the former result if sending fails", async () => {
  const results = [
    { sent: ["i1", "i2"], failed: [] },
    { sent: [], failed: [{ id: "i2", message: "It has no e-mail address" }] },
  ];
  serve([draft, second], () => results.shift() ?? HttpResponse.json({ message: "Later" }, { status: 503 }));
  const { person } = renderAt("/admin?tab=invoices", <InvoicesTab />);
  await person.click(await screen.findByRole("checkbox", { name: /Priya Raman/ }));
  await person.click(screen.getByRole("button", { name: "Select all 2 drafts" }));
  await person.click(screen.getByRole("button", { name: /^Send 2 invoices/ }));
  expect(await screen.findByText("2 invoices sent")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Result of sending" })).not.toBeInTheDocument();
  await person.click(screen.getByRole("checkbox", { name: /Priya Raman/ }));
  await person.click(screen.getByRole("button", { name: "Send 1 invoice ($338.00)" }));
  await screen.findByRole("region", { name: "Result of sending" });
  await person.click(screen.getByRole("checkbox", { name: /Priya Raman/ }));
  await person.click(screen.getByRole("button", { name: "Send 1 invoice ($338.00)" }));
  expect(await screen.findByText("Couldn't send the invoices")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Result of sending" })).not.toBeInTheDocument();
  expect(screen.getByText("1 invoice selected")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Clear selection" }));
  expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
});

it("cancels after a confirmation, with the focus on the safe choice", async () => {
  const answers = [HttpResponse.json({ message: "It is being paid" }, { status: 409 })];
  const unpaid = { ...late, amountPaid: "0.00" };
  serve([unpaid], () => answers.shift() ?? { ...unpaid, status: "cancelled" });
  const { person } = renderAt("/admin?tab=invoices&open=i3", <InvoicesTab />);
  await person.click(await screen.findByRole("button", { name: /^Cancel invoice INV/ }));
  const question = within(await screen.findByRole("alertdialog", { name: "Cancel this invoice?" }));
  expect(question.getByRole("button", { name: "Keep invoice" })).toHaveFocus();
  await person.click(question.getByRole("button", { name: /^Cancel invoice/ }));
  expect(await screen.findByText("Couldn't cancel the invoice")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  await person.click(screen.getByRole("button", { name: /^Cancel invoice INV/ }));
  await person.click(await screen.findByRole("button", { name: "Cancel invoice" }));
  expect(await screen.findByText("Invoice canceled")).toBeVisible();
  expect(sent[0]?.path).toBe("/api/invoices/i3/cancel");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(screen.queryByRole("button", { name: /^Cancel invoice/ })).not.toBeInTheDocument();
});

describe("an open invoice", () => {
  const accepted: Invoice = {
    ...late,
    quoteId: aQuote().id,
    fromAcceptance: true,
    firstAmount: "250.00",
    firstDueDate: "2026-11-20",
    amountPaid: "250.00",
    amountDue: "625.00",
    dueNow: "0.00",
    dueDate: null,
  };

  it("shows everything about it, and links to its quote and its customer", async () => {
    const more = { amountRefunded: "30.00", overpaid: "5.00", paidDate: "2026-11-22", replacedById: "i9" };
    serve([{ ...accepted, ...more }]);
    const change = (field: string, from: string, to: string | null) => ({ field, from, to });
    serveList("/api/invoices/:id/history", [
      {
        id: "h1",
        at: late.updatedAt,
        by: "",
        changes: [
          change("status", "draft", "sent"),
          change("amountPaid", "0.00", "250.00"),
          change("dueDate", "2026-12-05", null),
          change("sentAt", "2026-11-21T15:00:00Z", ""),
          change("description", "Lights", "Wreaths"),
        ],
      },
      { id: "h0", at: late.createdAt, by: "Nora Field", changes: [change("id", "", late.id)] },
    ]);
    renderAt("/admin?tab=invoices&open=i3", <InvoicesTab />);
    const history = await screen.findByRole("list", { name: "History" });
    const [first, last] = [...history.children];
    expect(first?.firstElementChild).toHaveTextContent("System, Nov 3, 10:00 AM");
    expect(
      within(first as HTMLElement)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      "Status: Draft → Sent",
      "Amount paid: $0.00 → $250.00",
      "Due date: Dec 5, 2026 → none",
      "Sent at: Nov 21, 10:00 AM → none",
      "Description: Lights → Wreaths",
    ]);
    expect(last).toHaveTextContent("Nora Field, Nov 3, 10:00 AMCreated");
    expect(factsShown()).toEqual({
      Description: late.description,
      "Billed to": "41 Marcy Street\nPortsmouth, NH",
      Sent: "Nov 21, 10:00 AM",
      Deposit: "$250.00, paid",
      "Rest due": "14 days after the installation is completed",
      "Paid on": "Nov 22, 2026",
      Refunded: "$30.00",
      Overpaid: "$5.00",
      "Replaced by": "View invoice",
      Quote: "a41f09c2",
      Customer: "View customer",
    });
    const links = { a41f09c2: /tab=quotes&q=a41f09c2&open=/, "View invoice": /tab=invoices&q=i9&open=i9$/ };
    for (const [name, path] of Object.entries(links))
      expect(screen.getByRole("link", { name })).toHaveAttribute("href", expect.stringMatching(path));
    expect(screen.getByRole("link", { name: "View customer" })).toHaveAttribute(
      "href",
      `/admin?tab=customers&person=${late.userId}`,
    );
  });

  it.each<[Partial<Invoice>, object]>([
    [
      { amountPaid: "249.99", dueDate: "2026-12-20", userId: null },
      { Deposit: "$250.00, due Nov 20, 2026", "Rest due": "Dec 20, 2026", Customer: "View guest" },
    ],
    [
      { status: "cancelled", awaitsYes: true, firstAmount: null, billToEmail: "", userId: null },
      { Waiting: "The price has changed. What was paid counts once the customer accepts the new one." },
    ],
    [
      { status: "cancelled", amountPaid: "0.00" },
      { Deposit: "$250.00", Customer: "View customer" },
    ],
    [
      { status: "paid", amountPaid: "875.00", amountDue: "0.00", dueDate: "2026-12-20" },
      { Deposit: "$250.00, paid", "Rest due": "Dec 20, 2026", Customer: "View customer" },
    ],
    [
      { amountPaid: "250.00", amountRefunded: "250.00", dueDate: "2026-12-20" },
      {
        Deposit: "$250.00, refunded",
        "Rest due": "Dec 20, 2026",
        Refunded: "$250.00",
        Customer: "View customer",
      },
    ],
    [
      { fromAcceptance: false, firstAmount: null, sentAt: null, quoteId: null },
      { Customer: "View customer" },
    ],
  ])("leaves out what doesn't apply: %j", async (changes, own) => {
    serve([{ ...accepted, ...changes }]);
    renderAt("/admin?tab=invoices&open=i3", <InvoicesTab />);
    await screen.findByText("Description", { selector: "dt" });
    const { Description, "Billed to": _, Sent = "", Quote = "", ...facts } = factsShown();
    expect(Description).toBe(late.description);
    expect([Sent, Quote]).toEqual(changes.sentAt === null ? ["", ""] : ["Nov 21, 10:00 AM", "a41f09c2"]);
    expect(facts).toEqual(own);
    // Of the open ones, all but the refunded one are partly paid.
    const [canCancel, hint] = [
      screen.queryByRole("button", { name: /^Cancel invoice/ }),
      screen.queryByText(/^To cancel/),
    ];
    expect([canCancel !== null, hint !== null]).toEqual([
      "amountRefunded" in changes,
      !changes.status && !("amountRefunded" in changes),
    ]);
    expect(screen.queryByRole("button", { name: /^Edit draft/ })).not.toBeInTheDocument();
  });
});

describe("recording a payment", () => {
  async function openDialog() {
    const { person } = renderAt("/admin?tab=invoices", <InvoicesTab />);
    await person.click(await screen.findByRole("button", { name: /^Record payment of invoice/ }));
    return { person, dialog: within(await screen.findByRole("dialog", { name: "Record a payment" })) };
  }

  it("starts with a check for the amount due", async () => {
    serve([late], () => ({ ...late, status: "paid", amountPaid: "875.00", amountDue: "0.00" }));
    const { person, dialog } = await openDialog();
    expect(dialog.getByLabelText("Amount in dollars")).toHaveValue("675.00");
    expect(factsShown()).toEqual({ Total: "$875.00", Paid: "$200.00", "Still due": "$675.00" });
    await person.type(dialog.getByLabelText(/^Note/), "Check 1077");
    await person.click(dialog.getByRole("button", { name: /^Record payment/ }));
    expect(await screen.findByText("INV-2026-00003: paid in full.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(sent).toEqual([
      {
        path: "/api/invoices/i3/record-payment",
        body: { method: "check", note: "Check 1077", amount: "675.00" },
        key: expect.stringMatching(/.{8,}/),
      },
    ]);
  });

  it("says what is still due after a partial payment", async () => {
    serve([late], () => ({ ...late, amountPaid: "300.00", amountDue: "575.00" }));
    const { person, dialog } = await openDialog();
    await person.clear(dialog.getByLabelText("Amount in dollars"));
    await person.type(dialog.getByLabelText("Amount in dollars"), "100");
    await person.selectOptions(dialog.getByLabelText("Paid by"), "Cash");
    await person.click(dialog.getByRole("button", { name: /^Record payment/ }));
    expect(await screen.findByText("INV-2026-00003: $575.00 still due.")).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ method: "cash", amount: "100.00" });
  });

  it.each([
    ["", "Enter an amount above 0"],
    ["0", "Enter an amount above 0"],
    ["1.234", "Use at most two decimal places"],
    ["100000000", "The amount can't be over 99,999,999.99"],
    ["a lot", "Enter an amount like 1284.50"],
  ])("rejects the amount %j", async (amount, message) => {
    serve([late]);
    const { person, dialog } = await openDialog();
    await person.clear(dialog.getByLabelText("Amount in dollars"));
    if (amount) await person.type(dialog.getByLabelText("Amount in dollars"), amount);
    await person.click(dialog.getByRole("button", { name: /^Record payment/ }));
    expect(await dialog.findByText(message)).toBeVisible();
    expect(sent).toEqual([]);
    await escapeDialog(person);
  });

  it("keeps what was typed when the server rejects it", async () => {
    serve([late], () => HttpResponse.json({ message: "It is more than what is due" }, { status: 409 }));
    const { person, dialog } = await openDialog();
    await person.type(dialog.getByLabelText(/^Note/), "Check 1077");
    await person.click(dialog.getByRole("button", { name: /^Record payment/ }));
    expect(await dialog.findByText("It is more than what is due")).toBeVisible();
    expect(dialog.getByLabelText(/^Note/)).toHaveValue("Check 1077");
  });
});

it("edits a draft", async () => {
  serve([draft]);
  let change: unknown;
  server.use(
    http.patch("/api/invoices/i1", async ({ request }) => {
      change = await request.json();
      return HttpResponse.json({ ...draft, amount: "900.00", updatedAt: "2026-11-21T15:00:00Z" });
    }),
  );
  const { person, router } = renderAt("/admin?tab=invoices&open=i1", <InvoicesTab />);
  await person.click(await screen.findByRole("button", { name: /^Edit draft invoice/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit draft" }));
  await person.clear(dialog.getByLabelText("Amount in dollars"));
  await person.type(dialog.getByLabelText("Amount in dollars"), "900");
  await person.click(dialog.getByRole("button", { name: /^Save draft/ }));
  expect(await screen.findByText("Invoice updated")).toBeVisible();
  const { description, updatedAt } = draft;
  expect(change).toEqual({ amount: "900.00", dueDate: "2026-12-05", description, updatedAt });
  expect((await row(/INV-2026-00001/)).getByText("$900.00")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("button", { name: /^Edit draft invoice/ })).toHaveFocus());
  fireEvent.keyDown(screen.getByRole("region", { name: "Details" }), { key: "Escape" });
  await waitFor(() => expect(router.state.location.search).toBe("?tab=invoices"));
});

describe("a draft that someone else changes while it is edited", () => {
  const theirs = {
    ...draft,
    amount: "950.00",
    dueDate: "2026-12-11",
    description: "Roof and porch",
    updatedAt: "2026-11-22T15:00:00Z",
  };
  const dialog = async () => within(await screen.findByRole("dialog", { name: "Edit draft" }));
  const openDraft = async (invoice: Invoice) => {
    serve([invoice]);
    const page = renderAt("/admin?tab=invoices&open=i1", <InvoicesTab />);
    await page.person.click(await screen.findByRole("button", { name: /^Edit draft invoice/ }));
    return { ...page, amount: (await dialog()).getByLabelText("Amount in dollars") };
  };
  const saveDraft = async (person: UserEvent) =>
    person.click((await dialog()).getByRole("button", { name: /^Save draft/ }));
  const body = (changes: object) => ({
    ...{ amount: "900.00", dueDate: "2026-12-11", description: "Roof and porch" },
    ...changes,
  });
  const serveSave = () => {
    server.use(http.get("/api/invoices/i1", () => HttpResponse.json(theirs)));
    return serveWrite("patch", "/api/invoices/i1", ({ updatedAt, ...changes }) =>
      updatedAt === theirs.updatedAt
        ? HttpResponse.json({ ...theirs, ...changes, updatedAt: "2026-11-23T15:00:00Z" })
        : HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 }),
    );
  };

  it("keeps the typed amount, shows what changed, and saves over it the second time", async () => {
    const { person, amount, queryClient } = await openDraft(draft);
    await person.clear(amount);
    await person.type(amount, "900");
    serve([theirs]);
    const sent = serveSave();
    await act(() => queryClient.invalidateQueries()); // such as when a payment comes in
    await saveDraft(person);
    const note = (await screen.findByText("Someone else just updated this.")).parentElement as HTMLElement;
    const changes = within(note).getAllByRole("listitem");
    expect(changes.map(({ textContent }) => textContent)).toEqual([
      "Amount: $875.00 → $950.00",
      "Due date: Dec 5, 2026 → Dec 11, 2026",
      "Description: Holiday light installation → Roof and porch",
    ]);
    expect(amount).toHaveValue("900");
    expect((await dialog()).getByLabelText(/^Description/)).toHaveValue("Roof and porch");
    await saveDraft(person);
    expect(await screen.findByText("Invoice updated")).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ amount: "900.00", updatedAt: draft.updatedAt });
    expect(sent[1]?.body).toEqual(body({ updatedAt: theirs.updatedAt }));
  });

  it("has only what was typed of an earlier form, which doesn't count as seen", async () => {
    const first = await openDraft(draft);
    await first.person.clear(first.amount);
    await first.person.type(first.amount, "900");
    first.unmount();
    const sent = serveSave();
    const { person, amount } = await openDraft(theirs);
    expect(amount).toHaveValue("900");
    expect((await dialog()).getByLabelText(/^Description/)).toHaveValue("Roof and porch");
    await saveDraft(person);
    expect(await screen.findByText("Amount: $875.00 → $950.00")).toBeVisible();
    expect(amount).toHaveValue("900");
    await saveDraft(person);
    expect(await screen.findByText("Invoice updated")).toBeVisible();
    expect(sent.map((each) => each.body)).toEqual([
      body({ updatedAt: draft.updatedAt }),
      body({ updatedAt: theirs.updatedAt }),
    ]);
    expect(sessionStorage).toHaveLength(0);
  });
});

it("lists the payments, and links to the PDF", async () => {
  serve([late]);
  renderAt("/admin?tab=invoices&open=i3", <InvoicesTab />);
  const payments = within(await screen.findByRole("list", { name: "Payments" }));
  expect(payments.getByText("Check 1042")).toBeVisible();
  expect(payments.getByText(/recorded by Ada Whitcomb/)).toBeVisible();
  expect(screen.getByRole("link", { name: /^Open PDF/ })).toHaveAttribute("href", "/api/invoices/i3/pdf");
});

it("shows how much of a payment was kept, by whom and why", async () => {
  const kept = { amountKept: "40.00", keptAt: "2026-11-20T15:00:00Z", keptBy: "Sam Lee" };
  payments = [{ ...check, ...kept, keptReason: "For the second visit" }];
  serve([late]);
  renderAt("/admin?tab=invoices&open=i3", <InvoicesTab />);
  const list = within(await screen.findByRole("list", { name: "Payments" }));
  expect(list.getByText("Kept $40.00")).toBeVisible();
  expect(list.getByText("Nov 20, 10:00 AM by Sam Lee")).toBeVisible();
  expect(list.getByText("For the second visit")).toBeVisible();
});

describe("reversing a payment", () => {
  const bounced: ReceivedPayment = {
    ...check,
    takenBackAt: "2026-11-20T15:00:00Z",
    takenBackBy: "Sam Lee",
    takenBackNote: "The check bounced",
  };

  it("asks for a reason, then shows the amount due again and strikes the payment out", async () => {
    serve([late], () => {
      payments = [bounced];
      return { ...late, amountPaid: "0.00", amountDue: "875.00" };
    });
    const { person } = renderAt("/admin?tab=invoices&open=i3", <InvoicesTab />);
    await person.click(await screen.findByRole("button", { name: "Reverse payment of $200.00 by check" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Reverse this payment?" }));
    await person.click(dialog.getByRole("button", { name: /^Reverse payment/ }));
    expect(await dialog.findByText("Enter a reason")).toBeVisible();
    expect(sent).toEqual([]);
    await person.type(dialog.getByLabelText("Reason"), "The check bounced");
    await person.click(dialog.getByRole("button", { name: /^Reverse payment/ }));
    expect(await screen.findByText("INV-2026-00003: $875.00 due.")).toBeVisible();
    expect(sent[0]).toMatchObject({
      path: "/api/invoices/i3/payments/p1/take-back",
      body: { note: "The check bounced" },
    });
    const list = within(screen.getByRole("list", { name: "Payments" }));
    expect(await list.findByText("Reversed")).toBeVisible();
    expect(list.getByText("$200.00").closest("del")).not.toBeNull();
    expect(list.getByText(/by Sam Lee/)).toBeVisible();
    expect(list.getByText("The check bounced")).toBeVisible();
    expect(list.queryByRole("button")).toBeNull();
  });

  it("is a refund for a card payment, by default of the amount owed back", async () => {
    const byCard = { ...check, method: "card", recordedBy: "", note: "", cardPaymentId: "c1" } as const;
    payments = [{ ...byCard, refundable: "200.00", amountOwed: "25.00" }];
    serve([late]);
    const refunds = serveWrite("post", "/api/payments/:id/refund", () => {
      payments = [{ ...byCard, amountRefunded: "30.00", refundable: "0.00" }];
      return HttpResponse.json({ amountRefunded: "30.00", amountRefunding: "0.00" });
    });
    const { person } = renderAt("/admin?tab=invoices&open=i3", <InvoicesTab />);
    await person.click(await screen.findByRole("button", { name: "Refund card payment of $200.00" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Refund this payment?" }));
    expect(dialog.getByLabelText("Amount")).toHaveValue("25.00");
    await person.clear(dialog.getByLabelText("Amount"));
    await person.type(dialog.getByLabelText("Amount"), "30");
    await person.click(dialog.getByRole("button", { name: "Refund $30.00" }));
    expect(await dialog.findByText("Enter a reason")).toBeVisible();
    expect(refunds).toEqual([]);
    await person.type(dialog.getByLabelText("Reason"), "Rained out");
    await person.click(dialog.getByRole("button", { name: "Refund $30.00" }));
    expect(await screen.findByText("$30.00 refunded in total.")).toBeVisible();
    expect(refunds[0]).toMatchObject({ body: { amount: "30.00", reason: "Rained out" } });
    const list = within(screen.getByRole("list", { name: "Payments" }));
    expect(await list.findByText(/\$30.00 refunded/)).toBeVisible();
    expect(list.queryByRole("button")).toBeNull();
  });

  it("keeps the reason when the server rejects it", async () => {
    serve([late], () => HttpResponse.json({ message: "It is not there any more" }, { status: 409 }));
    const { person } = renderAt("/admin?tab=invoices&open=i3", <InvoicesTab />);
    await person.click(await screen.findByRole("button", { name: "Reverse payment of $200.00 by check" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Reverse this payment?" }));
    await person.type(dialog.getByLabelText("Reason"), "Bounced");
    await person.click(dialog.getByRole("button", { name: /^Reverse payment/ }));
    expect(await dialog.findByText("It is not there any more")).toBeVisible();
    expect(dialog.getByLabelText("Reason")).toHaveValue("Bounced");
  });
});

it.each([
  ["New invoice", "New invoice", "Cancel", "Amount in dollars", ""],
  [/^Record payment of/, "Record a payment", "Cancel", "Amount in dollars", "675.00"],
  [/^Edit draft/, "Edit draft", "Cancel", "Amount in dollars", "875.00"],
  [/^Reverse payment/, "Reverse this payment?", "Keep payment", "Reason", ""],
])("%s: nothing is sent or kept after “%s” was left with %s", async (opener, title, cancel, field, first) => {
  const invoice = title === "Edit draft" ? draft : late;
  serve([invoice]);
  const { person } = renderAt(`/admin?tab=invoices&open=${invoice.id}`, <InvoicesTab />);
  const openDialog = async () => {
    await person.click((await screen.findAllByRole("button", { name: opener }))[0] as HTMLElement);
    return within(await screen.findByRole("dialog", { name: title }));
  };
  const dialog = await openDialog();
  await person.type(dialog.getByLabelText(field), "9");
  await person.click(dialog.getByRole("button", { name: cancel }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect((await openDialog()).getByLabelText(field)).toHaveValue(first);
  expect(sent).toEqual([]);
});

describe("a new invoice", () => {
  it("is drafted for a customer who was found by name", async () => {
    serve([], () => draft);
    const asked: (string | null)[] = [];
    server.use(
      http.get("/api/desk/customers", ({ request }) => {
        const q = new URL(request.url).searchParams.get("q");
        asked.push(q);
        if (q === "err") return new HttpResponse(null, { status: 500 });
        if (q === "zzz") return HttpResponse.json([]);
        const person = {
          phone: "",
          quotes: 1,
          treeOrders: 0,
          storageSubscriptions: 0,
          invoices: 0,
          lastSeenAt: null,
        };
        return HttpResponse.json([
          { ...person, key: "u1", kind: "user", userId: "u1", name: "Eleanor Hayes", email: "e@example.com" },
          { ...person, key: "Z3Vlc3Q", kind: "guest", userId: null, name: "", email: "t@example.com" },
        ]);
      }),
    );
    const { person } = renderAt("/admin?tab=invoices", <InvoicesTab />);
    await person.click(await screen.findByRole("button", { name: "New invoice" }));
    await screen.findByRole("dialog", { name: "New invoice" });
    await escapeDialog(person);
    await person.click(screen.getByRole("button", { name: "New invoice" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New invoice" }));
    await person.click(dialog.getByRole("button", { name: /^Draft invoice/ }));
    expect(await dialog.findByText("Pick a customer")).toBeVisible();
    await person.type(dialog.getByRole("searchbox", { name: "Customer" }), "err");
    expect(await dialog.findByText("We couldn't load the customers.")).toBeVisible();
    await person.click(dialog.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(asked).toEqual(["err", "err"]));
    await person.clear(dialog.getByRole("searchbox", { name: "Customer" }));
    await person.type(dialog.getByRole("searchbox", { name: "Customer" }), "zzz");
    expect(await dialog.findByText("No matches.")).toBeVisible();
    await person.clear(dialog.getByRole("searchbox", { name: "Customer" }));
    await person.type(dialog.getByRole("searchbox", { name: "Customer" }), "hay");
    expect(await dialog.findByText(/Guest: create the invoice from a quote/)).toBeVisible();
    expect(dialog.getByText("t@example.com")).toBeVisible();
    expect(asked).toEqual(["err", "err", "zzz", "hay"]);
    expect(dialog.queryByText("We couldn't load the customers.")).not.toBeInTheDocument();
    expect(dialog.queryByText("No matches.")).not.toBeInTheDocument();
    await person.clear(dialog.getByRole("searchbox", { name: "Customer" }));
    await waitFor(() =>
      expect(dialog.queryByRole("list", { name: "Customers found" })).not.toBeInTheDocument(),
    );
    await person.type(dialog.getByRole("searchbox", { name: "Customer" }), "hay");
    await person.click(await dialog.findByRole("button", { name: "Eleanor Hayese@example.com" }));
    expect(dialog.getByRole("button", { name: "Change customer" })).toHaveFocus();
    expect(dialog.queryByText("Pick a customer")).not.toBeInTheDocument();
    await person.click(dialog.getByRole("button", { name: "Change customer" }));
    expect(dialog.getByRole("searchbox", { name: "Customer" })).toHaveFocus();
    expect(dialog.queryByText("Pick a customer")).not.toBeInTheDocument();
    await person.type(dialog.getByRole("searchbox", { name: "Customer" }), "hay");
    await person.click(await dialog.findByRole("button", { name: /Eleanor Hayes/ }));
    expect(dialog.getByText("Eleanor Hayes")).toBeVisible();
    await person.type(dialog.getByLabelText("Amount in dollars"), "1,284.50");
    await person.type(dialog.getByLabelText(/^Description/), "Repairs");
    await person.click(dialog.getByLabelText(/^Due date/));
    await person.click(await screen.findByRole("button", { name: /^Today/ }));
    await person.click(dialog.getByRole("button", { name: /^Draft invoice/ }));
    expect(await screen.findByText("Invoice drafted")).toBeVisible();
    expect(sent[0]).toEqual({
      path: "/api/invoices",
      body: { userId: "u1", amount: "1284.50", dueDate: easternToday(), description: "Repairs" },
      key: expect.stringMatching(/.{8,}/),
    });
  });

  it.each<[string | null, string, string, string]>([
    [null, "0.00", "1,284.50", "the price, since nothing was accepted"],
    ["1284.50", "284.50", "284.50", "the part that isn't invoiced yet"],
    ["1284.50", "0.00", "", "everything is invoiced"],
    ["1284.50", "-15.50", "", "too much is invoiced"],
  ])(
    "of a quote with %s accepted and %s not invoiced starts with “%s”: %s",
    async (accepted, unbilled, amount) => {
      const billed = { accepted, billed: "1000.00", unbilled, stateCheck: "", depositPercent: 25 };
      serve([], () => draft);
      server.use(
        http.get("/api/quotes/:id", () => HttpResponse.json(aQuote())),
        http.get("/api/quotes/:id/billed", () => HttpResponse.json(billed)),
      );
      renderAt(`/admin?tab=invoices&quote=${aQuote().id}`, <InvoicesTab />);
      expect(await screen.findByLabelText("Amount in dollars")).toHaveValue(amount);
    },
  );

  it("is drafted for the quote in the URL", async () => {
    const quote = aQuote();
    serve([], () => draft);
    const billed = {
      accepted: "1284.50",
      billed: "1000.00",
      unbilled: "284.50",
      stateCheck: "",
      depositPercent: 25,
    };
    server.use(
      http.get("/api/quotes/:id", () => HttpResponse.json(quote)),
      http.get("/api/quotes/:id/billed", () => HttpResponse.json(billed)),
    );
    const { person, router } = renderAt(`/admin?tab=invoices&quote=${quote.id}`, <InvoicesTab />);
    const dialog = within(await screen.findByRole("dialog", { name: "Draft an invoice" }));
    const amount = await dialog.findByLabelText("Amount in dollars");
    expect(amount).toHaveValue("284.50");
    expect(dialog.queryByText(/more is billed than was accepted/)).not.toBeInTheDocument();
    await person.clear(amount);
    await person.type(amount, "300");
    expect(dialog.getByText("With this invoice, $15.50 more is billed than was accepted.")).toBeVisible();
    await person.click(dialog.getByRole("button", { name: /^Draft invoice/ }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ quoteId: quote.id, amount: "300.00" }));
    expect(await screen.findByText("INV-2026-00001, $875.00. Send it from Invoices.")).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe("?tab=invoices"));
    expect(router.state.historyAction).toBe("REPLACE"); // Back doesn't open the dialog again
  });

  it("shows an error if the quote in the URL does not exist", async () => {
    serve([]);
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json({ message: "No" }, { status: 404 })));
    renderAt("/admin?tab=invoices&quote=gone", <InvoicesTab />);
    expect(await screen.findByText("Quote not found")).toBeVisible();
  });
});

it.each<[string, string, [Invoice, Invoice], string, string]>([
  [
    "payment",
    "Record payment of",
    [late, { ...late, id: "i4", invoiceNumber: "INV-4" }],
    "675.009",
    "675.00",
  ],
  ["draft", "Edit draft", [draft, { ...second, invoiceNumber: "INV-4" }], "875.009", "338.00"],
])("keeps an unfinished %s for its own invoice: %s", async (_, opener, [one, other], typed, untouched) => {
  serve([one, other]);
  const { person, router } = renderAt(`/admin?tab=invoices&open=${one.id}`, <InvoicesTab />);
  const amountOf = async ({ id, invoiceNumber, billToName }: Invoice) => {
    await act(() => router.navigate(`/admin?tab=invoices&open=${id}`));
    const name = `${opener} invoice ${invoiceNumber}, ${billToName}`;
    await person.click(await screen.findByRole("button", { name }));
    return screen.findByLabelText("Amount in dollars");
  };
  await person.type(await amountOf(one), "9");
  await escapeDialog(person);
  expect(await amountOf(other)).toHaveValue(untouched);
  await escapeDialog(person);
  expect(await amountOf(one)).toHaveValue(typed);
});

it("shows a message when there are no invoices", async () => {
  serve([]);
  renderAt("/admin?tab=invoices", <InvoicesTab />);
  expect(await screen.findByText("No invoices found")).toBeVisible();
});
