import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { DeskTreeOrder } from "~/api/types";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import { aDeskOrder, loaded, serveList, servePast, serveWrite } from "../test-desk";
import { CodeDialog } from "./code-dialog";
import { DaySheetView } from "./day-sheet";
import { DoorPayment } from "./door-payment";
import { OrderPayments } from "./order-payments";
import { StopPayment } from "./stop-payment";
import { aReceivedPayment } from "./test-rows";
import { TreePanel } from "./tree-panel";
import TreesTab from "./trees-tab";

beforeEach(() => void vi.setSystemTime("2026-12-05T15:00:00Z"));

const idOf = (number: number) => `0198a000-0000-7000-8000-0000000000${String(number).padStart(2, "0")}`;
const answered = { answeredAt: "2026-11-04T15:00:00Z", respondBy: "2026-11-05T15:00:00Z" };
/** Amounts that all differ. */
const partlyPaid = { totalAmount: "160.00", amountPaid: "60.50", amountDue: "99.50" };
const paid = { amountPaid: "160.00", amountDue: "0.00", canPayOnline: false };
const noAddOns = { includeTreeStand: false };

const orders = () => [
  aDeskOrder({ id: idOf(1), respondBy: "2026-12-05T17:30:00Z", ...noAddOns, preferredDeliveryDate: null }),
  aDeskOrder({ id: idOf(2), customerName: "Marcus Bell", respondBy: "2026-12-05T12:00:00Z", city: "Dover" }),
  aDeskOrder({ id: idOf(3), customerName: "Priya Raman", customerPhone: "603-555-0188", ...answered }),
  aDeskOrder({
    ...{ id: idOf(4), customerName: "Ada Quinn", status: "confirmed", ...answered, ...partlyPaid },
    ...{ includeTreeLights: true, includeWreaths: true, includeDisposal: true },
  }),
  aDeskOrder({
    ...{ id: idOf(5), customerName: "Jo Park", status: "scheduled", ...answered, ...paid },
    scheduledDeliveryDate: "2026-12-07",
  }),
  aDeskOrder({
    ...{ id: idOf(6), customerName: "Sam Ito", status: "delivered", ...answered, canPayOnline: false },
    scheduledDeliveryDate: "2026-12-04",
  }),
  aDeskOrder({
    ...{ id: idOf(7), customerName: "Lee Fox", status: "cancelled", ...answered, amountPaid: "160.00" },
    ...{ overpaid: "160.00", amountDue: "0.00" },
  }),
  // Confirmed without a call.
  aDeskOrder({ id: idOf(8), customerName: "Kim Roy", status: "confirmed", paying: true }),
];

async function openTrees(rows: DeskTreeOrder[] = orders(), search = "&view=all", past: DeskTreeOrder[] = []) {
  serveList("/api/tree-orders", rows);
  servePast("/api/tree-orders", () => past);
  const page = renderAt(`/admin?tab=trees${search}`, <TreesTab />);
  await loaded();
  return page;
}

it("the tree orders: each status and payment, and the next step", async () => {
  await openTrees();
  expect(outline(screen.getByRole("table"))).toMatchSnapshot();
});

it("the tab while it loads, and each of its empty lists", async () => {
  const { held, release } = hold();
  server.use(http.get("/api/tree-orders", () => held.then(() => HttpResponse.json([]))));
  const { unmount } = renderAt("/admin?tab=trees", <TreesTab />);
  expect(outline()).toMatchSnapshot("loading");
  release();
  unmount();
  for (const search of ["", "&view=all", "&view=unpaid", "&view=disposal", "&view=other", "&q=zzz"]) {
    const page = await openTrees([], search);
    const title = screen.getByRole("heading", { level: 3 }).parentElement as HTMLElement;
    expect(outline(title)).toMatchSnapshot(search);
    page.unmount();
  }
  for (const name of [
    "status=pending",
    "size=x",
    "town=Dover",
    "deliveryDay=2026-12-05",
    "preferredDay=2026-12-05",
  ]) {
    const page = await openTrees([], `&view=all&${name}`);
    expect(screen.getByRole("button", { name: "Clear filters" })).toBeVisible();
    if (name.startsWith("delivery"))
      expect(screen.getByRole("link", { name: "Day sheet" })).toHaveAttribute(
        "href",
        "/admin/day-sheet?day=2026-12-05",
      );
    page.unmount();
  }
});

