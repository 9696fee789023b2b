import { renderHook, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "~/api/errors";
import type { Invoice, Paid, SavedCard } from "~/api/types";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { anInvoice, aTreeOrder } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { useToast } from "~/ui/toast";
import { CardUnavailable } from "./components/card-unavailable";
import { CheckoutFrame } from "./components/checkout-frame";
import { DepositPayment } from "./components/deposit-payment";
import { InvoicePaid } from "./components/invoice-paid";
import { MyPayments } from "./components/my-payments";
import { PaymentDone } from "./components/payment-done";
import { TreePayment } from "./components/tree-payment";
import type { Ended } from "./outcome";
import CheckoutPage from "./pages/checkout-page";

const SECRET = "pi_1_secret_1";
let sent: unknown[] = [];

beforeEach(() => {
  sent = [];
  server.use(
    http.post("/api/create-payment-intent", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ clientSecret: SECRET });
    }),
  );
});

const open = (amount: number) => ({ [SECRET]: { status: "requires_payment_method", amount } });
const declined = { error: { message: "Your card was declined.", type: "card_error" } };

/** Return the outline of the page without the toasts. */
const page = (container: Element) => outline(container.firstElementChild as Element);

async function payButton(name: string) {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"));
  return button;
}

const visa: SavedCard = {
  id: "pm_1",
  brand: "visa",
  last4: "4242",
  expMonth: 4,
  expYear: 2030,
  expired: false,
  paysStorage: false,
};
const paid: Paid = {
  id: "p1",
  paidAt: "2026-11-20T15:00:00Z",
  description: "Invoice INV-2026-00001",
  amount: "675.00",
  amountRefunded: "0.00",
  method: "card",
  cardBrand: "visa",
  cardLast4: "4242",
  cardWallet: "",
  reversed: false,
  disputed: false,
  disputeLost: false,
  receiptUrl: "/api/payments/p1/receipt",
};

it("the customer's payments and cards have a state for each result", async () => {
  serveStripe();
  const { held, release } = hold();
  const rows = [
    paid,
    { ...paid, id: "p2", paidAt: "2026-11-19T02:00:00Z", cardWallet: "link", amountRefunded: "75.00" },
    { ...paid, id: "p3", method: "check", cardLast4: "", reversed: true, receiptUrl: null },
    { ...paid, id: "p4", disputed: true },
    { ...paid, id: "p5", disputed: true, disputeLost: true },
  ];
  const cards = [
    visa,
    { ...visa, id: "pm_2", brand: "jcb", last4: "0001", expMonth: 11, expired: true, expYear: 2024 },
    { ...visa, id: "pm_3", brand: "discover", last4: "0002", paysStorage: true },
    { ...visa, id: "pm_4", last4: "0003", expired: true, paysStorage: true },
  ];
  server.use(
    http.get("/api/payment-history", async () => {
      await held;
      return HttpResponse.json(rows, { headers: { Link: '</api/payment-history?cursor=2>; rel="next"' } });
    }),
    http.get("/api/payment-methods", () => held.then(() => HttpResponse.json(cards))),
  );
  const regions = () => screen.getAllByRole("region", { name: /^(Payments|Saved cards)$/ });
  const shown = () =>
    regions()
      .map((region) => outline(region))
      .join("\n");
  const first = renderAt("/mine", <MyPayments />);
  expect(shown()).toMatchSnapshot("loading");
  release();
  await screen.findByRole("list", { name: "Your payments" });
  await screen.findByRole("list", { name: "Your saved cards" });
  expect(shown()).toMatchSnapshot("rows");
  await first.person.click(screen.getByRole("button", { name: "Remove: Visa ending in 4242" }));
  expect(outline(await screen.findByRole("alertdialog"))).toMatchSnapshot("removing a card");
  first.unmount();

  server.use(
    http.get("/api/payment-history", () => HttpResponse.json([])),
    http.get("/api/payment-methods", () => HttpResponse.json([])),
  );
  const empty = renderAt("/mine", <MyPayments />);
  await screen.findByText(/^No payments yet/);
  await screen.findByText(/^No saved cards/);
  expect(shown()).toMatchSnapshot("empty");
  empty.unmount();

  const fails = () => new HttpResponse(null, { status: 500 });
  server.use(http.get("/api/payment-history", fails), http.get("/api/payment-methods", fails));
  renderAt("/mine", <MyPayments />);
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Try again" })).toHaveLength(2));
  expect(shown()).toMatchSnapshot("failed");
});

