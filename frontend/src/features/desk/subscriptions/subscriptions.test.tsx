import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { storageKeys } from "~/api/keys";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import SubscriptionsTab from "./subscriptions-tab";
import { disputedPayment, failedEvent, pastDue, toPickUp } from "./test-rows";

let asked: string[];

beforeEach(() => {
  asked = [];
  const list =
    (rows: object[]) =>
    ({ request }: { request: Request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(rows);
    };
  server.use(
    http.get("/api/analytics/subscriptions", () =>
      HttpResponse.json({
        consumer: { count: 42, revenue: 630, canceling: 2, pastDue: 1 },
        business: { count: 17, revenue: 425, canceling: 0, pastDue: 0 },
        enterprise: { count: 3, revenue: 90, canceling: 0, pastDue: 0 },
      }),
    ),
    http.get("/api/analytics/mrr", () => HttpResponse.json({ mrr: 1145, canceling: 30 })),
    http.get("/api/storage-subscriptions", list([pastDue])),
    http.get("/api/payments", list([disputedPayment])),
    http.get("/api/stripe/events", list([failedEvent])),
  );
});

it("shows the revenue of each plan, with canceling subscriptions listed separately", async () => {
  renderAt("/admin?tab=subscriptions", <SubscriptionsTab />);
  expect(await screen.findByText("$630")).toBeVisible();
  expect(await screen.findByText("$1,145")).toBeVisible();
  expect(screen.getByText(/plus \$30 ending soon \(not counted\)/)).toBeVisible();
  expect([...document.querySelectorAll("dl")].map((list) => list.textContent)).toEqual([
    "Active42Past due (included)1Canceling2",
    expect.stringMatching(/^Active\d+Past due \(included\)0Canceling0$/),
    expect.stringMatching(/^Active\d+Past due \(included\)0Canceling0$/),
  ]);
});

it("lists failed payments with links to their customers, and leaves out what is zero", async () => {
  server.use(http.get("/api/analytics/mrr", () => HttpResponse.json({ mrr: 1145, canceling: 0 })));
  renderAt("/admin?tab=subscriptions", <SubscriptionsTab />);
  const table = within(await screen.findByRole("table", { name: "Failed payments" }));
  expect(table.getByText("Past Due")).toBeVisible();
  expect(table.getByText("Visa ending in 0341")).toBeVisible();
  expect(table.getByText("$27.40")).toBeVisible();
  expect(table.getByRole("link", { name: "Eleanor Hayes" })).toHaveAttribute(
    "href",
    `/admin?tab=customers&person=${pastDue.userId}`,
  );
  expect(asked).toContain("?scope=admin&status=past_due");
  expect((await screen.findByText("$1,145")).parentElement).toHaveTextContent(
    /^\$1,145 per month in total\.$/,
  );
});

it("filters all subscriptions by their status", async () => {
  const { person } = renderAt("/admin?tab=subscriptions&view=all", <SubscriptionsTab />);
  await screen.findByRole("table", { name: "Subscriptions" });
  await person.click(screen.getByRole("button", { name: "Canceling" }));
  await waitFor(() => expect(asked).toContain("?scope=admin&status=canceling"));
  await screen.findByRole("table", { name: "Subscriptions" });
});

it("shows the next step of each subscription", async () => {
  const ends = { endsAt: "2026-12-20T12:00:00Z" };
  const rows = [
    pastDue,
    { ...pastDue, id: "s2", ...ends, status: "canceling" },
    { ...pastDue, id: "s3", ...ends, status: "canceled", card: null },
    { ...pastDue, id: "s4", status: "incomplete" },
  ];
  server.use(http.get("/api/storage-subscriptions", () => HttpResponse.json(rows)));
  renderAt("/admin?tab=subscriptions&view=all", <SubscriptionsTab />);
  const table = await screen.findByRole("table", { name: "Subscriptions" });
  const cells = within(table)
    .getAllByRole("row")
    .slice(1)
    .map((line) => [...line.children].slice(3).map((cell) => cell.textContent));
  expect(cells).toEqual([
    ["CardVisa ending in 0341", "NextRenews Dec 5, 2026", "Per month$15"],
    ["CardVisa ending in 0341", "NextEnds Dec 20, 2026", "Per month$15"],
    ["Card-", "NextEnded Dec 20, 2026", "Per month$15"],
    ["CardVisa ending in 0341", "Next-", "Per month$15"],
  ]);
});

it("records what was picked up and returned, and lists the properties anew", async () => {
  let rows = [toPickUp];
  const sent: unknown[] = [];
  server.use(
    http.get("/api/stored-items", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(rows);
    }),
    http.patch("/api/stored-items/:id", async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return HttpResponse.json(toPickUp);
    }),
  );
  const { person } = renderAt("/admin?tab=subscriptions&view=items", <SubscriptionsTab />);
  const pickUp = await screen.findByRole("button", { name: "Mark as picked up: 41 Marcy Street" });
  rows = [{ ...toPickUp, itemsStatus: "in_storage" }];
  await person.click(pickUp);
  expect(await screen.findByText("Items picked up")).toBeVisible();
  expect(screen.getByText("Eleanor Hayes gets an email in 10 minutes.")).toBeVisible();
  const giveBack = await screen.findByRole("button", { name: "Mark as returned: 41 Marcy Street" });
  rows = [];
  await person.click(giveBack);
  await screen.findByText("No properties found");
  expect(sent).toEqual([
    [toPickUp.id, { inStorage: true }],
    [toPickUp.id, { inStorage: false }],
  ]);
  await person.click(screen.getByRole("button", { name: "To Return" }));
  await waitFor(() => expect(asked).toContain("?scope=admin&status=to_return"));
});