it("clearing the filters keeps the view", async () => {
  const all =
    "&view=unpaid&q=x&status=pending&size=x&town=Dover&deliveryDay=2026-12-05&preferredDay=2026-12-06";
  const { person, router } = await openTrees([], all);
  await person.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(router.state.location.search).toBe("?tab=trees&view=unpaid");
});

it("past deliveries, and the question before one is canceled", async () => {
  const past = [
    aDeskOrder({ id: idOf(1), status: "scheduled", scheduledDeliveryDate: "2026-12-04", city: "Dover" }),
    aDeskOrder({
      id: idOf(2),
      customerName: "Jo Park",
      status: "confirmed",
      scheduledDeliveryDate: "2026-12-03",
    }),
    // These are not past, not planned or done.
    aDeskOrder({
      id: idOf(3),
      customerName: "No 3",
      status: "scheduled",
      scheduledDeliveryDate: "2026-12-05",
    }),
    aDeskOrder({
      id: idOf(4),
      customerName: "No 4",
      status: "delivered",
      scheduledDeliveryDate: "2026-12-03",
    }),
    aDeskOrder({
      id: idOf(5),
      customerName: "No 5",
      status: "cancelled",
      scheduledDeliveryDate: "2026-12-03",
    }),
    aDeskOrder({ id: idOf(6), customerName: "No 6", status: "scheduled", scheduledDeliveryDate: null }),
  ];
  const { person } = await openTrees([], "", past);
  expect(outline(await screen.findByRole("region", { name: "Was it done?" }))).toMatchSnapshot();
  await person.click(screen.getByRole("button", { name: "Cancel… order 00000001, Eleanor Hayes" }));
  expect(outline(await screen.findByRole("alertdialog"))).toMatchSnapshot("cancel");
  await person.click(screen.getByRole("button", { name: "Keep order" }));
  await person.click(
    screen.getByRole("button", { name: "Move to another day: order 00000001, Eleanor Hayes" }),
  );
  expect(outline(await screen.findByRole("dialog"))).toMatchSnapshot("move");
});

function openPanel(order: DeskTreeOrder) {
  for (const part of ["calls", "history"]) serveList(`/api/tree-orders/:id/${part}`, []);
  return renderAt(
    "/admin?tab=trees",
    <TreePanel order={order} panel={{ isOpen: true, panelId: "panel", toggle: () => {} }} />,
  );
}

it("an open order with everything", async () => {
  openPanel(
    aDeskOrder({
      ...{ status: "scheduled", scheduledDeliveryDate: "2026-12-07", ...answered, ...partlyPaid },
      ...{ amountRefunded: "10.00", overpaid: "5.00", addressLine2: "Apt 2", textUpdates: true },
      ...{ notes: "Ring twice", heardFrom: "mail", includeTreeLights: true },
      campaign: { source: "google", name: "fall-2026", medium: "cpc", content: "", term: "" },
    } as Partial<DeskTreeOrder>),
  );
  await loaded();
  expect(outline()).toMatchSnapshot();
});

it("an open order of a guest with little in it", async () => {
  openPanel(
    aDeskOrder({
      ...{ userId: null, customerEmail: "guest@example.com", preferredDeliveryDate: null, ...noAddOns },
      ...{ respondBy: "2026-12-05T12:00:00Z", status: "delivered", ...paid },
    }),
  );
  await loaded();
  const panel = screen.getByRole("region", { name: "Details" });
  expect(outline(panel.querySelector("dl") as HTMLElement)).toMatchSnapshot();
  expect(within(panel).getByRole("button", { name: "Save order" })).toHaveAttribute("aria-disabled", "true");
  expect(within(panel).queryByRole("button", { name: "Discard changes" })).not.toBeInTheDocument();
  expect(outline(within(panel).getByRole("heading", { name: "Payments" }).parentElement as HTMLElement)).toBe(
    "heading3: Payments\np: No payments yet.",
  );
});

