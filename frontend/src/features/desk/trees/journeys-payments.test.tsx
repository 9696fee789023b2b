import { screen, within } from "@testing-library/react";
import { beforeEach, expect, vi } from "vitest";
import type { DeskTreeOrder } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { pickDay } from "~/test/pick-day";
import type { DaySheet } from "../shared/types";
import { openDesk, stopClock } from "../test-desk";
import { aReceivedPayment, canceled, confirmed, delivered, pending, scheduled } from "./test-rows";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const dialog = () => within(screen.getByRole("dialog"));
const opened = () => screen.findByRole("dialog");
const codesPath = "POST /api/tree-orders/payment-codes";
const aCode = (orderId: string) => ({
  orderId,
  url: `https://example.com/f/${"a".repeat(43)}#pay`,
  size: 21,
  path: "M0 0h7v1h-7z",
});

/** What an open row requests, with the order as it is now. */
const parts = (order: () => DeskTreeOrder) => ({
  "GET /api/tree-orders": ({ query }: { query: URLSearchParams }) =>
    query.has("pastUnmarked") ? [] : [scheduled, order()],
  "GET /api/tree-orders/:id/calls": [],
  "GET /api/tree-orders/:id/history": [],
});

journey("money is taken at the door: cash, then a check", async ({ open, serve, step }) => {
  const first = aReceivedPayment();
  let order: DeskTreeOrder = { ...confirmed, payments: [first] };
  serve({
    ...parts(() => order),
    "POST /api/tree-orders/:id/record-payment": refusal(400, "Please check the form.", {
      amount: ["Too much."],
    }),
  });
  await open(() => openDesk("?tab=trees&view=all&open=t-9000000c"));
  const record = async (person: { click: (element: Element) => Promise<void> }) => {
    await person.click(button("Record payment of order 9000000c, Bea Quinn"));
    await opened();
  };
  await step("Record a payment", record);
  await step("Without an amount", async (person) => {
    await person.clear(dialog().getByLabelText("Amount in dollars"));
    await person.click(dialog().getByRole("button", { name: "Record payment" }));
  });
  await step("Too much", async (person) => {
    await person.type(dialog().getByLabelText("Amount in dollars"), "500");
    await person.click(dialog().getByRole("button", { name: "Record $500.00 cash" }));
  });
  serve({
    "POST /api/tree-orders/:id/record-payment": ({ body }) => {
      const { amount, method, note } = body as { amount: string; method: "cash"; note: string };
      const payment = aReceivedPayment({
        id: `p${amount}`,
        amount,
        method,
        note,
        createdAt: "2026-11-25T15:00:00Z",
      });
      const due = (Number(order.amountDue) - Number(amount)).toFixed(2);
      const amountPaid = (187.1 - Number(due)).toFixed(2);
      order = {
        ...order,
        amountDue: due,
        recordable: due,
        amountPaid,
        payments: [...order.payments, payment],
      };
      return order;
    },
  });
  await step("A part of it", async (person) => {
    await person.clear(dialog().getByLabelText("Amount in dollars"));
    await person.type(dialog().getByLabelText("Amount in dollars"), "45.50");
    await person.click(dialog().getByRole("button", { name: "Record $45.50 cash" }));
  });
  await step("Record another payment", record);
  await step("Leave with Escape", (person) => person.keyboard("{Escape}"));
  await step("Record another payment after all", record);
  await step("The rest, by check", async (person) => {
    await person.click(dialog().getByLabelText("Check"));
    await person.type(dialog().getByLabelText("Check number or note (optional)"), "Check 802");
    await person.click(dialog().getByRole("button", { name: "Record $81.60 check" }));
  });
  serve({ "POST /api/tree-orders/:id/payments/:payment/take-back": refusal(409, "It was reversed before.") });
  await step("Reverse the check", (person) => person.click(button("Reverse payment of $81.60 by check")));
  await step("With a reason, which fails", async (person) => {
    await person.type(dialog().getByLabelText("Reason"), "It bounced");
    await person.click(dialog().getByRole("button", { name: "Reverse payment" }));
  });
  serve({
    "POST /api/tree-orders/:id/payments/:payment/take-back": ({ params, body }) => {
      const payments = order.payments.map((payment) =>
        payment.id === params.payment
          ? {
              ...payment,
              takenBackAt: "2026-11-25T15:00:00Z",
              takenBackBy: "Nora Field",
              takenBackNote: String(body.note),
            }
          : payment,
      );
      order = { ...order, amountDue: "81.60", recordable: "81.60", amountPaid: "105.50", payments };
      return order;
    },
  });
  await step("Again", (person) => person.click(dialog().getByRole("button", { name: "Reverse payment" })));
});

