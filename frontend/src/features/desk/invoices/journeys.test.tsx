import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect } from "vitest";
import type { Invoice } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { anInvoice } from "~/test/rows";
import { openDesk, stopClock } from "../test-desk";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const field = (name: string | RegExp) => within(screen.getByRole("dialog")).getByLabelText(name);
const link = (name: string | RegExp) => screen.getByRole("link", { name });
const gone = (text: string) => waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());

const draft = anInvoice({
  id: "i6",
  invoiceNumber: "INV-2026-00044",
  billToName: "Cal Abbot",
  billToEmail: "cal@example.com",
  billToAddress: "",
  status: "draft",
  sentAt: null,
  amount: "310.50",
  amountDue: "310.50",
  dueNow: "310.50",
  createdAt: "2026-11-09T15:00:00Z",
});
const secondDraft = anInvoice({
  id: "i2",
  invoiceNumber: "INV-2026-00019",
  userId: null,
  billToName: "Bea Quinn",
  billToEmail: "bea@example.com",
  status: "draft",
  sentAt: null,
  amount: "1204.25",
  amountDue: "1204.25",
  dueDate: "2026-12-11",
  createdAt: "2026-11-16T15:00:00Z",
});
const overdue = anInvoice({
  id: "i7",
  invoiceNumber: "INV-2026-00031",
  userId: "u7",
  quoteId: "quote-7000000a",
  billToName: "Mia Zorn",
  billToEmail: "mia@example.com",
  status: "overdue",
  dueDate: "2026-11-12",
  sentAt: "2026-10-29T14:00:00Z",
  description: "Garland along the porch",
  amount: "962.40",
  amountPaid: "120.15",
  amountDue: "842.25",
});
const paid = anInvoice({
  id: "i3",
  invoiceNumber: "INV-2026-00008",
  userId: null,
  billToName: "Zed Pike",
  billToEmail: "",
  status: "paid",
  dueDate: "2026-11-20",
  sentAt: "2026-11-06T15:00:00Z",
  paidDate: "2026-11-18",
  amount: "455.00",
  amountPaid: "480.35",
  amountDue: "0.00",
  amountRefunded: "11.00",
  overpaid: "25.35",
});
const replaced = anInvoice({
  id: "i5",
  invoiceNumber: "INV-2026-00027",
  billToName: "Gus Ito",
  billToEmail: "gus@example.com",
  status: "cancelled",
  replacedById: "i9",
  fromAcceptance: true,
  dueDate: "2026-12-01",
  amount: "702.00",
  amountDue: "0.00",
});
const waiting = anInvoice({
  id: "i8",
  invoiceNumber: "INV-2026-00022",
  billToName: "Eli Voss",
  status: "cancelled",
  awaitsYes: true,
  amount: "818.80",
  amountDue: "0.00",
});
const accepted = anInvoice({
  id: "i9",
  invoiceNumber: "INV-2026-00035",
  billToName: "Gus Ito",
  billToEmail: "gus@example.com",
  fromAcceptance: true,
  firstAmount: "196.20",
  firstDueDate: "2026-11-28",
  dueDate: null,
  amount: "784.80",
  amountDue: "784.80",
  dueNow: "196.20",
});
const started = anInvoice({
  id: "i4",
  invoiceNumber: "INV-2026-00039",
  billToName: "Fay Diaz",
  fromAcceptance: true,
  firstAmount: "150.60",
  firstDueDate: "2026-11-07",
  dueDate: null,
  amount: "602.40",
  amountPaid: "150.60",
  amountDue: "451.80",
  dueNow: "0.00",
});
const all = [overdue, draft, accepted, paid, replaced, secondDraft, waiting, started];

/** Serve what an open row requests. */
const parts = {
  "GET /api/invoices/:id/payments": [],
  "GET /api/invoices/:id/history": [],
};

