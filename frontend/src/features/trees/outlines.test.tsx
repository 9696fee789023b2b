import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { TreeOrder } from "~/api/types";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { aTreeOrder } from "~/test/rows";
import { server } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { MyTreeOrders } from "./components/my-tree-orders";
import { OrderMoneyBadge } from "./components/order-money-badge";
import { OrderPayment } from "./components/order-payment";
import { TreeOrderSent } from "./components/tree-order-sent";
import TreesPage from "./pages/trees-page";
import { orderTotal } from "./totals";

// Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-19T01:15:00Z"), toFake: ["Date"] }));
beforeEach(() => server.use(http.get("*.svg", () => HttpResponse.text("<svg></svg>"))));

const plain = (element: Element) => outline(element).replaceAll(" Eastern", "");
/** The outline without the catalog's prices and long texts. */
const withoutPrices = (element: Element) =>
  plain(element)
    .replaceAll(/\$\d+(\.\d+)?/g, "$…")
    .replaceAll(/x{9,}/g, "xxx…");
const nothing = () => undefined;

const settled = { amountDue: "0.00", canPayOnline: false };
const canceled = { ...settled, status: "cancelled" } as const;

/** Orders by how much of them is paid, with amounts that all differ. */
const byMoney: Record<string, Partial<TreeOrder>> = {
  "to be paid": {},
  "to be paid, without a day": { scheduledDeliveryDate: null },
  "partly paid": { amountPaid: "60.00", amountRefunded: "5.00", amountDue: "105.00" },
  "partly paid, delivered": { status: "delivered", amountPaid: "60.00", amountDue: "100.00" },
  "to be paid, delivered": { status: "delivered" },
  "to be paid after a call": { canPayOnline: false },
  processing: { paying: true },
  "processing, canceled": { ...canceled, paying: true },
  paid: { ...settled, amountPaid: "160.00" },
  "paid too much": { ...settled, amountPaid: "180.00", overpaid: "20.00" },
  "paid, but disputed": { ...settled, amountPaid: "160.00", amountDisputed: "110.00" },
  "paid, but returned by the bank": {
    ...settled,
    amountPaid: "160.00",
    amountDisputed: "110.00",
    amountLost: "110.00",
  },
  "paid, but returned in part": {
    ...settled,
    amountPaid: "160.00",
    amountDisputed: "110.00",
    amountLost: "80.00",
  },
  "partly paid, but disputed": { amountPaid: "60.00", amountDisputed: "35.00", amountDue: "100.00" },
  "being refunded": { ...canceled, amountPaid: "160.00", overpaid: "160.00", amountRefunding: "160.00" },
  "being refunded in part": {
    ...canceled,
    amountPaid: "150.00",
    overpaid: "140.00",
    amountRefunding: "100.00",
  },
  "canceled, undecided": { ...canceled, amountPaid: "160.00", overpaid: "130.00" },
  "canceled, disputed": { ...canceled, amountPaid: "160.00", amountDisputed: "155.00" },
  "canceled, kept": { ...canceled, amountPaid: "150.00", amountRefunded: "10.00" },
  "canceled, refunded": { ...canceled, amountRefunded: "150.00" },
  "canceled before any payment": canceled,
};

const orders: Partial<TreeOrder>[] = [
  { status: "pending", scheduledDeliveryDate: null, addressLine2: "Unit 2", includeTreeLights: true },
  {
    treeSize: "modest_6ft",
    scheduledDeliveryDate: null,
    preferredDeliveryDate: null,
    includeTreeStand: false,
    state: "ME",
  },
  { treeSize: "premium_8_10ft", includeWreaths: true, includeDisposal: true, preferredDeliveryDate: null },
];

it("the tree orders of a customer in My Services", async () => {
  const all = [...Object.values(byMoney), ...orders];
  server.use(
    http.get("/api/tree-orders", () =>
      HttpResponse.json(all.map((row, n) => aTreeOrder({ id: `t${n}`, ...row }))),
    ),
  );
  const { container } = renderAt("/tab", <MyTreeOrders />);
  expect(outline(container)).toMatchSnapshot("loading");
  await screen.findAllByRole("article");
  expect(outline(container)).toMatchSnapshot("loaded");
});

it("no tree orders, and orders that failed to load", async () => {
  server.use(http.get("/api/tree-orders", () => HttpResponse.json([])));
  const { container, unmount } = renderAt("/tab", <MyTreeOrders />);
  await screen.findByText("No tree orders yet");
  expect(outline(container)).toMatchSnapshot("none");
  unmount();
  server.use(http.get("/api/tree-orders", () => new HttpResponse(null, { status: 500 })));
  const failed = renderAt("/tab", <MyTreeOrders />);
  await screen.findByRole("alert");
  expect(outline(failed.container)).toMatchSnapshot("failed");
});

