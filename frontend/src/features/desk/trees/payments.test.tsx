import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import type { DeskTreeOrder, ReceivedPayment } from "~/api/types";
import {
  aDeskOrder,
  escapeDialog,
  factsShown,
  openDesk,
  row,
  serveList,
  serveRowParts,
  serveWrite,
} from "../test-desk";
import { aReceivedPayment } from "./test-rows";

const check = aReceivedPayment({
  id: "p1",
  amount: "160.00",
  note: "Check 1021",
  recordedBy: "Nora Field",
  createdAt: "2026-12-05T15:00:00Z",
});
const byCard: ReceivedPayment = {
  ...check,
  method: "card",
  note: "",
  recordedBy: "",
  cardPaymentId: "c1",
  refundable: "160.00",
};
const due = aDeskOrder({ id: "t1" });
const paid = aDeskOrder({
  id: "t1",
  amountPaid: "160.00",
  amountDue: "0.00",
  canPayOnline: false,
  payments: [check],
});

async function openOrder(order: DeskTreeOrder, ...others: DeskTreeOrder[]) {
  serveRowParts();
  serveList("/api/tree-orders", [order, ...others]);
  const page = openDesk("?tab=trees&open=t1");
  return { ...page, panel: within(await screen.findByRole("region", { name: "Details" })) };
}

describe("the rows of tree orders", () => {
  const canceled = { status: "cancelled", amountDue: "0.00", canPayOnline: false } as const;
  it.each([
    ["$160.00 due", {}],
    ["$160.00 due", { canPayOnline: false, zipCode: "03904" }],
    ["Paid", { amountPaid: "160.00", amountDue: "0.00", canPayOnline: false }],
    [
      "$150.00 disputed",
      { amountPaid: "160.00", amountDisputed: "150.00", amountDue: "0.00", canPayOnline: false },
    ],
    [
      "$150.00 returned by bank",
      {
        amountPaid: "160.00",
        amountDisputed: "150.00",
        amountLost: "150.00",
        amountDue: "0.00",
        canPayOnline: false,
      },
    ],
    ["Payment processing", { paying: true }],
    [
      "Refund due: $100.00",
      { ...canceled, amountPaid: "160.00", overpaid: "120.00", amountRefunding: "100.00" },
    ],
    ["$160.00 paid", { ...canceled, amountPaid: "160.00", overpaid: "120.00" }],
    ["Refunded", { ...canceled, amountRefunded: "160.00" }],
    ["$160.00 paid", { ...canceled, amountPaid: "160.00" }],
  ])("show the state of the payment: %s", async (words, changes) => {
    serveList("/api/tree-orders", [aDeskOrder(changes)]);
    openDesk("?tab=trees");
    expect((await row("Eleanor Hayes")).getByText(words)).toBeVisible();
  });

  it("show no payment state for an order that was canceled unpaid", async () => {
    serveList("/api/tree-orders", [aDeskOrder(canceled)]);
    openDesk("?tab=trees");
    const line = await row("Eleanor Hayes");
    expect(line.getByText("Canceled")).toBeVisible();
    expect(line.queryByText(/due|paid|refund/i)).not.toBeInTheDocument();
  });
});