journey("a draft is edited, which fails at first, and sent", async ({ open, serve, step }) => {
  const edited = { ...draft, amount: "420.00", amountDue: "420.00", updatedAt: "2026-11-25T15:00:00Z" };
  serve({
    ...parts,
    "GET /api/invoices": [overdue, draft, secondDraft],
    "PATCH /api/invoices/:id": refusal(400, "Please check the form.", { amount: ["Too much."] }),
  });
  await open(() => openDesk("?tab=invoices&open=i6"));
  await step("Edit it", (person) => person.click(button(/^Edit draft invoice/)));
  await step("Change the amount", async (person) => {
    await person.clear(field("Amount in dollars"));
    await person.type(field("Amount in dollars"), "420");
  });
  await step("Save", (person) => person.click(button("Save draft")));
  serve({ "PATCH /api/invoices/:id": edited });
  await step("Save again", (person) => person.click(button("Save draft")));
  serve({ "POST /api/invoices/:id/send": refusal(409, "Somebody else has just sent it.") });
  await step("Send it", (person) => person.click(button(/^Send invoice INV-2026-00044/)));
  serve({ "POST /api/invoices/:id/send": { ...edited, status: "sent", sentAt: "2026-11-25T15:00:00Z" } });
  await step("Send it again", (person) => person.click(button(/^Send invoice INV-2026-00044/)));
});

journey("the list is filtered, searched and continued", async ({ open, serve, step }) => {
  const matches = (query: URLSearchParams) => (row: Invoice) =>
    row.billToName.toLowerCase().includes(query.get("q") ?? "") &&
    (!query.get("status") || row.status === query.get("status")) &&
    (!query.get("overpaid") || Number(row.overpaid) > 0) &&
    (!query.get("due") || row.dueDate === "2026-11-12");
  serve({
    "GET /api/invoices": ({ query }) => {
      if (query.get("cursor") === "3") return all.slice(5);
      if ([...query.keys()].length > 1 && !query.get("cursor")) return all.filter(matches(query));
      const [rows, next] = query.get("cursor") ? [all.slice(3, 5), 3] : [all.slice(0, 3), 2];
      const Link = `<http://api/api/invoices?scope=admin&cursor=${next}>; rel="next"`;
      return HttpResponse.json(rows, { headers: { Link } });
    },
  });
  await open(() => openDesk("?tab=invoices"));
  await step("Show the next page", (person) => person.click(button("Show more")));
  await step("Search for a customer", async (person) => {
    await person.type(screen.getByRole("searchbox"), "ito");
    await gone("Cal Abbot");
  });
  await step("Delete the search", async (person) => {
    await person.clear(screen.getByRole("searchbox"));
    await screen.findByText("Cal Abbot");
  });
  await step("Show the last page", (person) => person.click(button("Show more")));
  await step("Only drafts", (person) => person.click(button("Draft")));
  await step("Search for one of them", async (person) => {
    await person.type(screen.getByRole("searchbox"), "quinn{Enter}");
    await gone("Cal Abbot");
  });
  await step("Only what is due for 11 to 30 days", (person) =>
    person.selectOptions(screen.getByLabelText("Due"), "11 to 30 days overdue"),
  );
  await step("Show all again", (person) => person.click(button("Show all invoices")));
  await step("Only overpaid ones", (person) => person.click(button("Overpaid")));
  serve({ "GET /api/invoices": refusal(500, "Out of order.") });
  await step("Only canceled ones, which does not load", (person) => person.click(button("Canceled")));
  serve({ "GET /api/invoices": [replaced, waiting] });
  await step("Try again", (person) => person.click(button("Try again")));
});

journey("rows of every status are opened and closed", async ({ open, serve, step }) => {
  serve({
    ...parts,
    "GET /api/invoices": all,
    "GET /api/invoices/:id/history": [
      {
        id: "h2",
        at: "2026-11-13T10:00:00Z",
        by: "",
        changes: [{ field: "status", from: "sent", to: "overdue" }],
      },
      {
        id: "h1",
        at: "2026-10-29T14:00:00Z",
        by: "Sam Lee",
        changes: [
          { field: "amount", from: "900.00", to: "962.40" },
          { field: "dueDate", from: null, to: "2026-11-12" },
          { field: "sentAt", from: "", to: "2026-10-29T14:00:00Z" },
          { field: "description", from: "Porch", to: "Garland along the porch" },
        ],
      },
      {
        id: "h0",
        at: "2026-10-28T14:00:00Z",
        by: "Ada Whitcomb",
        changes: [{ field: "id", from: null, to: "i7" }],
      },
    ],
    "GET /api/invoices/:id/payments": refusal(500, "Out of order."),
  });
  await open(() => openDesk("?tab=invoices"));
  await step("Open an overdue one, whose payments do not load", (person) =>
    person.click(button(/^Open invoice INV-2026-00031/)),
  );
  serve(parts);
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Open a paid one instead", (person) => person.click(button(/^Open invoice INV-2026-00008/)));
  await step("Close it with Escape", async (person) => {
    await person.tab();
    await person.keyboard("{Escape}");
  });
  await step("Open one that awaits an acceptance", (person) =>
    person.click(button(/^Open invoice INV-2026-00022/)),
  );
  await step("Open one that was replaced", (person) => person.click(button(/^Open invoice INV-2026-00027/)));
  await step("Go to the invoice that replaced it", (person) => person.click(link("View invoice")));
  await step("Open one whose deposit is paid", (person) =>
    person.click(button(/^Open invoice INV-2026-00039/)),
  );
  await step("Open a guest's draft", (person) => person.click(button(/^Open invoice INV-2026-00019/)));
});