it("the payment of a tree order", async () => {
  const { container, person } = renderAt(
    "/order",
    Object.entries(byMoney).map(([name, changes]) => (
      <section key={name} aria-label={name}>
        <OrderPayment order={aTreeOrder(changes)} level="h3" />
      </section>
    )),
  );
  const section = (name: string) => screen.getByRole("region", { name });
  expect(plain(container)).toMatchSnapshot("closed");
  await person.click(screen.getAllByRole("button", { name: "Pay at delivery" })[0] as HTMLElement);
  expect(plain(section("to be paid"))).toMatchSnapshot("later");
});

it.each([
  ["no day yet", { scheduledDeliveryDate: null }],
  ["a day", {}],
  ["delivered", { status: "delivered" }],
] as const)("the open payment form of a tree order: %s", async (_, changes) => {
  serveStripe([], { pi_1_secret_1: { status: "requires_payment_method", amount: 16000 } });
  server.use(
    http.post("/api/create-payment-intent", () => HttpResponse.json({ clientSecret: "pi_1_secret_1" })),
  );
  const { person, container } = renderAt(
    "/order",
    <OrderPayment order={aTreeOrder(changes)} level="h2" startsOpen />,
  );
  const pay = await screen.findByRole("button", { name: "Pay $160.00" });
  await waitFor(() => expect(pay).not.toHaveAttribute("aria-disabled"));
  expect(plain(container)).toMatchSnapshot("open");
  const later = screen.queryByRole("button", { name: "Pay at delivery instead" });
  if (!later) return;
  await person.click(later);
  expect(screen.getByText("You'll pay $160.00 at delivery, by cash, check or card.")).toHaveFocus();
});

it("the confirmation of a tree order", () => {
  const sent = (changes: Partial<TreeOrder>) => {
    const order = aTreeOrder({ createdAt: "2026-11-18T16:00:00Z", ...changes });
    const { container, unmount } = renderAt(
      "/trees",
      <TreeOrderSent order={order} isFresh onAgain={nothing} />,
    );
    const said = plain(container).replace(/the form showed \$\S+,/, "the form showed $…,");
    unmount();
    return said;
  };
  const large = { treeSize: "premium_8_10ft", includeDisposal: true, includeTreeLights: true } as const;
  expect(
    sent({
      ...large,
      treePrice: "150.00",
      deliveryPrice: "60.00",
      totalAmount: "311.25",
      addressLine2: "Unit 2",
      textUpdates: true,
      notes: "Behind the barn",
    }),
  ).toMatchSnapshot("with all answers and another price than the form's");
  const small = { treeSize: "modest_6ft", includeTreeStand: false } as const;
  expect(
    sent({
      ...small,
      customerName: "",
      totalAmount: (orderTotal(small) / 100).toFixed(2),
      treePrice: "61.00",
      canPayOnline: false,
      preferredDeliveryDate: null,
    }).replace(/(Total\n.*)\$\S+/, "$1$…"),
  ).toMatchSnapshot("with few answers, to another state");
  expect(sent(canceled)).not.toContain("region: Payment");
});

it("the confirmation of a tree order after a reload, before and after it is fetched", async () => {
  server.use(
    http.get("/api/tree-orders/:id", () =>
      HttpResponse.json(aTreeOrder({ ...settled, amountPaid: "160.00", customerPhone: "603-555-0199" })),
    ),
  );
  const { container } = renderAt(
    "/trees",
    <TreeOrderSent order={aTreeOrder()} isFresh={false} onAgain={nothing} />,
  );
  const top = () => withoutPrices(container).split("\n").slice(0, 8).join("\n");
  expect(top()).toMatchSnapshot("before");
  await screen.findByText("Your order is paid");
  expect(top()).toMatchSnapshot("after");
});

const visit = () => {
  const page = renderAt("/christmas-trees", <TreesPage />);
  const [submit] = screen.getAllByRole("button", { name: "Place order" });
  return {
    ...page,
    form: page.container.querySelector("form") as HTMLFormElement,
    submit: submit as HTMLElement,
  };
};

/** Type into the fields with these names, at once. */
function fillIn(form: HTMLFormElement, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values))
    fireEvent.change(form.querySelector(`[name="${name}"]`) as Element, { target: { value } });
}

const problemsOf = (form: Element) =>
  withoutPrices(form)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^alert|invalid=true|^button \[disabled|The server/.test(line))
    .join("\n");