journey("a code to pay by card is shown, and a card payment is refunded", async ({ open, serve, step }) => {
  const byCard = aReceivedPayment({
    id: "p8",
    cardPaymentId: "c4",
    refundable: "60.00",
    method: "card",
    note: "",
    recordedBy: "",
  });
  let order: DeskTreeOrder = { ...confirmed, payments: [byCard] };
  serve({ ...parts(() => order), [codesPath]: refusal(500, "Out of order.") });
  await open(() => openDesk("?tab=trees&view=all&open=t-9000000c"));
  const show = "Show QR code of order 9000000c, Bea Quinn";
  await step("Show a code, which fails", (person) => person.click(button(show)));
  serve({ [codesPath]: [] });
  await step("Try again, when nothing can be paid any more", (person) => person.click(button("Try again")));
  await step("Leave with Escape", (person) => person.keyboard("{Escape}"));
  serve({ [codesPath]: [aCode(confirmed.id)] });
  await step("Show a code", (person) => person.click(button(show)));
  await step("Leave it", (person) => person.click(dialog().getByRole("button", { name: "Close" })));
  serve({ "POST /api/payments/:id/refund": refusal(409, "The bank has sent it back.") });
  await step("Refund the payment", (person) => person.click(button("Refund card payment of $60.00")));
  await step("With a reason, which is rejected", async (person) => {
    await person.type(dialog().getByLabelText("Reason"), "Wrong tree");
    await person.click(dialog().getByRole("button", { name: "Refund $60.00" }));
  });
  serve({
    "POST /api/payments/:id/refund": () => {
      order = {
        ...confirmed,
        amountPaid: "0.00",
        amountRefunded: "60.00",
        amountDue: "187.10",
        recordable: "187.10",
        payments: [{ ...byCard, refundable: "0.00", amountRefunded: "60.00" }],
      };
      return { amountRefunded: "60.00", amountRefunding: "0.00" };
    },
  });
  await step("Again", (person) => person.click(dialog().getByRole("button", { name: "Refund $60.00" })));
});

/** A day's sheet with two cities. */
function aSheet(day: string, changes: Partial<DaySheet> = {}): DaySheet {
  return {
    day,
    towns: [
      { town: "Hampton", orders: [confirmed, { ...delivered, notes: "Leave it in the shed" }] },
      { town: "Dover", orders: [{ ...pending, city: "Dover", paying: true }, scheduled] },
      {
        town: "Exeter",
        orders: [{ ...canceled, status: "scheduled", amountDue: "33.20", recordable: "33.20" }],
      },
    ],
    totals: {
      sizes: { modest_6ft: 1, quality_7_8ft: 4 },
      addOns: { includeTreeStand: 5, includeWreaths: 2, includeDisposal: 3 },
      orders: 5,
      toCollect: "364.90",
      ordersToCollect: 3,
      ordersPaying: 1,
    },
    ...changes,
  };
}
const nothing = { sizes: {}, addOns: {}, orders: 0, toCollect: "0.00", ordersToCollect: 0, ordersPaying: 0 };

journey("a day sheet is loaded, printed and collected from", async ({ open, serve, step }) => {
  const print = vi.spyOn(window, "print").mockReturnValue();
  let sheet = aSheet("2026-12-01");
  serve({
    "GET /api/tree-orders/day-sheet": refusal(500, "Out of order."),
    [codesPath]: refusal(500, "Out of order."),
  });
  await open(() => openDesk("?day=2026-12-01", "/admin/day-sheet"));
  serve({
    "GET /api/tree-orders/day-sheet": ({ query }) =>
      query.get("day") === "2026-12-01" ? sheet : aSheet("2026-12-24", { towns: [], totals: nothing }),
  });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Print it, which fails", (person) => person.click(button("Print")));
  serve({ [codesPath]: ({ body }) => (body.orderIds as string[]).map(aCode) });
  expect(print).not.toHaveBeenCalled();
  await step("Print it", (person) => person.click(button("Print")));
  expect(print).toHaveBeenCalledTimes(1);
  await step("Print it once more", (person) => person.click(button("Print")));
  expect(print).toHaveBeenCalledTimes(2);
  await step("Record a payment", async (person) => {
    await person.click(button("Record payment of order 9000000c, Bea Quinn"));
    await opened();
  });
  serve({
    "POST /api/tree-orders/:id/record-payment": () => {
      const paid = { ...confirmed, amountPaid: "187.10", amountDue: "0.00", recordable: "0.00" };
      const [, ...others] = sheet.towns;
      sheet = aSheet("2026-12-01", {
        towns: [{ town: "Hampton", orders: [paid, delivered] }, ...others],
        totals: { ...sheet.totals, toCollect: "237.80", ordersToCollect: 2 },
      });
      return paid;
    },
  });
  await step("All of it, in cash", (person) =>
    person.click(dialog().getByRole("button", { name: "Record $127.10 cash" })),
  );
  await step("Another day, without deliveries", (person) =>
    pickDay(person, screen.getByLabelText("Delivery day"), "2026-12-24"),
  );
  await step("Print that", (person) => person.click(button("Print")));
  expect(print).toHaveBeenCalledTimes(3);
});