it("an order that is being edited, and someone else's change of it", async () => {
  const order = aDeskOrder({ ...answered, notes: "Ring twice", scheduledDeliveryDate: "2026-12-07" });
  const { person } = openPanel(order);
  await loaded();
  const form = screen.getByRole("button", { name: "Save order" }).closest("form") as HTMLElement;
  await person.selectOptions(screen.getByLabelText("Status"), "scheduled");
  await person.type(screen.getByLabelText("Notes (optional)"), "!");
  expect(outline(form)).toMatchSnapshot("changed");
  // Seen over the list, which has the same name for screen readers.
  expect(within(form).getByText("Status", { selector: "p" })).toHaveAttribute("aria-hidden");
  server.use(
    http.patch("/api/tree-orders/:id", () =>
      HttpResponse.json({ message: "No", errors: { status: ["Set a day first."] } }, { status: 400 }),
    ),
  );
  await person.click(screen.getByRole("button", { name: "Save order" }));
  expect(await within(form).findByRole("alert")).toHaveTextContent("Set a day first.");
  await person.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(outline(form)).toMatchSnapshot("discarded");
});

const check = aReceivedPayment({
  id: "p1",
  amount: "60.50",
  note: "Check 1021",
  recordedBy: "Nora Field",
  createdAt: "2026-12-04T15:00:00Z",
});

it.each<[string, Partial<DeskTreeOrder>]>([
  ["due", {}],
  ["partly paid", { ...partlyPaid, payments: [check] }],
  ["due after a call", { canPayOnline: false }],
  ["processing", { paying: true }],
  [
    "canceled, with a refund later",
    { status: "cancelled", overpaid: "60.50", amountDue: "0.00", refundAt: "2026-12-06T15:00:00Z" },
  ],
  ["canceled and refunded", { status: "cancelled", amountDue: "0.00", refundAt: "2026-12-06T15:00:00Z" }],
  ["paid", { ...paid, payments: [{ ...check, amount: "160.00" }] }],
])("the payments of an order: %s", (_, changes) => {
  renderAt("/admin", <OrderPayments order={aDeskOrder({ ...answered, status: "confirmed", ...changes })} />);
  expect(outline()).toMatchSnapshot();
});

it("the QR code of an order: for what is still due, while it is made, and when that fails", async () => {
  const order = aDeskOrder({ ...partlyPaid });
  const { person } = renderAt("/admin", <CodeDialog order={order} />);
  const { held, release } = hold();
  let answer = () => HttpResponse.json({ message: "No" }, { status: 500 }) as HttpResponse<object>;
  const sent = serveWrite("post", "/api/tree-orders/payment-codes", () => held.then(answer));
  await person.click(screen.getByRole("button"));
  expect(outline(await screen.findByRole("dialog"))).toMatchSnapshot("pending");
  release();
  await screen.findByText("We couldn't make the QR code");
  expect(outline(screen.getByRole("dialog"))).toMatchSnapshot("failed");
  const again = hold();
  answer = () => again.held.then(() => HttpResponse.json([])) as never;
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Trying again..." })).toHaveFocus();
  again.release();
  await screen.findByText("This order can't be paid by card anymore.");
  expect(outline(screen.getByRole("dialog"))).toMatchSnapshot("not payable");
  await person.keyboard("{Escape}");
  answer = () =>
    HttpResponse.json([{ orderId: order.id, url: "https://example.com", size: 21, path: "M0 0h7v1h-7z" }]);
  await person.click(screen.getByRole("button"));
  const image = await screen.findByRole("img");
  expect(outline(screen.getByRole("dialog"))).toMatchSnapshot("code");
  // Four empty squares on each side, which scanners need.
  expect(image).toHaveAttribute("viewBox", "-4 -4 29 29");
  expect(image.querySelector("rect")).toHaveAttribute("width", "29");
  expect(image.querySelector("path")).toHaveAttribute("d", "M0 0h7v1h-7z");
  expect(sent.map(({ body }) => body)).toEqual(Array(3).fill({ orderIds: [order.id] }));
});

it("a payment at the door: its form, other methods and errors", async () => {
  const order = aDeskOrder({ ...partlyPaid });
  const { person } = renderAt("/admin", <DoorPayment order={order} />);
  await person.click(screen.getByRole("button"));
  const dialog = await screen.findByRole("dialog");
  expect(outline(dialog)).toMatchSnapshot("cash");
  await person.click(screen.getByRole("radio", { name: "Check" }));
  const amount = screen.getByLabelText("Amount in dollars");
  await person.clear(amount);
  await person.type(amount, "1,000.5");
  expect(outline(dialog)).toMatchSnapshot("check");
  for (const [typed, error] of [
    ["", "Enter an amount"],
    ["0", ""],
    ["-1", ""],
    ["1.234", ""],
    ["abc", ""],
  ] as const) {
    await person.clear(amount);
    if (typed) await person.type(amount, typed);
    await person.click(screen.getByRole("button", { name: /^Record/ }));
    await waitFor(() => expect(amount).toHaveFocus());
    expect(outline(dialog).split("\n").slice(-9).join("\n")).toMatchSnapshot(
      `${typed}${error && ": missing"}`,
    );
  }
});