journey("drafts are sent together, and one of them cannot be", async ({ open, serve, step }) => {
  const thirdDraft = {
    ...draft,
    id: "i1",
    invoiceNumber: "INV-2026-00040",
    billToName: "Amy Low",
    amount: "87.00",
  };
  const rows = [draft, overdue, secondDraft, thirdDraft];
  const sent: Partial<Invoice> = { status: "sent", sentAt: "2026-11-25T15:00:00Z" };
  serve({ "GET /api/invoices": rows, "POST /api/invoices/batch-send": refusal(500, "Out of order.") });
  await open(() => openDesk("?tab=invoices"));
  await step("Select one", (person) => person.click(screen.getByLabelText(/^Select invoice INV-2026-00019/)));
  await step("Select a second one", (person) =>
    person.click(screen.getByLabelText(/^Select invoice INV-2026-00044/)),
  );
  await step("Send them, which fails", (person) => person.click(button(/^Send 2 invoices/)));
  await step("Select all", (person) => person.click(button("Select all 3 drafts")));
  serve({
    "GET /api/invoices": [{ ...draft, ...sent }, overdue, secondDraft, { ...thirdDraft, ...sent }],
    "POST /api/invoices/batch-send": {
      sent: ["i6", "i1"],
      failed: [{ id: "i2", message: "It has no email address." }],
    },
  });
  await step("Send them", (person) => person.click(button(/^Send 3 invoices/)));
  await step("Close the result", (person) =>
    person.click(
      within(screen.getByRole("region", { name: "Result of sending" })).getByRole("button", {
        name: "Close",
      }),
    ),
  );
  await step("Select the remaining one", (person) => person.click(screen.getByRole("checkbox")));
  await step("Clear the selection", (person) => person.click(button("Clear selection")));
  await step("Select it again", (person) => person.click(screen.getByRole("checkbox")));
  serve({
    "GET /api/invoices": rows.map((row) => (row.status === "draft" ? { ...row, ...sent } : row)),
    "POST /api/invoices/batch-send": { sent: ["i2"], failed: [] },
  });
  await step("Send it", (person) => person.click(button(/^Send 1 invoice /)));
});

journey("an invoice is canceled, at first in vain", async ({ open, serve, step }) => {
  const unpaid = { ...overdue, amountPaid: "0.00" };
  serve({
    ...parts,
    "GET /api/invoices": [paid, unpaid, secondDraft],
    "POST /api/invoices/:id/cancel": refusal(409, "A payment is being processed."),
  });
  await open(() => openDesk("?tab=invoices&open=i7"));
  const confirm = () =>
    within(screen.getByRole("alertdialog")).getByRole("button", { name: "Cancel invoice" });
  await step("Cancel it", (person) => person.click(button(/^Cancel invoice INV-2026-00031/)));
  await step("Keep it", (person) => person.keyboard("{Escape}"));
  await step("Cancel it after all", (person) => person.click(button(/^Cancel invoice INV-2026-00031/)));
  await step("Confirm", (person) => person.click(confirm()));
  serve({ "POST /api/invoices/:id/cancel": { ...unpaid, status: "cancelled", amountDue: "0.00" } });
  await step("Cancel it again", (person) => person.click(button(/^Cancel invoice INV-2026-00031/)));
  await step("Confirm again", (person) => person.click(confirm()));
});
