import { screen, within } from "@testing-library/react";
import { beforeEach } from "vitest";
import { journey, refusal } from "~/test/journey";
import { anInvoice } from "~/test/rows";
import { openDesk, stopClock } from "../test-desk";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const field = (name: string) => within(screen.getByRole("dialog")).getByLabelText(name);

const draft = anInvoice({
  id: "i1",
  invoiceNumber: "INV-2026-00001",
  billToName: "Ann Ames",
  billToEmail: "ann@example.com",
  status: "draft",
  sentAt: null,
  amount: "310.50",
  amountDue: "310.50",
});
const other = anInvoice({ id: "i2", invoiceNumber: "INV-2026-00002", billToName: "Ben Bow" });

journey("a draft is edited, which fails at first, and sent", async ({ open, serve, step }) => {
  const rows = [draft, other];
  serve({
    "GET /api/invoices": rows,
    "GET /api/invoices/:id": draft,
    "GET /api/invoices/:id/payments": [],
    "GET /api/invoices/:id/history": [],
    "PATCH /api/invoices/:id": refusal(400, "Please check the form.", { amount: ["Too much."] }),
    "POST /api/invoices/:id/send": { ...draft, status: "sent", sentAt: "2026-11-25T15:00:00Z" },
  });
  await open(() => openDesk("?tab=invoices&open=i1"));
  await step("Edit it", (person) => person.click(button(/^Edit draft invoice INV-2026-00001/)));
  await step("Change the amount", async (person) => {
    await person.clear(field("Amount in dollars"));
    await person.type(field("Amount in dollars"), "420");
  });
  await step("Save", (person) => person.click(button("Save draft")));
  serve({ "PATCH /api/invoices/:id": { ...draft, amount: "420.00", amountDue: "420.00" } });
  await step("Save again", (person) => person.click(button("Save draft")));
  await step("Send it", (person) => person.click(button(/^Send invoice INV-2026-00001/)));
});