it("asks before recording a return that takes the property off the list", async () => {
  const ended = { ...toPickUp, itemsStatus: "to_return" as const };
  let rows = [ended];
  const sent: unknown[] = [];
  server.use(
    http.get("/api/stored-items", () => HttpResponse.json(rows)),
    http.patch("/api/stored-items/:id", async ({ request }) => {
      sent.push(await request.json());
      rows = [];
      return HttpResponse.json(ended);
    }),
  );
  const { person } = renderAt("/admin?tab=subscriptions&view=items", <SubscriptionsTab />);
  await person.click(await screen.findByRole("button", { name: "Mark as returned: 41 Marcy Street" }));
  const dialog = await screen.findByRole("alertdialog", {
    name: "Were all items returned to 41 Marcy Street?",
  });
  expect(dialog).toHaveTextContent("this can't be undone. Eleanor Hayes gets an email in 10 minutes.");
  expect(sent).toEqual([]);
  await person.click(within(dialog).getByRole("button", { name: "Mark as returned" }));
  await screen.findByText("No properties found");
  expect(sent).toEqual([{ inStorage: false }]);
});

it("says that it couldn't be recorded, and keeps the row", async () => {
  server.use(
    http.get("/api/stored-items", () => HttpResponse.json([toPickUp])),
    http.patch("/api/stored-items/:id", () => HttpResponse.json({ message: "Down" }, { status: 503 })),
  );
  const { person } = renderAt("/admin?tab=subscriptions&view=items", <SubscriptionsTab />);
  const name = "Mark as picked up: 41 Marcy Street";
  await person.click(await screen.findByRole("button", { name }));
  expect(await screen.findByText("Couldn't record the items as picked up")).toBeVisible();
  expect(screen.getByRole("button", { name })).toBeVisible();
});

it("distinguishes refunds, disputes and declined cards", async () => {
  const declined = { ...disputedPayment, id: "p2", status: "open", disputed: false, amountRefunded: "0.00" };
  const failureMessage = "Your card was declined.";
  const returned = {
    ...disputedPayment,
    ...{ id: "p3", userId: "u1", failureMessage, disputed: false, amountRefunded: "875.00" },
  };
  const payments = [disputedPayment, { ...declined, amount: "295.00", failureMessage }, returned];
  server.use(
    http.get("/api/payments", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(payments);
    }),
  );
  renderAt("/admin?tab=subscriptions&view=refunds", <SubscriptionsTab />);
  const table = within(await screen.findByRole("table", { name: "Card issues" }));
  expect(asked).toEqual(["?scope=admin&trouble=1"]);
  expect(table.getByText("Disputed")).toBeVisible();
  expect(table.getAllByText("Partly refunded")).toHaveLength(1); // the other one was refunded in full
  expect(table.getByText("$100.00")).toBeVisible();
  expect(table.getByText("$295.00 not paid")).toBeVisible();
  expect(table.getByText("Your card was declined.")).toBeVisible(); // not where a later attempt succeeded
  expect(table.getByRole("link", { name: "View customer" })).toHaveAttribute(
    "href",
    "/admin?tab=customers&person=u1",
  );
});

it("processes an event again", async () => {
  server.use(
    http.post("/api/stripe/events/e1/process", () =>
      HttpResponse.json({
        ...failedEvent,
        ...{ state: "processed", error: "", attempts: 3, processedAt: "2026-11-21T15:00:00Z" },
      }),
    ),
  );
  const { person, queryClient } = renderAt(
    "/admin?tab=subscriptions&view=events&state=failed",
    <SubscriptionsTab />,
  );
  const plans = storageKeys.desk({ status: "" });
  queryClient.setQueryData(plans, { pages: [{ rows: [], next: null }], pageParams: [] });
  expect(await screen.findByText("The subscription is not known here")).toBeVisible();
  expect(asked).toContain("?state=failed");
  await person.click(screen.getByRole("button", { name: /^Process again/ }));
  expect(await screen.findByText("Event processed")).toBeVisible();
  expect(screen.queryByText("The subscription is not known here")).not.toBeInTheDocument();
  expect(screen.getByText("processed Nov 21, 10:00 AM")).toBeVisible();
  expect(queryClient.getQueryState(plans)?.isInvalidated).toBe(true);
  server.use(http.post("/api/stripe/events/e1/process", () => new HttpResponse(null, { status: 500 })));
  await person.click(screen.getByRole("button", { name: "Process again: invoice.payment_failed, evt_1" }));
  expect(await screen.findByText("Couldn't process the event")).toBeVisible();
  expect(within(screen.getByRole("table")).getByText("Processed")).toBeVisible();
});

it("shows a message when an event fails again", async () => {
  server.use(
    http.post("/api/stripe/events/e1/process", () =>
      HttpResponse.json({ ...failedEvent, attempts: 3, error: "Stripe is down" }),
    ),
  );
  const { person } = renderAt("/admin?tab=subscriptions&view=events&state=other", <SubscriptionsTab />);
  expect(await screen.findByText("in_1")).toBeVisible();
  expect(asked, "an unknown state is ignored").toEqual([""]);
  await person.click(await screen.findByRole("button", { name: /^Process again/ }));
  expect(await screen.findByText("Event failed again")).toBeVisible();
  expect(screen.getAllByText("Stripe is down")).toHaveLength(2); // in the toast and in the row
});