const nothing = { sizes: {}, addOns: {}, orders: 0, toCollect: "0.00", ordersToCollect: 0, ordersPaying: 0 };

async function openSheet(towns: { town: string; orders: DeskTreeOrder[] }[], totals: object) {
  const sheet = { day: "2026-12-05", towns, totals: { ...nothing, ...totals } };
  server.use(http.get("/api/tree-orders/day-sheet", () => HttpResponse.json(sheet)));
  const page = renderAt("/admin/day-sheet?day=2026-12-05", <DaySheetView day="2026-12-05" />);
  await screen.findByRole("article");
  return page;
}

it("the day sheet: what is due, paid, processing and due after a call", async () => {
  const [first, second, third, fourth, fifth] = [1, 2, 3, 4, 5].map((number) => ({
    ...{ id: idOf(number), status: "scheduled" as const, scheduledDeliveryDate: "2026-12-05" },
  }));
  await openSheet(
    [
      {
        town: "Dover",
        orders: [
          aDeskOrder({
            ...first,
            ...partlyPaid,
            addressLine2: "Apt 2",
            notes: "Ring twice",
            zipCode: "03820",
          }),
          aDeskOrder({ ...second, ...paid, customerName: "Jo Park", ...noAddOns }),
        ],
      },
      {
        town: "Portsmouth",
        orders: [
          aDeskOrder({ ...third, paying: true, customerName: "Sam Ito", includeWreaths: true }),
          aDeskOrder({ ...fourth, canPayOnline: false, customerName: "Lee Fox", state: "ME" }),
          aDeskOrder({ ...fifth, customerName: "Kim Roy", customerPhone: "603-555-0188" }),
        ],
      },
    ],
    {
      ...{ sizes: { quality_7_8ft: 5 }, addOns: { includeTreeStand: 4, includeWreaths: 1 }, orders: 5 },
      ...{ toCollect: "419.50", ordersToCollect: 3, ordersPaying: 1 },
    },
  );
  expect(outline()).toMatchSnapshot();
});

it("a stop with a printed QR code for what is still due", () => {
  const code = { orderId: idOf(1), url: "https://example.com", size: 21, path: "M0 0h7v1h-7z" };
  const { unmount } = renderAt(
    "/admin",
    <StopPayment order={aDeskOrder({ ...partlyPaid, status: "scheduled" })} code={code} />,
  );
  expect(outline()).toMatchSnapshot();
  unmount();
  renderAt("/admin", <StopPayment order={aDeskOrder({ canPayOnline: false })} code={code} />);
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
});

it.each([
  [{ orders: 1, toCollect: "160.00", ordersToCollect: 1, ordersPaying: 0 }],
  [{ orders: 2, toCollect: "0.00", ordersToCollect: 0, ordersPaying: 2 }],
  [{ orders: 2, toCollect: "0.00", ordersToCollect: 0, ordersPaying: 0 }],
])("what to collect for %j", async (totals) => {
  await openSheet([{ town: "Dover", orders: [aDeskOrder({ ...paid })] }], totals);
  expect(outline(screen.getByRole("region", { name: "To collect" }))).toMatchSnapshot();
  expect(screen.queryByText(/^Printed without QR codes/)).not.toBeInTheDocument();
});

it("the day sheet while it loads, when that fails and without deliveries", async () => {
  const { held, release } = hold();
  server.use(
    http.get("/api/tree-orders/day-sheet", () => held.then(() => new HttpResponse(null, { status: 500 }))),
  );
  const { unmount } = renderAt("/admin/day-sheet", <DaySheetView day="2026-12-05" />);
  expect(outline()).toMatchSnapshot("loading");
  release();
  await screen.findByText("We couldn't load the day sheet");
  expect(outline()).toMatchSnapshot("failed");
  unmount();
  await openSheet([], {});
  expect(outline(screen.getByRole("article"))).toMatchSnapshot("none");
});
