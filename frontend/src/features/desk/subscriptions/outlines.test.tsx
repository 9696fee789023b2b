import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { DeskStorageSubscription } from "~/api/types";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import { loaded, serveList } from "../test-desk";
import SubscriptionsTab from "./subscriptions-tab";
import { disputedPayment, failedEvent, pastDue, toPickUp } from "./test-rows";

beforeEach(() => void vi.setSystemTime("2026-11-20T15:00:00Z"));

const aPlan = (number: number, customerName: string, changes: Partial<DeskStorageSubscription> = {}) => ({
  ...pastDue,
  ...{ id: `s${number}`, userId: `u${number}`, customerName, customerEmail: `${number}@example.com` },
  ...changes,
});

async function open(view = "") {
  const page = renderAt(`/admin?tab=subscriptions${view && `&view=${view}`}`, <SubscriptionsTab />);
  await loaded();
  return page;
}

it("the subscriptions: each status, card and next day", async () => {
  const none = { endsAt: null, currentPeriodEnd: null };
  const rows = [
    aPlan(1, "Ann"),
    aPlan(2, "Ben", { status: "active", plan: "business", monthlyAmount: "31.50", card: null }),
    aPlan(3, "Cal", { status: "canceling", endsAt: "2026-12-20T12:00:00Z", plan: "enterprise" }),
    aPlan(4, "Dee", { status: "canceled", endsAt: "2026-11-10T12:00:00Z" }),
    aPlan(5, "Eve", { status: "canceled", ...none }),
  ];
  const asked = serveList("/api/storage-subscriptions", rows);
  await open("all&status=active");
  expect(asked[0]?.get("status")).toBe("active");
  expect(outline()).toMatchSnapshot();
});

it("the items to store: each status, with and without a plan", async () => {
  serveList("/api/stored-items", [
    toPickUp,
    { ...toPickUp, id: "a2", label: "", itemsStatus: "in_storage", plan: "business" },
    { ...toPickUp, id: "a3", itemsStatus: "to_return", planEndsAt: "2026-12-20T12:00:00Z" },
    { ...toPickUp, id: "a4", itemsStatus: "to_return", planEndsAt: "2026-11-10T12:00:00Z" },
    { ...toPickUp, id: "a5", itemsStatus: "to_return", plan: null },
  ]);
  await open("items");
  expect(outline()).toMatchSnapshot();
});

it("the card issues: each kind", async () => {
  const fine = { disputed: false, amountRefunded: "0.00", failureMessage: "" };
  const declined = { status: "open", failureMessage: "Your card was declined." } as const;
  serveList("/api/payments", [
    { ...disputedPayment, amountReceived: "870.00", userId: "u1" },
    { ...disputedPayment, id: "p1b", disputeLost: true },
    { ...disputedPayment, ...fine, id: "p2", amountRefunded: "874.99" },
    { ...disputedPayment, ...fine, id: "p3", amountRefunded: "875.00", description: "", purpose: "checkout" },
    { ...disputedPayment, ...fine, ...declined, id: "p4", amount: "120.50", amountReceived: "0.00" },
    { ...disputedPayment, ...fine, ...declined, id: "p5", status: "succeeded" },
    { ...disputedPayment, ...fine, ...declined, id: "p6", failureMessage: "" },
  ]);
  await open("refunds");
  expect(outline(screen.getByRole("table"))).toMatchSnapshot();
});

it("Stripe's events: each state", async () => {
  serveList("/api/stripe/events", [
    failedEvent,
    { ...failedEvent, id: "e2", stripeId: "evt_2", state: "received", error: "", attempts: 0, objectId: "" },
    {
      ...{ ...failedEvent, id: "e3", stripeId: "evt_3", state: "processed", error: "", attempts: 1 },
      processedAt: "2026-11-20T14:30:00Z",
    },
    { ...failedEvent, id: "e4", stripeId: "evt_4", state: "ignored", error: "" },
  ]);
  await open("events");
  expect(outline()).toMatchSnapshot();
});

const metrics = {
  consumer: { count: 42, revenue: 630, canceling: 2, pastDue: 1 },
  business: { count: 17, revenue: 425, canceling: 3, pastDue: 4 },
  enterprise: { count: 3, revenue: 90, canceling: 0, pastDue: 0 },
};

it("the plans, while they load, when that fails, and with failed payments or none", async () => {
  const { held, release } = hold();
  let fails = true;
  const answer = (body: object) =>
    held.then(() => (fails ? new HttpResponse(null, { status: 500 }) : HttpResponse.json(body)));
  let rows = [pastDue, aPlan(2, "Ben")];
  let canceling = 30;
  server.use(
    http.get("/api/analytics/subscriptions", () => answer(metrics)),
    http.get("/api/analytics/mrr", () => answer({ mrr: 1145, canceling })),
    http.get("/api/storage-subscriptions", () => answer(rows)),
  );
  const { person, unmount } = renderAt("/admin?tab=subscriptions", <SubscriptionsTab />);
  expect(outline()).toMatchSnapshot("loading");
  release();
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Try again" })).toHaveLength(3));
  expect(outline()).toMatchSnapshot("failed");
  fails = false;
  for (const again of screen.getAllByRole("button", { name: "Try again" })) await person.click(again);
  await screen.findByText("Showing 2 subscriptions past due.");
  await screen.findByText(/per month in total/);
  expect(outline()).toMatchSnapshot("loaded");
  unmount();
  rows = [];
  canceling = 0;
  renderAt("/admin?tab=subscriptions", <SubscriptionsTab />);
  await screen.findByText("No failed payments");
  expect(outline(screen.getByText("No failed payments").parentElement as HTMLElement)).toMatchSnapshot(
    "none",
  );
  expect(screen.getByText(/per month in total/)).toHaveTextContent("$1,145 per month in total.");
});

it.each([
  ["all", "/api/storage-subscriptions"],
  ["items", "/api/stored-items"],
  ["refunds", "/api/payments"],
  ["events", "/api/stripe/events"],
])("the view %s without rows", async (view, path) => {
  serveList(path, []);
  await open(view);
  expect(outline(screen.getByRole("heading", { level: 3 }).parentElement as HTMLElement)).toMatchSnapshot();
});