it("the page that sells trees", async () => {
  const { person, container, form, submit } = visit();
  expect(withoutPrices(container)).toMatchSnapshot("opened");
  await person.click(screen.getByRole("radio", { name: /Premium/ }));
  for (const box of screen.getAllByRole("checkbox").slice(0, 4)) await person.click(box);
  expect(withoutPrices(screen.getByRole("complementary"))).toMatchSnapshot("order");
  await person.click(submit);
  await screen.findByText("City is required");
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveFocus());
  expect(problemsOf(form)).toMatchSnapshot("without answers");
});

const fields = {
  customerName: 200,
  customerEmail: 254,
  customerPhone: 40,
  addressLine1: 255,
  addressLine2: 255,
  city: 100,
  notes: 2000,
};
const filled = (more: number) => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, length]) => [name, "x".repeat(length + more)])),
  state: "NH",
  zipCode: "03801-1234",
});

it("the tree order form with answers that are too long", async () => {
  const { person, form, submit } = visit();
  fillIn(form, { ...filled(1), state: "N", zipCode: "03801-12345" });
  await person.click(submit);
  await screen.findByText("Invalid ZIP code format");
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveFocus());
  expect(problemsOf(form)).toMatchSnapshot("one too many");
  fillIn(form, { ...filled(0), customerEmail: "eleanor@example.com" });
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  server.use(http.post("/api/tree-orders", () => delay("infinite")));
  await person.click(submit);
  expect(problemsOf(form)).toBe(
    [
      "button [disabled=true, focused]: Submitting Order...",
      "button [disabled=true]: Submitting Order...",
    ].join("\n"),
  );
});

it("the tree order form with answers that are too short", async () => {
  const { person, form, submit } = visit();
  fillIn(form, {
    customerName: "E",
    customerEmail: "eleanor@example",
    customerPhone: "603555017",
    addressLine1: "Main",
    city: "P",
    zipCode: "0380",
  });
  await person.click(submit);
  await screen.findByText("Invalid ZIP code format");
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveFocus());
  expect(problemsOf(form)).toMatchSnapshot();
  fillIn(form, {
    customerName: "El",
    customerEmail: "eleanor@example.com",
    customerPhone: "6035550172",
    addressLine1: "1 Elm",
    city: "Po",
    zipCode: "03801",
  });
  await waitFor(() => expect(problemsOf(form)).toBe(""));
});

it("the tree order form shows the server's message of each field at that field", async () => {
  const refused = [...Object.keys(fields), "state", "zipCode", "preferredDeliveryDate", "heardFrom"];
  const errors = Object.fromEntries(refused.map((field) => [field, [`The server refused ${field}.`]]));
  server.use(
    http.post("/api/tree-orders", () =>
      HttpResponse.json({ message: "Please check.", errors }, { status: 400 }),
    ),
  );
  const { person, form, submit } = visit();
  fillIn(form, { ...filled(-1), customerEmail: "eleanor@example.com" });
  await person.click(submit);
  await screen.findByText("The server refused notes.");
  await waitFor(() => expect(screen.getByLabelText("Full name")).toHaveFocus());
  expect(problemsOf(form)).toMatchSnapshot();
});

it("the badge of an order's payment has the color of its state", () => {
  const canceled = { status: "cancelled", amountDue: "0.00", amountPaid: "60.00" } as const;
  const colors = (orders: Partial<TreeOrder>[]) =>
    orders.map((order, place) => {
      const { container, unmount } = render(
        <OrderMoneyBadge order={aTreeOrder({ id: `o${place}`, ...order })} />,
      );
      const [tone] = /--tone-\w+/.exec(container.innerHTML) ?? [];
      const words = `${container.textContent}: ${tone}`;
      unmount();
      return words;
    });
  expect(
    colors([
      {},
      { canPayOnline: false },
      { paying: true },
      { amountPaid: "160.00", amountDue: "0.00" },
      { amountPaid: "160.00", amountDue: "0.00", amountDisputed: "45.00" },
      { ...canceled, amountRefunding: "40.00" },
      { ...canceled, overpaid: "60.00" },
      canceled,
      { ...canceled, amountPaid: "0.00", amountRefunded: "60.00" },
      { ...canceled, amountPaid: "0.00" },
    ]),
  ).toMatchInlineSnapshot(`
    [
      "$160.00 due: --tone-amber",
      "$160.00 due: --tone-amber",
      "Payment processing: --tone-blue",
      "Paid: --tone-evergreen",
      "$45.00 disputed: --tone-amber",
      "Refund due: $40.00: --tone-red",
      "$60.00 paid: --tone-amber",
      "$60.00 paid: --tone-evergreen",
      "Refunded: --tone-dim",
      ": undefined",
    ]
  `);
});