it("a card is removed once, while its dialog stays", async () => {
  serveStripe();
  const { held, release } = hold();
  let removed = 0;
  server.use(
    http.get("/api/payment-history", () => HttpResponse.json([])),
    http.get("/api/payment-methods", () => HttpResponse.json([visa])),
    http.delete("/api/payment-methods/pm_1", async () => {
      removed += 1;
      await held;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { person } = renderAt("/mine", <MyPayments />);
  await person.click(await screen.findByRole("button", { name: /^Remove: / }));
  await person.click(await screen.findByRole("button", { name: "Remove card" }));
  await person.click(await screen.findByRole("button", { name: "Removing..." }));
  expect(screen.getByRole("alertdialog")).toBeVisible();
  release();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(removed).toBe(1);
});

const ends: [string, Ended][] = [
  ["paid", { kind: "succeeded", amount: 31875 }],
  ["without an amount", { kind: "succeeded", amount: 0 }],
  ["processing", { kind: "processing", amount: 31875 }],
  ["processing without an amount", { kind: "processing", amount: 0 }],
];

it.each(ends)("the end of a payment that is %s", (_, outcome) => {
  const { container } = renderAt(
    "/",
    <div>
      <PaymentDone outcome={outcome} />
      <PaymentDone outcome={outcome} level="h2" actions={<a href="/">Home</a>}>
        Your invoice shows it.
      </PaymentDone>
    </div>,
  );
  expect(page(container)).toMatchSnapshot();
});

it.each<[string, Partial<Invoice>, Ended | null]>([
  ["was paid before", { status: "paid" }, null],
  ["was paid before, but is disputed", { status: "paid", amountDisputed: "600.00" }, null],
  ["was paid before, but is returned", { status: "paid", amountDisputed: "9.00", amountLost: "9.00" }, null],
  ["is paid", { status: "paid" }, { kind: "succeeded", amount: 67500 }],
  ["is partly paid", {}, { kind: "succeeded", amount: 67500 }],
  ["is being paid", {}, { kind: "processing", amount: 67500 }],
])("an invoice that %s, for its owner and for others", async (_, changes, outcome) => {
  server.use(http.get("/api/invoices/i1", () => new Promise<never>(() => {})));
  const invoice = anInvoice(changes);
  const guest = renderAt(
    "/",
    <div>
      <InvoicePaid invoice={invoice} part="all" outcome={outcome} />
    </div>,
  );
  expect(page(guest.container)).toMatchSnapshot("guest");
  guest.unmount();
  signIn(customer);
  const owner = renderAt(
    "/",
    <div>
      <InvoicePaid invoice={invoice} part="all" outcome={outcome} />
    </div>,
  );
  await screen.findByRole("link", { name: "See your invoices" });
  expect(page(owner.container)).toMatchSnapshot("owner");
});

it("a checkout shows what is paid for, if that is known", () => {
  const lines = [
    { label: "Invoice 1", amount: "$90.00" },
    { label: "To pay now", amount: "$45.00" },
  ];
  const { container } = renderAt(
    "/",
    <div>
      <CheckoutFrame lines={lines}>The form</CheckoutFrame>
      <CheckoutFrame lines={[]} bare>
        An error
      </CheckoutFrame>
    </div>,
  );
  expect(page(container)).toMatchSnapshot();
});

it("a missing card form says why, and how to go on", () => {
  const { container, unmount } = renderAt(
    "/",
    <div>
      <CardUnavailable error={new ApiError(503, "503")} onRetry={() => {}} />
      <CardUnavailable error={new ApiError(500, "500")} onRetry={() => {}} />
      <CardUnavailable error={new TypeError("offline")} />
    </div>,
  );
  expect(page(container)).toMatchSnapshot();
  unmount();
});

const deposit = anInvoice({
  amount: "1275.00",
  amountDue: "1275.00",
  dueNow: "318.75",
  fromAcceptance: true,
  dueDate: null,
});
const theDeposit = (invoice = deposit) => (
  <div>
    <DepositPayment
      hasDay={false}
      invoice={invoice}
      returnTo="/follow/quotes/q1"
      shownBy={["page"]}
      notes={<p>Notes</p>}
    />
  </div>
);

it("a deposit is paid in place, from the placeholder to the confirmation", async () => {
  const second = hold();
  const { confirm } = serveStripe(
    [declined, { intent: { status: "succeeded", amount: 31875 } }],
    open(31875),
  );
  const { held, release } = hold();
  server.use(
    http.post("/api/create-payment-intent", () =>
      held.then(() => HttpResponse.json({ clientSecret: SECRET })),
    ),
    http.get("/api/invoices/i1", () =>
      HttpResponse.json({ ...deposit, dueNow: "0.00", amountPaid: "318.75" }),
    ),
  );
  const { person, container } = renderAt("/", theDeposit());
  expect(page(container)).toMatchSnapshot("placeholder");
  release();
  await person.click(await payButton("Pay $318.75"));
  await screen.findByText(/^Your card was declined. You can/);
  expect(page(container)).toMatchSnapshot("declined");
  const pay = confirm.getMockImplementation() as NonNullable<
    ReturnType<typeof confirm.getMockImplementation>
  >;
  confirm.mockImplementation(async (options) => {
    await second.held;
    return pay(options);
  });
  await person.click(await payButton("Pay $318.75"));
  await screen.findByRole("button", { name: "Processing..." });
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  second.release();
  await screen.findByText("Your invoice shows this payment. Next, we set your day.");
  expect(page(container)).toMatchSnapshot("paid");
  expect(screen.getByRole("heading", { level: 2 })).toHaveFocus();
  expect(confirm.mock.calls[0]?.[0].confirmParams).toEqual({
    return_url: `${window.location.origin}/follow/quotes/q1`,
  });
});

it("a deposit that is all of the invoice leaves no rest", async () => {
  serveStripe([], open(31875));
  const { container } = renderAt("/", theDeposit({ ...deposit, amountDue: "318.75" }));
  await payButton("Pay $318.75");
  expect(page(container)).toMatchSnapshot();
});

it("a payment that the server refuses can be tried again", async () => {
  serveStripe([], open(31875));
  let refused = true;
  let attempts = 0;
  server.use(
    http.post("/api/create-payment-intent", () => {
      attempts += 1;
      return refused
        ? HttpResponse.json({ message: "This invoice is being paid right now." }, { status: 409 })
        : HttpResponse.json({ clientSecret: SECRET });
    }),
  );
  const { person, container } = renderAt("/", theDeposit());
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(page(container)).toMatchSnapshot();
  await person.click(again);
  // Its button was replaced while the server was asked again.
  await waitFor(() => expect(screen.getByRole("alert")).toHaveFocus());
  refused = false;
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await payButton("Pay $318.75");
  expect(attempts).toBe(3);
  expect(screen.queryByText("This invoice is being paid right now.")).not.toBeInTheDocument();
});

it("a tree is paid in place, and its confirmation follows the server", async () => {
  serveStripe([{ intent: { status: "succeeded", amount: 16000 } }], open(16000));
  const order = aTreeOrder();
  const { held, release } = hold();
  server.use(
    http.get("/api/tree-orders/:id", async () => {
      await held;
      return HttpResponse.json({ ...order, amountPaid: "160.00", amountDue: "0.00" });
    }),
  );
  const { person, container } = renderAt(
    "/",
    <div>
      <TreePayment order={order} level="h3" notes={<p>Notes</p>} settled={null} />
    </div>,
  );
  const pay = await payButton("Pay $160.00");
  expect(page(container)).toMatchSnapshot("form");
  await person.click(pay);
  await screen.findByText("Your order will show it in a moment.");
  expect(page(container)).toMatchSnapshot("waiting");
  release();
  await screen.findByText("Your order is paid. We'll email your receipt.");
  expect(page(container)).toMatchSnapshot("paid");
  expect(sent).toEqual([{ treeOrderId: order.id }]);
});

it.each([
  ["deposit", "invoice", () => theDeposit(), "Pay $318.75", 31875],
  [
    "invoice",
    "invoice",
    () => <InvoicePaid invoice={deposit} part="all" outcome={{ kind: "succeeded", amount: 31875 }} />,
    null,
    0,
  ],
  [
    "tree",
    "order",
    () => <TreePayment order={aTreeOrder()} level="h3" notes={null} settled={null} />,
    "Pay $160.00",
    16000,
  ],
])("a payment of a %s that isn't there after half a minute must not be made again", async (...row) => {
  const [, thing, part, button, amount] = row;
  const sleep = globalThis.setTimeout;
  // The pauses of seconds between two requests.
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, delay = 0, ...rest: []) =>
    sleep(run, delay >= 1_000 && delay <= 5_000 ? 1 : delay, ...rest)) as typeof setTimeout);
  serveStripe([{ intent: { status: "succeeded", amount } }], open(amount));
  server.use(
    http.get("/api/invoices/:id", () => HttpResponse.json(deposit)),
    http.get("/api/tree-orders/:id", () => HttpResponse.json(aTreeOrder())),
  );
  const { person } = renderAt("/", part());
  if (button) await person.click(await payButton(button));
  const words = `Your payment is processing. Please don't pay again; your ${thing} will update.`;
  expect(await screen.findByText(words)).toBeVisible();
});

