import { screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach } from "vitest";
import type { DeskStorageSubscription, Payment, StripeEvent } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { openDesk, stopClock } from "../test-desk";
import { disputedPayment, failedEvent, pastDue } from "./test-rows";

beforeEach(() => void stopClock());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const tries = () => screen.getAllByRole("button", { name: "Try again" });

const late: DeskStorageSubscription = {
  ...pastDue,
  id: "s7",
  userId: "u7",
  plan: "business",
  monthlyAmount: "27.50",
  customerName: "Mia Zorn",
  customerEmail: "mia@example.com",
};
const canceling: DeskStorageSubscription = {
  ...pastDue,
  id: "s2",
  userId: "u2",
  status: "canceling",
  monthlyAmount: "16.00",
  endsAt: "2026-12-20T12:00:00Z",
  card: { brand: "mastercard", last4: "7719" },
  customerName: "Cal Abbot",
  customerEmail: "cal@example.com",
};
const ended: DeskStorageSubscription = {
  ...pastDue,
  id: "s9",
  userId: "u9",
  plan: "enterprise",
  status: "canceled",
  monthlyAmount: "333.00",
  endsAt: "2026-10-04T12:00:00Z",
  card: null,
  customerName: "Bea Quinn",
  customerEmail: "bea@example.com",
};
const begun: DeskStorageSubscription = {
  ...pastDue,
  id: "s4",
  userId: "u4",
  status: "incomplete",
  currentPeriodEnd: null,
  monthlyAmount: "14.00",
  card: { brand: "amex", last4: "0005" },
  customerName: "Zed Pike",
  customerEmail: "",
};
const plans = {
  consumer: { count: 42, revenue: 633, canceling: 2, pastDue: 1 },
  business: { count: 17, revenue: 427, canceling: 0, pastDue: 3 },
  enterprise: { count: 0, revenue: 0, canceling: 5, pastDue: 0 },
};

const declined: Payment = {
  ...disputedPayment,
  id: "p8",
  userId: "u7",
  status: "open",
  amount: "295.40",
  amountReceived: "0.00",
  amountRefunded: "0.00",
  disputed: false,
  failureMessage: "Your card was declined.",
  description: "",
  purpose: "tree_order",
  stripePaymentIntentId: "pi_8",
  updatedAt: "2026-11-24T14:30:00Z",
};
const returned: Payment = {
  ...disputedPayment,
  id: "p3",
  userId: "u2",
  amount: "61.20",
  amountReceived: "61.20",
  amountRefunded: "61.20",
  disputed: false,
  description: "Order 7be2d310",
  stripePaymentIntentId: "pi_3",
  updatedAt: "2026-11-22T16:00:00Z",
};

const failed: StripeEvent = { ...failedEvent, id: "e6", stripeId: "evt_6" };
const processed: StripeEvent = {
  ...failedEvent,
  id: "e2",
  stripeId: "evt_2",
  type: "charge.refunded",
  objectId: "",
  state: "processed",
  attempts: 1,
  error: "",
  createdAt: "2026-11-23T15:00:00Z",
  processedAt: "2026-11-23T15:02:00Z",
};
const ignored: StripeEvent = {
  ...processed,
  id: "e9",
  stripeId: "evt_9",
  type: "customer.updated",
  objectId: "cus_9",
  state: "ignored",
  createdAt: "2026-11-19T15:00:00Z",
  processedAt: null,
};
const received: StripeEvent = {
  ...ignored,
  id: "e1",
  stripeId: "evt_1",
  type: "payout.paid",
  state: "received",
  attempts: 0,
};

const plansView = {
  "GET /api/analytics/subscriptions": plans,
  "GET /api/analytics/mrr": { mrr: 1060, canceling: 366 },
  "GET /api/storage-subscriptions": [late],
};

journey("the plans load in parts, each after it failed", async ({ open, serve, step }) => {
  const failure = refusal(500, "Out of order.");
  serve(Object.fromEntries(Object.keys(plansView).map((route) => [route, failure])));
  await open(() => openDesk("?tab=subscriptions"));
  serve({ "GET /api/analytics/mrr": plansView["GET /api/analytics/mrr"] });
  await step("Load the revenue", (person) => person.click(tries()[1] as HTMLElement));
  await step("Load the plans, in vain", (person) => person.click(tries()[0] as HTMLElement));
  serve({ "GET /api/analytics/subscriptions": plans });
  await step("Load the plans", (person) => person.click(tries()[0] as HTMLElement));
  serve({
    "GET /api/storage-subscriptions": [late, { ...late, id: "s8", customerName: "Gus Ito", card: null }],
  });
  await step("Load the failed payments", (person) => person.click(button("Try again")));
});

journey("subscriptions are filtered and continued", async ({ open, serve, step }) => {
  serve({
    ...plansView,
    "GET /api/storage-subscriptions": ({ query }) => {
      if (query.get("cursor")) return [begun, canceling];
      if (query.get("status") === "past_due") return [];
      if (query.get("status"))
        return [late, canceling, ended, begun].filter(({ status }) => status === query.get("status"));
      const Link = '</api/storage-subscriptions?scope=admin&cursor=4>; rel="next"';
      return HttpResponse.json([late, ended], { headers: { Link } });
    },
    "GET /api/payments": [declined, disputedPayment, returned],
  });
  await open(() => openDesk("?tab=subscriptions"));
  await step("All subscriptions", (person) => person.click(button("All subscriptions")));
  await step("Show the next page", (person) => person.click(button("Show more")));
  await step("Only those that end", (person) => person.click(button("Canceling")));
  await step("Only active ones", (person) => person.click(button("Active")));
  await step("Card issues", (person) => person.click(button("Card issues")));
  await step("All subscriptions again", (person) => person.click(button("All subscriptions")));
});

journey("an event is processed again, which fails twice", async ({ open, serve, step }) => {
  const events = [processed, failed, received, ignored];
  serve({
    "GET /api/stripe/events": ({ query }) =>
      events.filter(({ state }) => !query.get("state") || state === query.get("state")),
    "GET /api/payments": refusal(500, "Out of order."),
    "POST /api/stripe/events/:id/process": refusal(500, "Out of order."),
  });
  await open(() => openDesk("?tab=subscriptions&view=events"));
  await step("Process one again, in vain", (person) => person.click(button(/^Process again: .*evt_6$/)));
  serve({ "POST /api/stripe/events/:id/process": { ...failed, attempts: 3, error: "Stripe is down" } });
  await step("Process it again, which fails", (person) => person.click(button(/^Process again: .*evt_6$/)));
  serve({
    "POST /api/stripe/events/:id/process": {
      ...failed,
      state: "processed",
      attempts: 4,
      error: "",
      processedAt: "2026-11-25T15:00:00Z",
    },
  });
  await step("Process it again", (person) => person.click(button(/^Process again: .*evt_6$/)));
  await step("Only ignored ones", (person) => person.click(button("Ignored")));
  serve({
    "POST /api/stripe/events/:id/process": {
      ...ignored,
      state: "processed",
      attempts: 2,
      processedAt: "2026-11-25T15:00:00Z",
    },
  });
  await step("Process that again", (person) => person.click(button(/^Process again/)));
  await step("Card issues, which do not load", (person) => person.click(button("Card issues")));
  serve({ "GET /api/payments": [] });
  await step("Try again", (person) => person.click(button("Try again")));
});
