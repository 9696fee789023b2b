import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, vi } from "vitest";
import { journey, refusal } from "~/test/journey";
import { maskTimeZone } from "~/test/mask";
import { anInvoice, aTreeOrder } from "~/test/rows";
import { customer, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { openFollow } from "./test-page";

maskTimeZone();

// Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
beforeEach(() => void vi.setSystemTime("2026-11-19T01:15:00Z"));

const drawings = { "GET /src/drawings/svg/:file": new HttpResponse("<svg/>") };

const press = (name: string | RegExp) => (person: UserEvent) =>
  person.click(screen.getByRole("button", { name }));

async function pickDay(person: UserEvent, name: RegExp) {
  await press(/^Preferred delivery date/)(person);
  await person.click(await screen.findByRole("button", { name }));
}

const order = aTreeOrder({
  id: "0198a000-0000-7000-8000-00009d3c47e8",
  userId: null,
  customerName: "Jo Lund",
  customerEmail: "jo@example.com",
  customerPhone: "603-555-0116",
  addressLine1: "27 Pond Road",
  city: "Dover",
  zipCode: "03820",
  treePrice: "113.00",
  deliveryPrice: "37.00",
  totalAmount: "172.50",
  amountDue: "172.50",
  status: "pending",
  preferredDeliveryDate: null,
  scheduledDeliveryDate: null,
  includeTreeLights: true,
  createdAt: "2026-11-18T20:00:00Z",
});
const path = `tree-orders/${order.id}`;

journey("a guest changes the day of a tree until it is set", async ({ open, serve, step }) => {
  let row = order;
  serve({
    ...drawings,
    "GET /api/tree-orders/:id": () => row,
    "POST /api/tree-orders/:id/opened": null,
    "PATCH /api/tree-orders/:id": refusal(400, "Please check the form.", {
      preferredDeliveryDate: ["We don't deliver on Thursdays"],
    }),
  });
  await open(() => openFollow(path));
  await step("Ask for a Thursday", async (person) => {
    await pickDay(person, /November 26/);
    await press("Change day")(person);
  });
  row = { ...order, preferredDeliveryDate: "2026-11-28" };
  serve({ "PATCH /api/tree-orders/:id": row });
  await step("Ask for a Saturday", async (person) => {
    await pickDay(person, /November 28/);
    await press("Change day")(person);
  });
  row = { ...row, status: "scheduled", scheduledDeliveryDate: "2026-11-27" };
  serve({ "PATCH /api/tree-orders/:id": refusal(409, "We have already set your delivery day.") });
  await step("Ask for a Sunday, which comes too late", async (person) => {
    await pickDay(person, /November 29/);
    await press("Change day")(person);
  });
});

journey(
  "a guest pays for a tree after the delivery was their first choice",
  async ({ open, serve, step }) => {
    const declined = { error: { message: "Your card was declined.", type: "card_error" } };
    serveStripe([declined, { intent: { status: "succeeded", amount: 17250 } }], {
      pi_2_secret_2: { status: "requires_payment_method", amount: 17250 },
    });
    let row = { ...order, status: "confirmed" as const };
    serve({
      "GET /api/tree-orders/:id": () => row,
      "POST /api/tree-orders/:id/opened": null,
      "POST /api/create-payment-intent": { clientSecret: "pi_2_secret_2" },
    });
    await open(() => openFollow(path));
    await step("Pay at delivery", press("Pay at delivery"));
    await step("Pay now after all", press("Pay $172.50 now"));
    await step("Pay at delivery instead", press("Pay at delivery instead"));
    await step("Pay now", press("Pay $172.50 now"));
    await step("Pay with a card that is declined", press("Pay $172.50"));
    row = { ...row, amountPaid: "172.50", amountDue: "0.00", canPayOnline: false };
    await step("Pay with another one", async (person) => {
      await press("Pay $172.50")(person);
      await screen.findByText(/^Your order is paid/);
    });
  },
);

journey("an owner's tree orders load after a failure, in each state", async ({ open, serve, step }) => {
  signIn(customer);
  const rows = {
    o4: {
      ...order,
      id: "o4",
      userId: customer.id,
      status: "scheduled",
      scheduledDeliveryDate: "2026-11-19",
      amountPaid: "20.00",
      amountDue: "152.50",
    },
    o1: {
      ...order,
      id: "o1",
      userId: customer.id,
      status: "delivered",
      scheduledDeliveryDate: "2026-11-14",
      amountPaid: "172.50",
      amountDue: "0.00",
      canPayOnline: false,
    },
    o9: {
      ...order,
      id: "o9",
      userId: customer.id,
      status: "cancelled",
      amountPaid: "0.00",
      amountRefunded: "172.50",
      amountDue: "0.00",
      canPayOnline: false,
    },
    o6: { ...order, id: "o6", userId: customer.id, createdAt: "2026-11-16T15:00:00Z" },
  };
  serve({ ...drawings, "GET /api/tree-orders/:id": refusal(500, "Server error") });
  const page = await open(() => openFollow("tree-orders/o4"));
  serve({ "GET /api/tree-orders/:id": ({ params }) => rows[params.id as keyof typeof rows] });
  await step("Try again", press("Try again"));
  await step("Look at a delivered one", () => page.router.navigate("/follow/tree-orders/o1"));
  await step("Look at a canceled one", () => page.router.navigate("/follow/tree-orders/o9"));
  await step("Look at a late one", () => page.router.navigate("/follow/tree-orders/o6"));
});

const invoice = anInvoice({
  id: "i6",
  userId: null,
  invoiceNumber: "INV-2026-00063",
  amount: "640.00",
  amountDue: "640.00",
  billToName: "Jo Lund",
  billToEmail: "jo@example.com",
  billToAddress: "27 Pond Road\nDover, NH",
  description: "Lights for the season",
});
const deposit = {
  ...invoice,
  fromAcceptance: true,
  firstAmount: "128.00",
  firstDueDate: "2026-11-21",
  dueNow: "128.00",
  dueDate: null,
};

journey(
  "a guest's invoices load after a failure, in each state, until a link has expired",
  async ({ open, serve, step }) => {
    serve({ "GET /api/invoices/:id": refusal(503, "Not now"), "POST /api/invoices/:id/opened": null });
    const page = await open(() => openFollow("invoices/i6"));
    serve({ "GET /api/invoices/:id": deposit });
    await step("Try again", press("Try again"));
    serve({
      "GET /api/invoices/:id": {
        ...deposit,
        id: "i3",
        invoiceNumber: "INV-2026-00061",
        amountPaid: "128.00",
        amountDue: "512.00",
        dueNow: "0.00",
      },
    });
    await step("Look at one whose deposit is paid", () => page.router.navigate("/follow/invoices/i3"));
    serve({
      "GET /api/invoices/:id": {
        ...invoice,
        id: "i8",
        invoiceNumber: "INV-2026-00060",
        status: "overdue",
        dueDate: "2026-11-12",
      },
    });
    await step("Look at an overdue one", () => page.router.navigate("/follow/invoices/i8"));
    serve({
      "GET /api/invoices/:id": {
        ...invoice,
        id: "i1",
        invoiceNumber: "INV-2026-00062",
        status: "paid",
        amountPaid: "640.00",
        amountDue: "0.00",
        dueNow: "0.00",
        paidDate: "2026-11-17T15:00:00Z",
      },
    });
    await step("Look at a paid one", () => page.router.navigate("/follow/invoices/i1"));
    serve({ "GET /api/invoices/:id": refusal(401, "Unauthorized") });
    await step("Look at one whose link has expired", () => page.router.navigate("/follow/invoices/i5"));
    await step("Go back to the deposit", () => page.router.navigate("/follow/invoices/i6"));
  },
);