it("a visitor's card form asks for the receipt's address until it is valid", async () => {
  const { confirm } = serveStripe();
  const { person } = renderAt("/checkout", <CheckoutPage />);
  const pay = await payButton("Complete Payment");
  const form = pay.closest("form") as HTMLFormElement;
  expect(outline(form)).toMatchSnapshot("form");
  const field = screen.getByLabelText("Email for your receipt");
  await person.type(field, "a");
  expect(field).not.toHaveAttribute("aria-invalid"); // not before it was tried
  await person.clear(field);
  await person.click(pay);
  expect(field).toHaveFocus();
  expect(outline(form)).toMatchSnapshot("invalid");
  await person.type(field, "ada@example.com");
  expect(field).toBeValid();
  expect(confirm).not.toHaveBeenCalled();
});

it("a card form is busy until it is ready and while it pays", async () => {
  signIn(customer);
  const { held, release } = hold();
  const { confirm, create } = serveStripe();
  confirm.mockImplementationOnce(async () => {
    await held;
    return { intent: { status: "succeeded", amount: 59900 } };
  });
  server.use(http.post("/api/payment-methods/session", () => HttpResponse.json({ clientSecret: "cuss_1" })));
  const { person } = renderAt("/checkout", <CheckoutPage />);
  const pay = await payButton("Complete Payment");
  const form = pay.closest("form") as HTMLFormElement;
  expect(outline(form)).toMatchSnapshot("form of a signed-in customer");
  expect(create.mock.calls[0]?.[1]).toMatchObject({
    layout: "tabs",
    defaultValues: { billingDetails: { name: "Eleanor Hayes", email: "eleanor@example.com" } },
  });
  await person.click(pay);
  await screen.findByRole("button", { name: "Processing..." });
  expect(outline(form)).toMatchSnapshot("paying");
  release();
  expect(await screen.findByRole("button", { name: "Make another payment" })).toBeVisible();
});

