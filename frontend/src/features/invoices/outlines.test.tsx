import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Invoice } from "~/api/types";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { anInvoice } from "~/test/rows";
import { server } from "~/test/server";
import { MyInvoices } from "./components/my-invoices";

const accepted = { fromAcceptance: true, dueDate: null, firstAmount: "218.75", dueNow: "218.75" };
const canceled = { status: "cancelled", amountDue: "0.00", dueNow: "0.00" } as const;
const rows: Record<string, Partial<Invoice>> = {
  "partly paid": { amountPaid: "200.00", amountDue: "675.00", dueNow: "675.00", sentAt: null },
  "without a due date": { dueDate: null, billToName: "Seacoast Books", description: "Takedown" },
  overdue: { status: "overdue", dueDate: "2026-11-15", amountPaid: "1.00", amountDue: "874.00" },
  "overdue, without a due date": { status: "overdue", dueDate: null },
  "with a deposit": accepted,
  "with a deposit that is partly paid": {
    ...accepted,
    amountPaid: "100.00",
    amountDue: "775.00",
    dueNow: "118.75",
  },
  "with a deposit that is all of it": { ...accepted, firstAmount: "875.00", dueNow: "875.00" },
  "whose deposit is paid": { ...accepted, amountPaid: "218.75", amountDue: "656.25", dueNow: "0.00" },
  "whose rest is due": {
    ...accepted,
    dueDate: "2026-12-19",
    amountPaid: "218.75",
    amountDue: "656.25",
    dueNow: "656.25",
  },
  "of an accepted quote without a deposit": { ...accepted, firstAmount: null, dueNow: "0.00" },
  "of the least that a card can pay": { amountPaid: "874.50", amountDue: "0.50", dueNow: "0.50" },
  "of too little for a card": { amountPaid: "874.51", amountDue: "0.49", dueNow: "0.49" },
  paid: {
    status: "paid",
    amountPaid: "900.00",
    amountDue: "0.00",
    dueNow: "0.00",
    amountRefunded: "25.00",
    overpaid: "0.00",
    paidDate: "2026-12-01T01:00:00Z",
  },
  "paid, but disputed": {
    status: "paid",
    amountPaid: "875.00",
    amountDue: "0.00",
    dueNow: "0.00",
    amountDisputed: "600.00",
    paidDate: "2026-12-01T01:00:00Z",
  },
  "paid, but returned by the bank": {
    status: "paid",
    amountPaid: "875.00",
    amountDue: "0.00",
    dueNow: "0.00",
    amountDisputed: "600.00",
    amountLost: "600.00",
    paidDate: "2026-12-01T01:00:00Z",
  },
  "that is canceled": { ...canceled, amountPaid: "5.00", amountRefunded: "5.00" },
  "that is canceled with a payment": {
    ...canceled,
    amountPaid: "7.00",
    overpaid: "6.00",
    staffDecide: true,
  },
  "that is canceled for a new price": { ...canceled, awaitsYes: true, amountPaid: "8.00" },
  "that is canceled for a new price, with a refund": {
    ...canceled,
    awaitsYes: true,
    amountPaid: "8.00",
    amountRefunded: "8.00",
  },
  "that was replaced": { ...canceled, replacedById: "i3" },
  "that is paid twice": {
    status: "paid",
    amountPaid: "1750.00",
    amountDue: "0.00",
    dueNow: "0.00",
    overpaid: "875.00",
  },
};

it("the invoices of a customer in My Services", async () => {
  const invoices = Object.values(rows).map((row, n) =>
    anInvoice({ id: `i${n}`, invoiceNumber: `INV-${n}`, ...row }),
  );
  server.use(http.get("/api/invoices", () => HttpResponse.json(invoices)));
  const { container } = renderAt("/tab", <MyInvoices />);
  expect(outline(container)).toMatchSnapshot("loading");
  const cards = await screen.findAllByRole("article");
  for (const [n, name] of Object.keys(rows).entries())
    expect(outline(cards[n] as HTMLElement)).toMatchSnapshot(name);
});

it("no invoices, and invoices that failed to load", async () => {
  server.use(http.get("/api/invoices", () => HttpResponse.json([])));
  const { container, unmount } = renderAt("/tab", <MyInvoices />);
  await screen.findByText("No invoices yet");
  expect(outline(container)).toMatchSnapshot("none");
  unmount();
  server.use(http.get("/api/invoices", () => new HttpResponse(null, { status: 500 })));
  const failed = renderAt("/tab", <MyInvoices />);
  await screen.findByRole("alert");
  expect(outline(failed.container)).toMatchSnapshot("failed");
});
