import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { anInvoice } from "~/test/rows";
import { aMessage, serveOutbox } from "./customers/test-messages";
import { aDeskJob } from "./jobs/test-job";
import type { CustomerRow } from "./shared/types";
import { disputedPayment, failedEvent, pastDue, toPickUp } from "./subscriptions/test-rows";
import { aDeskOrder, aDeskQuote, openDesk, serveList } from "./test-desk";

/** Return what a person reads in each cell of a table's first row, by the label of its column. */
async function readFirstRow(name: string): Promise<Record<string, string>> {
  const table = within(await screen.findByRole("table", { name }));
  const heads = table.getAllByRole("columnheader");
  const cells = table.getAllByRole("cell").slice(0, heads.length);
  return Object.fromEntries(
    // A head that sorts has its label twice: for wide screens as a button, for narrow ones as text.
    heads.map((head, index) => [(head.querySelector("button") ?? head).textContent, readCell(cells[index])]),
  );
}

function readCell(cell: HTMLElement | undefined): string {
  const controls = [...(cell?.querySelectorAll<HTMLSelectElement | HTMLInputElement>("select, input") ?? [])];
  const values = controls.map((control) =>
    control instanceof HTMLSelectElement ? control.selectedOptions[0]?.text : control.value,
  );
  const copy = cell?.cloneNode(true) as HTMLElement;
  for (const unread of copy.querySelectorAll("[aria-hidden], select")) unread.remove();
  return [copy.textContent, ...values].join(" ").trim();
}

const showing = (expected: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(expected).map(([head, text]) => [head, expect.stringContaining(text) as string]),
  );

it("the quotes show each value under its heading", async () => {
  serveList("/api/quotes", [aDeskQuote({ status: "reviewed", quoteAmount: "1284.50" })]);
  openDesk("?tab=quotes");
  expect(await readFirstRow("Quotes")).toEqual(
    showing({
      Customer: "Eleanor Hayes",
      Quote: "a41f09c2",
      "Package, city": "Premium Portsmouth",
      "Add-ons": "Wreath",
      Status: "Reviewed",
      Amount: "1,284.50",
      Actions: "",
    }),
  );
});

it("the jobs show each value under its heading", async () => {
  serveList("/api/jobs", [aDeskJob({ scheduledDate: "2026-11-24T14:00:00Z" })]);
  openDesk("?tab=jobs&view=list");
  expect(await readFirstRow("Jobs")).toEqual(
    showing({
      Customer: "Eleanor Hayes",
      Job: "c90a4418",
      When: "Nov 24, 2026",
      "Package, city": "Premium Portsmouth",
      Status: "Scheduled",
      Actions: "",
    }),
  );
});

it("the tree orders show each value under its heading", async () => {
  serveList("/api/tree-orders", [aDeskOrder({ preferredDeliveryDate: "2096-12-05" })]);
  openDesk("?tab=trees");
  expect(await readFirstRow("Tree orders")).toEqual(
    showing({
      Customer: "603-555-0172",
      Order: "7be2d310",
      Ordered: "Higher Quality 7-8 ft Tree",
      Day: "Dec 5, 2096",
      Status: "Pending",
      "Next step": "Log a call",
    }),
  );
});

it("the invoices show each value under its heading", async () => {
  serveList("/api/invoices", [
    anInvoice({ amount: "875.00", amountPaid: "200.00", amountDue: "675.00", dueDate: "2096-12-05" }),
  ]);
  openDesk("?tab=invoices");
  expect(await readFirstRow("Invoices")).toEqual(
    showing({
      Customer: "Eleanor Hayes",
      Invoice: "INV-2026-00002",
      Status: "Sent",
      "Due date": "Dec 5, 2096",
      Total: "$875.00",
      Paid: "$200.00",
      "Still due": "$675.00",
      Actions: "payment",
    }),
  );
});