const due = anInvoice({ amount: "875.00", amountPaid: "200.00", amountDue: "675.00", dueNow: "675.00" });

it("an invoice's checkout has a state for each result", async () => {
  signIn(customer);
  serveStripe([], open(67500));
  const { held, release } = hold();
  let works = false;
  server.use(
    http.get("/api/invoices/i1", async () => {
      await held;
      return works ? HttpResponse.json(due) : new HttpResponse(null, { status: 500 });
    }),
  );
  const { person, container } = renderAt("/checkout?invoice=i1", <CheckoutPage />);
  expect(page(container)).toMatchSnapshot("loading");
  release();
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(page(container)).toMatchSnapshot("failed");
  works = true;
  await person.click(again);
  await payButton("Complete Payment");
  expect(page(container)).toMatchSnapshot("form");
});

const accepted = { ...due, fromAcceptance: true, dueDate: null };

it.each<[string, Partial<Invoice>, "first" | "all", string]>([
  ["late", { status: "overdue" }, "all", "To pay now $675.00"],
  ["a deposit", { ...accepted, dueNow: "18.75" }, "first", "Deposit, due today $18.75"],
  ["a deposit, but paid whole", { ...accepted, dueNow: "18.75" }, "all", "To pay now $675.00"],
  ["a deposit of everything", accepted, "first", "Deposit, due today $675.00"],
  ["due after the work", { ...accepted, dueDate: "2026-12-15" }, "first", "To pay now $675.00"],
  [
    "to be paid later",
    { ...accepted, dueNow: "0.00" },
    "first",
    "Rest, due 14 days after we install $675.00",
  ],
  ["paid", { ...accepted, status: "paid", amountDue: "0.00", dueNow: "0.00" }, "first", "Still due $0.00"],
])("the checkout of an invoice that is %s says what the payment is for", async (_, changes, part, last) => {
  serveStripe([], open(67500));
  server.use(http.get("/api/invoices/i1", () => HttpResponse.json({ ...due, ...changes })));
  renderAt(`/checkout?invoice=i1&part=${part}`, <CheckoutPage />);
  const aside = screen.getByRole("complementary", { name: "What you're paying for" });
  await within(aside).findByText("Invoice INV-2026-00002");
  const labels = within(aside).getAllByRole("term");
  const amounts = within(aside).getAllByRole("definition");
  const lines = labels.map((label, place) => `${label.textContent} ${amounts[place]?.textContent}`);
  expect(lines).toEqual(["Invoice INV-2026-00002 $875.00", "Paid so far $200.00", last]);
});

