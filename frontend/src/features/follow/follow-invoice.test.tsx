import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { anInvoice } from "~/test/rows";
import { openInvoice } from "./test-page";

const guest = { userId: "0198a000-0000-7000-8000-00000000beef" };
const state = () => screen.findByRole("heading", { level: 1 });

describe("the page behind an invoice's link", () => {
  it.each([
    [
      { amountDue: "675.00", amountPaid: "200.00" },
      "$675.00 is due",
      "Please pay by Saturday, December 5, online below or by check.",
    ],
    [{ dueDate: null }, "$875.00 is due", "Please pay when you can, online below or by check."],
    [
      { status: "overdue" },
      "$875.00 is past due",
      "It was due on Saturday, December 5. Pay online below, or call (603) 555-0148 if something isn't right.",
    ],
    [
      { status: "paid", amountDue: "0.00", paidDate: "2026-11-30T15:00:00Z" },
      "This invoice is paid",
      "Thank you. We received your payment on Monday, November 30. There's nothing left to pay.",
    ],
    [
      { status: "cancelled" },
      "This invoice was canceled",
      "There's nothing to pay. Questions? Call (603) 555-0148.",
    ],
  ] as const)("says the state in words: %o", async (changes, title, lead) => {
    openInvoice(anInvoice({ ...guest, ...changes }));
    const heading = await state();
    expect(heading).toHaveTextContent(title);
    expect(heading.nextElementSibling).toHaveTextContent(lead);
  });

  it("leads to the card form and to the PDF", async () => {
    const { calls } = openInvoice(anInvoice(guest));
    expect(await screen.findByRole("link", { name: "Pay $875.00" })).toHaveAttribute(
      "href",
      "/checkout?invoice=i1",
    );
    expect(screen.getByRole("link", { name: "Open PDF" })).toHaveAttribute("href", "/api/invoices/i1/pdf");
    await waitFor(() => expect(calls).toEqual(["opened"]));
  });

  it("takes no payment once there is nothing to pay", async () => {
    openInvoice(anInvoice({ ...guest, status: "paid", amountDue: "0.00" }));
    await state();
    expect(screen.queryByRole("link", { name: /^Pay/ })).not.toBeInTheDocument();
  });
});