it("the quotes without an invoice show each value under its heading", async () => {
  const unbilledSince = "2026-11-21T15:00:00Z";
  serveList("/api/quotes", [aDeskQuote({ status: "complete", quoteAmount: "1284.50", unbilledSince })]);
  openDesk("?tab=invoices&view=unbilled");
  expect(await readFirstRow("Work done, not invoiced")).toEqual(
    showing({
      Customer: "Eleanor Hayes",
      Quote: "a41f09c2",
      City: "Portsmouth",
      Since: "Nov 21, 2026",
      Price: "$1,284.50",
      Actions: "Create invoice",
    }),
  );
});

it("the customers show each value under its heading", async () => {
  const customer: CustomerRow = {
    key: "u1",
    kind: "user",
    userId: "u1",
    name: "Eleanor Hayes",
    email: "eleanor@example.com",
    phone: "603-555-0172",
    quotes: 7,
    treeOrders: 8,
    storageSubscriptions: 6,
    invoices: 9,
    lastSeenAt: "2026-11-03T15:00:00Z",
  };
  serveList("/api/desk/customers", [customer]);
  openDesk("?tab=customers");
  const row = await readFirstRow("Customers");
  expect(row).toMatchObject({ Quotes: "7", Invoices: "9", Open: "Open" });
  expect(row).toMatchObject(showing({ Customer: "Eleanor Hayes", Phone: "603-555-0172" }));
  expect(Object.values(row)).toEqual([
    expect.anything(),
    expect.anything(),
    "7",
    "8",
    "6",
    "9",
    "Nov 3, 2026",
    "Open",
  ]);
});

it("the messages show each value under its heading", async () => {
  serveOutbox([aMessage()]);
  openDesk("?tab=customers&view=outbox");
  expect(await readFirstRow("Messages")).toEqual(
    showing({
      Message: "Your price is ready: $1,250.00",
      To: "patricia@example.com",
      About: "Quote 8f31c2d0",
      State: "550 no such mailbox",
      When: "3 tries",
      Actions: "Send again",
    }),
  );
});

it("the subscriptions show each value under its heading", async () => {
  serveList("/api/storage-subscriptions", [pastDue]);
  openDesk("?tab=subscriptions&view=all");
  expect(await readFirstRow("Subscriptions")).toEqual(
    showing({
      Customer: "Eleanor Hayes",
      Plan: "Consumer",
      Status: "Past Due",
      Card: "0341",
      Next: "Dec 5, 2026",
      "Per month": "$15",
    }),
  );
});

it("the card issues show each value under its heading", async () => {
  serveList("/api/payments", [disputedPayment]);
  openDesk("?tab=subscriptions&view=refunds");
  const row = await readFirstRow("Card issues");
  expect(Object.values(row)).toEqual(
    ["INV-2026-00001", "Disputed", "Nov 20", "$875.00", "$100.00", ""].map((text) =>
      expect.stringContaining(text),
    ),
  );
  expect(row).toMatchObject({ Paid: "$875.00", Refunded: "$100.00" });
});

it("the items to store show each value under its heading", async () => {
  serveList("/api/stored-items", [{ ...toPickUp, planEndsAt: "2026-12-20T12:00:00Z" }]);
  openDesk("?tab=subscriptions&view=items");
  expect(await readFirstRow("Items to store")).toEqual(
    showing({
      Property: "41 Marcy Street, Portsmouth",
      Customer: "Eleanor Hayes",
      Items: "To Pick Up",
      Plan: "Dec 20, 2026",
      Actions: "Mark as picked up",
    }),
  );
});

it("Stripe's events show each value under its heading", async () => {
  serveList("/api/stripe/events", [failedEvent]);
  openDesk("?tab=subscriptions&view=events");
  expect(await readFirstRow("Stripe events")).toEqual(
    showing({
      Event: "invoice.payment_failed",
      State: "Failed",
      Received: "Nov 20",
      Attempts: "2",
      Actions: "",
    }),
  );
});
