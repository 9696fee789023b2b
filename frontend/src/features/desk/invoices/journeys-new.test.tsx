import { act, screen, within } from "@testing-library/react";
import { beforeEach } from "vitest";
import type { QuoteBilled } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { anInvoice } from "~/test/rows";
import { aDeskQuoteInDetail, openDesk, stopClock } from "../test-desk";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const field = (name: string | RegExp) => within(screen.getByRole("dialog")).getByLabelText(name);

const sent = anInvoice({
  id: "i4",
  invoiceNumber: "INV-2026-00031",
  billToName: "Mia Zorn",
  dueDate: "2026-11-30",
  amount: "962.40",
  amountPaid: "120.15",
  amountDue: "842.25",
});
const draft = anInvoice({
  id: "i2",
  invoiceNumber: "INV-2026-00044",
  billToName: "Cal Abbot",
  status: "draft",
  sentAt: null,
  amount: "515.50",
  amountDue: "515.50",
  dueDate: "2026-12-18",
});

const found = [
  { key: "u5", kind: "user", userId: "u5", name: "Kim Reyes", email: "kim@example.com" },
  { key: "Z3Vlc3Q", kind: "guest", userId: null, name: "", email: "kit@example.com" },
  { key: "u2", kind: "user", userId: "u2", name: "", email: "kip@example.com" },
].map((row) => ({
  ...row,
  phone: "",
  quotes: 2,
  treeOrders: 0,
  storageSubscriptions: 0,
  invoices: 1,
  lastSeenAt: null,
}));

journey("a customer is searched for and gets a new invoice", async ({ open, serve, step }) => {
  const made = {
    ...draft,
    id: "i10",
    invoiceNumber: "INV-2026-00051",
    billToName: "Kim Reyes",
    amount: "1310.75",
  };
  serve({
    "GET /api/invoices": [sent, draft],
    "GET /api/desk/customers": ({ query }) => {
      if (query.get("q") === "kx") return [];
      return query.get("q") === "ky" ? refusal(500, "Out of order.") : found;
    },
    "POST /api/invoices": refusal(400, "Please check the form.", { dueDate: ["Not on a Sunday."] }),
  });
  await open(() => openDesk("?tab=invoices"));
  await step("Begin", (person) => person.click(button("New invoice")));
  await step("Draft it without anything", (person) => person.click(button("Draft invoice")));
  const box = () => within(screen.getByRole("dialog")).getByRole("searchbox");
  await step("Search for somebody who is not there", async (person) => {
    await person.type(box(), "kx");
    await screen.findByText("No matches.");
  });
  await step("Search, which fails", async (person) => {
    await person.type(box(), "{Backspace}y");
    await screen.findByText("We couldn't load the customers.");
  });
  await step("Search for somebody else", async (person) => {
    await person.type(box(), "{Backspace}i");
    await screen.findByRole("list", { name: "Customers found" });
  });
  await step("Choose the one without a name", (person) => person.click(button(/^kip@/)));
  await step("Change the customer", (person) => person.click(button("Change customer")));
  await step("Search and choose another one", async (person) => {
    await person.type(box(), "kim");
    await person.click(await screen.findByRole("button", { name: /^Kim Reyes/ }));
  });
  await step("Fill in the rest and draft it", async (person) => {
    await person.type(field("Amount in dollars"), "1,310.75");
    await person.type(field("Description (optional)"), "Roofline repair");
    await person.click(button("Draft invoice"));
  });
  serve({ "POST /api/invoices": made, "GET /api/invoices": [made, sent, draft] });
  await step("Draft it again", (person) => person.click(button("Draft invoice")));
});

journey("an invoice is drafted for the quote in the address", async ({ open, serve, step }) => {
  const quote = aDeskQuoteInDetail({
    id: "quote-5000000e",
    fullName: "Mia Zorn",
    city: "Exeter",
    servicePackage: "basic",
    quoteAmount: "1400.00",
  });
  const billed: QuoteBilled = {
    accepted: "1312.75",
    billed: "912.00",
    unbilled: "400.75",
    stateCheck: "outside",
    depositPercent: 25,
  };
  const made = {
    ...draft,
    id: "i11",
    invoiceNumber: "INV-2026-00052",
    billToName: "Mia Zorn",
    amount: "450.00",
  };
  serve({
    "GET /api/invoices": [sent, draft],
    "GET /api/quotes/:id": quote,
    "GET /api/quotes/:id/billed": billed,
    "POST /api/invoices": refusal(409, "The quote has a new price."),
  });
  const { router } = await open(() => openDesk("?tab=invoices&quote=quote-5000000e"));
  await step("Bill more than was accepted", async (person) => {
    await person.clear(field("Amount in dollars"));
    await person.type(field("Amount in dollars"), "450");
  });
  await step("Draft it, which is rejected", (person) => person.click(button("Draft invoice")));
  serve({ "POST /api/invoices": made, "GET /api/invoices": [made, sent, draft] });
  await step("Draft it again", (person) => person.click(button("Draft invoice")));
  serve({ "GET /api/quotes/:id": refusal(404, "Not found.") });
  await step("Follow a link to a quote that is gone", () =>
    act(() => router.navigate("/admin?tab=invoices&quote=q2")),
  );
  serve({
    "GET /api/quotes/:id": { ...quote, id: "q3", quoteAmount: "633.00" },
    "GET /api/quotes/:id/billed": refusal(500, "Out of order."),
  });
  await step("Follow a link to another one, whose billed amount does not load", () =>
    act(() => router.navigate("/admin?tab=invoices&quote=q3")),
  );
  await step("Leave", (person) => person.click(button("Cancel")));
});
