import { screen, within } from "@testing-library/react";
import { beforeEach } from "vitest";
import type { ReceivedPayment } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { anInvoice } from "~/test/rows";
import { signIn } from "~/test/server";
import { admin, openDesk, stopClock } from "../test-desk";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const field = (name: string | RegExp) => within(screen.getByRole("dialog")).getByLabelText(name);

const sent = anInvoice({
  id: "i4",
  invoiceNumber: "INV-2026-00031",
  billToName: "Mia Zorn",
  billToEmail: "mia@example.com",
  dueDate: "2026-11-30",
  amount: "962.40",
  amountPaid: "120.15",
  amountDue: "842.25",
  dueNow: "842.25",
});
const other = anInvoice({
  id: "i2",
  invoiceNumber: "INV-2026-00044",
  billToName: "Cal Abbot",
  amount: "515.50",
  amountDue: "515.50",
  dueDate: "2026-12-18",
});

function aPayment(changes: Partial<ReceivedPayment>): ReceivedPayment {
  return {
    id: "p3",
    cardPaymentId: null,
    refundable: "0.00",
    amount: "120.15",
    amountRefunded: "0.00",
    method: "check",
    note: "Check 4471",
    disputed: false,
    disputeLost: false,
    recordedBy: "Sam Lee",
    takenBackAt: null,
    takenBackBy: "",
    takenBackNote: "",
    amountOwed: "0.00",
    amountKept: "0.00",
    keptAt: null,
    keptBy: "",
    keptReason: "",
    createdAt: "2026-11-22T16:30:00Z",
    ...changes,
  };
}
const check = aPayment({});
const byCard = aPayment({
  id: "p1",
  cardPaymentId: "c9",
  refundable: "240.00",
  amount: "260.00",
  amountRefunded: "20.00",
  method: "card",
  note: "",
  recordedBy: "",
  createdAt: "2026-11-23T13:05:00Z",
});
const owed = aPayment({
  id: "p8",
  cardPaymentId: "c4",
  refundable: "75.00",
  amount: "75.00",
  amountOwed: "31.40",
  method: "card",
  note: "",
  recordedBy: "",
  createdAt: "2026-11-24T18:45:00Z",
});
const disputed = aPayment({
  id: "p6",
  cardPaymentId: "c2",
  refundable: "55.00",
  amount: "55.00",
  disputed: true,
  method: "card",
  note: "",
  recordedBy: "",
  amountKept: "12.00",
  keptAt: "2026-11-24T20:00:00Z",
  keptBy: "Ada Whitcomb",
  keptReason: "They keep the bows",
});

journey("a payment is recorded in part, then the rest", async ({ open, serve, step }) => {
  let payments = [check];
  serve({
    "GET /api/invoices": [other, sent],
    "GET /api/invoices/:id/payments": () => payments,
    "GET /api/invoices/:id/history": [],
    "POST /api/invoices/:id/record-payment": refusal(400, "Please check the form.", {
      amount: ["Too much."],
    }),
  });
  await open(() => openDesk("?tab=invoices&open=i4"));
  await step("Record one", (person) => person.click(button(/^Record payment of invoice INV-2026-00031/)));
  await step("Record nothing", async (person) => {
    await person.clear(field("Amount in dollars"));
    await person.click(button("Record payment"));
  });
  await step("Record too much, by bank transfer", async (person) => {
    await person.selectOptions(field("Paid by"), "Bank transfer");
    await person.type(field("Amount in dollars"), "700");
    await person.click(button("Record payment"));
  });
  serve({
    "POST /api/invoices/:id/record-payment": () => {
      payments = [check, aPayment({ id: "p5", amount: "700.00", method: "bank_transfer", note: "" })];
      return { ...sent, amountPaid: "820.15", amountDue: "142.25", updatedAt: "2026-11-25T15:00:00Z" };
    },
  });
  await step("Record it with a note", async (person) => {
    await person.type(field("Note (optional)"), "Wire 88");
    await person.click(button("Record payment"));
  });
  await step("Record another one", (person) =>
    person.click(button(/^Record payment of invoice INV-2026-00031/)),
  );
  await step("Leave with Escape", (person) => person.keyboard("{Escape}"));
  await step("Record another one after all", (person) =>
    person.click(button(/^Record payment of invoice INV-2026-00031/)),
  );
  serve({
    "POST /api/invoices/:id/record-payment": () => {
      payments = [...payments, aPayment({ id: "p9", amount: "142.25", method: "cash", note: "" })];
      return {
        ...sent,
        status: "paid",
        amountPaid: "962.40",
        amountDue: "0.00",
        paidDate: "2026-11-25",
        updatedAt: "2026-11-25T15:01:00Z",
      };
    },
  });
  await step("Record the rest in cash", async (person) => {
    await person.selectOptions(field("Paid by"), "Cash");
    await person.click(button("Record payment"));
  });
});