it.each<[string, () => Response, { title: string; description: string }, string]>([
  [
    "is not theirs",
    () => HttpResponse.json({ message: "Not found" }, { status: 404 }),
    { title: "Invoice not found", description: "It may belong to another account." },
    "/my-services?tab=invoices",
  ],
  [
    "is closed",
    () => HttpResponse.json({ ...due, status: "cancelled" }),
    { title: "Nothing to pay", description: "Invoice INV-2026-00002 isn't open for payment." },
    "/my-services?tab=invoices#invoice-i1",
  ],
  [
    "can't be paid now",
    () => HttpResponse.json(due),
    { title: "Couldn't start the payment", description: "It is being paid right now." },
    "/my-services?tab=invoices#invoice-i1",
  ],
])("a customer whose invoice %s is sent back and told why", async (_, respond, toast, path) => {
  signIn(customer);
  serveStripe();
  server.use(
    http.get("/api/invoices/i1", respond),
    http.post("/api/create-payment-intent", () =>
      HttpResponse.json({ message: "It is being paid right now." }, { status: 409 }),
    ),
  );
  const { router } = renderAt("/checkout?invoice=i1", <CheckoutPage />);
  await waitFor(() => expect(router.state.location.pathname).toBe("/my-services"));
  const { pathname, search, hash } = router.state.location;
  expect(pathname + search + hash).toBe(path);
  expect(router.state.historyAction).toBe("REPLACE");
  expect(renderHook(useToast).result.current).toMatchObject({ ...toast, variant: "destructive", open: true });
});

it("a visitor's invoice without its link says that they have to log in", async () => {
  serveStripe();
  server.use(http.get("/api/invoices/i1", () => new HttpResponse(null, { status: 404 })));
  renderAt("/checkout?invoice=i1&part=first", <CheckoutPage />);
  const region = await screen.findByRole("region", { name: /^Notifications/ });
  expect(await within(region).findByText("Please Log In")).toBeVisible();
  expect(within(region).getByText("You need to be logged in to pay an invoice.")).toBeVisible();
});