describe("an order's payments", () => {
  it("start with the amount still due", async () => {
    const { person, panel } = await openOrder({
      ...due,
      amountPaid: "100.00",
      amountDue: "60.00",
      recordable: "60.00",
    });
    await person.click(panel.getByRole("button", { name: /^Record payment of order t1/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Record a payment" }));
    expect(dialog.getByLabelText("Amount in dollars")).toHaveValue("60.00");
    expect(dialog.getByRole("button", { name: "Record $60.00 cash" })).toBeVisible();
  });

  it("can be recorded for what a bank has returned", async () => {
    const lost = {
      status: "delivered",
      amountDue: "0.00",
      amountDisputed: "150.00",
      amountLost: "150.00",
      recordable: "150.00",
    } as const;
    const { person, panel } = await openOrder({ ...due, ...lost, amountPaid: "160.00" });
    await person.click(panel.getByRole("button", { name: /^Record payment of order t1/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Record a payment" }));
    expect(dialog.getByText(/\$150\.00 returned by the bank\./)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Record $150.00 cash" })).toBeVisible();
  });

  it("can be recorded as a check", async () => {
    const recorded = serveWrite("post", "/api/tree-orders/:id/record-payment", () =>
      HttpResponse.json({
        ...paid,
        amountPaid: "100.00",
        amountDue: "60.00",
        payments: [{ ...check, amount: "100.00" }],
      }),
    );
    const { person, panel } = await openOrder(due);
    expect(panel.getByText("No payments yet.")).toBeVisible();
    await person.click(panel.getByRole("button", { name: /^Record payment of order t1/ }));
    await screen.findByRole("dialog", { name: "Record a payment" });
    await escapeDialog(person);
    await person.click(panel.getByRole("button", { name: /^Record payment of order t1/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Record a payment" }));
    await person.click(dialog.getByRole("radio", { name: "Check" }));
    await person.clear(dialog.getByLabelText("Amount in dollars"));
    await person.type(dialog.getByLabelText("Amount in dollars"), "0");
    await person.click(dialog.getByRole("button", { name: "Record payment" }));
    expect(recorded).toEqual([]);
    await person.clear(dialog.getByLabelText("Amount in dollars"));
    await person.type(dialog.getByLabelText("Amount in dollars"), "100");
    await person.type(dialog.getByLabelText(/^Check number or note/), "Check 1021");
    await person.click(dialog.getByRole("button", { name: "Record $100.00 check" }));
    expect(await screen.findByText("Eleanor Hayes: $60.00 still due.")).toBeVisible();
    expect(recorded[0]?.body).toEqual({ method: "check", amount: "100.00", note: "Check 1021" });
    const list = within(panel.getByRole("list", { name: "Payments" }));
    expect(list.getByText("$100.00")).toBeVisible();
    expect(list.getByText(/recorded by Nora Field/)).toBeVisible();
    expect((await row("Eleanor Hayes")).getByText("$60.00 due")).toBeVisible();
  });

  it("show the server's error for an amount at its field", async () => {
    const message = "Only $160.00 is due";
    serveWrite("post", "/api/tree-orders/:id/record-payment", () =>
      HttpResponse.json({ message, errors: { amount: [message] } }, { status: 400 }),
    );
    const { person, panel } = await openOrder(due);
    await person.click(panel.getByRole("button", { name: /^Record payment/ }));
    serveList("/api/tree-orders", [{ ...due, customerName: "Changed Meanwhile" }]);
    await person.click(await screen.findByRole("button", { name: "Record $160.00 cash" }));
    const amount = screen.getByLabelText("Amount in dollars");
    await waitFor(() => expect(amount).toHaveAccessibleDescription(message));
    // Someone else may have recorded the payment, so the order is fetched again.
    expect(await screen.findAllByText(/Changed Meanwhile/)).not.toEqual([]);
  });

  it("can be reversed with a reason, and are due again", async () => {
    const sent = serveWrite("post", "/api/tree-orders/:id/payments/:payment/take-back", ({ note }) =>
      HttpResponse.json({
        ...due,
        payments: [
          {
            ...check,
            takenBackAt: "2026-12-08T15:00:00Z",
            takenBackBy: "Nora Field",
            takenBackNote: note,
          },
        ],
      }),
    );
    const { person, panel } = await openOrder(paid);
    expect(panel.queryByRole("button", { name: /^Record payment/ })).not.toBeInTheDocument();
    await person.click(panel.getByRole("button", { name: "Reverse payment of $160.00 by check" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Reverse this payment?" }));
    await person.type(dialog.getByLabelText("Reason"), "The check bounced");
    await person.click(dialog.getByRole("button", { name: /^Reverse payment/ }));
    expect(await screen.findByText("Order t1: $160.00 due.")).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ note: "The check bounced" }]);
    expect(await panel.findByText("Reversed")).toBeVisible();
    expect((await row("Eleanor Hayes")).getByText("$160.00 due")).toBeVisible();
  });

  it("can be refunded if they were made by card, which the order then shows", async () => {
    const refunds = serveWrite("post", "/api/payments/:id/refund", () => {
      serveList("/api/tree-orders", [
        aDeskOrder({
          id: "t1",
          status: "cancelled",
          amountDue: "0.00",
          amountRefunded: "160.00",
          canPayOnline: false,
          payments: [{ ...byCard, amountRefunded: "160.00", refundable: "0.00" }],
        }),
      ]);
      return HttpResponse.json({ amountRefunded: "160.00", amountRefunding: "0.00" });
    });
    const { person, panel } = await openOrder({
      ...paid,
      status: "cancelled",
      overpaid: "160.00",
      payments: [byCard],
    });
    await person.click(panel.getByRole("button", { name: "Refund card payment of $160.00" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Refund this payment?" }));
    await person.type(dialog.getByLabelText("Reason"), "Canceled");
    await person.click(dialog.getByRole("button", { name: "Refund $160.00" }));
    expect(await screen.findByText("$160.00 refunded in total.")).toBeVisible();
    expect(refunds[0]?.body).toEqual({ amount: "160.00", reason: "Canceled" });
    expect(await (await row("Eleanor Hayes")).findByText("Refunded")).toBeVisible();
  });

  it("show when a canceled order is refunded automatically", async () => {
    const canceled = { ...paid, status: "cancelled", refundAt: "2026-11-22T21:43:00Z" } as const;
    const kept = { ...canceled, id: "t2", overpaid: "0.00", payments: [byCard] };
    const owed = { ...canceled, overpaid: "160.00", payments: [byCard] };
    const { panel, router } = await openOrder(owed, kept);
    expect(panel.getByText(/^Canceled before a day was set/)).toHaveTextContent(
      "refunded automatically on Nov 22, 4:43 PM, unless the order is reopened first.",
    );
    expect(factsShown()).toMatchObject({ Overpaid: "$160.00" });
    await act(() => router.navigate("/admin?tab=trees&open=t2"));
    await waitFor(() => expect(screen.queryByText(/^Canceled before a day was set/)).not.toBeInTheDocument());
  });

  it("can't be made online for an order from another state", async () => {
    const { panel } = await openOrder({ ...due, canPayOnline: false, zipCode: "03904" });
    expect(panel.getByText(/^Outside New Hampshire: other states tax/)).toBeVisible();
    expect(panel.queryByRole("button", { name: /^Show QR code/ })).not.toBeInTheDocument();
    expect(panel.getByRole("button", { name: /^Record payment/ })).toBeVisible();
  });
});