journey("a recorded payment is reversed", async ({ open, serve, step }) => {
  let payments = [
    check,
    aPayment({ id: "p7", amount: "48.00", method: "other", note: "", recordedBy: "Ada" }),
  ];
  serve({
    "GET /api/invoices": [sent, other],
    "GET /api/invoices/:id/payments": () => payments,
    "GET /api/invoices/:id/history": [],
    "POST /api/invoices/:id/payments/:payment/take-back": refusal(409, "It was reversed before."),
  });
  await open(() => openDesk("?tab=invoices&open=i4"));
  await step("Reverse the second one", (person) => person.click(button(/^Reverse payment of \$48.00/)));
  await step("Keep it", (person) => person.click(button("Keep payment")));
  await step("Reverse the first one", (person) => person.click(button(/^Reverse payment of \$120.15/)));
  await step("Without a reason", (person) => person.click(button("Reverse payment")));
  await step("With a reason", async (person) => {
    await person.type(field("Reason"), "It bounced");
    await person.click(button("Reverse payment"));
  });
  serve({
    "POST /api/invoices/:id/payments/:payment/take-back": ({ params, body }) => {
      payments = payments.map((payment) =>
        payment.id === params.payment
          ? {
              ...payment,
              takenBackAt: "2026-11-25T15:00:00Z",
              takenBackBy: "Nora Field",
              takenBackNote: String(body.note),
            }
          : payment,
      );
      return { ...sent, amountPaid: "0.00", amountDue: "962.40", updatedAt: "2026-11-25T15:00:00Z" };
    },
  });
  await step("Again", (person) => person.click(button("Reverse payment")));
});

journey("card payments are refunded in part and in full", async ({ open, serve, step }) => {
  let payments = [byCard, disputed, owed];
  serve({
    "GET /api/invoices": [other, sent],
    "GET /api/invoices/:id/payments": () => payments,
    "GET /api/invoices/:id/history": [],
    "POST /api/payments/:id/refund": refusal(500, "Out of order."),
  });
  await open(() => openDesk("?tab=invoices&open=i4"));
  await step("Refund what is owed", (person) => person.click(button("Refund card payment of $75.00")));
  await step("Leave with Escape", (person) => person.keyboard("{Escape}"));
  await step("Refund the other one", (person) => person.click(button("Refund card payment of $260.00")));
  await step("Refund a part, which fails", async (person) => {
    await person.clear(field("Amount"));
    await person.type(field("Amount"), "35.5");
    await person.type(field("Reason"), "Two bows are missing");
    await person.click(button("Refund $35.50"));
  });
  serve({
    "POST /api/payments/:id/refund": () => {
      payments = [{ ...byCard, amountRefunded: "55.50", refundable: "204.50" }, disputed, owed];
      return { amountRefunded: "55.50", amountRefunding: "0.00" };
    },
  });
  await step("Refund it again", (person) => person.click(button("Refund $35.50")));
  await step("Refund what is owed after all", (person) =>
    person.click(button("Refund card payment of $75.00")),
  );
  serve({
    "POST /api/payments/:id/refund": () => {
      payments = [
        { ...byCard, amountRefunded: "55.50", refundable: "204.50" },
        disputed,
        { ...owed, refundable: "0.00" },
      ];
      return { amountRefunded: "0.00", amountRefunding: "31.40" };
    },
  });
  await step("Send it, while Stripe cannot be reached", async (person) => {
    await person.type(field("Reason"), "Paid twice");
    await person.click(button("Refund $31.40"));
  });
});

journey("the office sees payments and cannot refund them", async ({ open, serve, step }) => {
  serve({
    "GET /api/invoices": [other, sent],
    "GET /api/invoices/:id/payments": [check, owed],
    "GET /api/invoices/:id/history": refusal(500, "Out of order."),
  });
  await open(() => {
    const page = openDesk("?tab=invoices");
    signIn({ ...admin, role: "office" });
    return page;
  });
  await step("Open an invoice, whose history does not load", (person) =>
    person.click(button(/^Open invoice INV-2026-00031/)),
  );
  await step("Try again, in vain", (person) => person.click(button("Try again")));
  serve({ "GET /api/invoices/:id/history": [] });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Close it", (person) => person.click(button(/^Close invoice INV-2026-00031/)));
});
