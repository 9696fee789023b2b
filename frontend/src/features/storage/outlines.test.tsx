import { act, screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { StorageSubscription } from "~/api/types";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { anAddress, aStorageCharge, aSubscription } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { ChangePlan } from "./components/change-plan";
import { LiveSubscription } from "./components/live-subscription";
import { MyCharges } from "./components/my-charges";
import { MyStorage } from "./components/my-storage";
import { StartSubscription } from "./components/start-subscription";
import { StoragePricing } from "./components/storage-pricing";
import { Subscribed } from "./components/subscribed";
import { AwaitCard, UpdateCard } from "./components/update-card";
import SubscribePage from "./pages/subscribe-page";

// Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-19T01:15:00Z"), toFake: ["Date"] }));

/** The outline without the catalog's prices. */
const withoutPrices = (element: Element) => outline(element).replaceAll(/\$\d+(\.\d+)?/g, "$…");
const nothing = () => undefined;
const failure = (message: string, status = 409) => HttpResponse.json({ message }, { status });
/** Let time pass until `check` passes: the next pause of a page that polls starts when its request is answered. */
const passUntil = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      check();
    },
    { timeout: 30_000 }, // of the real clock
  );

const home = anAddress({ label: "Home", street: "41 Marcy Street", city: "Portsmouth" });
const shop = anAddress({ id: "a2", label: "", city: "Exeter" });
const barn = anAddress({ id: "a3", label: "Barn", street: "7 Mill Lane" });

const rows: Record<string, Partial<StorageSubscription>> = {
  "not paid for": { status: "incomplete", plan: "business", monthlyAmount: "27.50" },
  "with free places": {
    plan: "business",
    monthlyAmount: "27.50",
    addresses: [home, shop],
    card: { brand: "amex", last4: "0005" },
  },
  full: { createdAt: "2025-11-01T01:00:00Z", startedAt: "2025-12-01T01:00:00Z", addresses: [home] },
  "without a card, a property and a next payment": { card: null, addresses: [], currentPeriodEnd: null },
  "without a limit": { plan: "enterprise", addresses: [home, shop, barn] },
  "past due": { status: "past_due" },
  "canceled, but still running": { status: "canceling", endsAt: "2026-12-10T05:00:00Z" },
  ended: { status: "canceled", active: false, endsAt: "2026-11-10T05:00:00Z" },
};
const subscriptions = Object.values(rows).map((row, n) => aSubscription({ id: `s${n}`, ...row }));

it("the storage of a customer in My Services", async () => {
  signIn(customer, [home, shop, barn]);
  server.use(
    http.get("/api/storage-subscriptions", () => HttpResponse.json(subscriptions)),
    http.get("/api/storage-charges", () => HttpResponse.json([])),
  );
  const { person, container } = renderAt("/tab", <MyStorage />);
  expect(outline(container)).toMatchSnapshot("loading");
  await screen.findAllByLabelText("Add a property");
  await screen.findByRole("link", { name: "Save an address first" });
  expect(outline(screen.getByRole("region", { name: "Plan you haven't paid for" }))).toMatchSnapshot(
    "not paid for",
  );
  const cards = screen.getAllByRole("article");
  for (const [n, name] of Object.keys(rows).slice(1).entries())
    expect(outline(cards[n] as HTMLElement)).toMatchSnapshot(name);

  const change = vi.fn(() => delay("infinite"));
  server.use(http.post("/api/storage-subscriptions/:id/*", change));
  server.use(http.delete("/api/storage-subscriptions/:id/*", change));
  const card = within(cards[0] as HTMLElement);
  await person.selectOptions(card.getByLabelText("Add a property"), "a3");
  await person.click(card.getByRole("button", { name: "Add property" }));
  await person.click(card.getByRole("button", { name: /^Remove: Home/ }));
  expect(outline(cards[0] as HTMLElement)).toMatchSnapshot(
    "with a property being added and one being removed",
  );
  await person.click(screen.getByRole("button", { name: /^Resume/ }));
  expect(outline(cards[5] as HTMLElement)).toMatchSnapshot("being resumed");
  const line = screen.getByRole("region", { name: "Plan you haven't paid for" });
  await person.click(within(line).getByRole("button"));
  expect(outline(line)).toMatchSnapshot("not paid for, being canceled");
  await waitFor(() => expect(change).toHaveBeenCalledTimes(4));
});

it.each<[string, Partial<StorageSubscription>]>([
  ["a paid month", { plan: "business" }],
  ["a plan changed this month", { plan: "business", nextPaymentDiffers: true }],
  ["a failed payment", { status: "past_due" }],
  ["a failed payment of a plan changed this month", { status: "past_due", nextPaymentDiffers: true }],
  ["an unknown end", { currentPeriodEnd: null }],
])("the question before a plan is canceled: %s", async (_, changes) => {
  signIn(customer, [home]);
  const cancel = vi.fn(() => delay("infinite"));
  server.use(
    http.get("/api/storage-subscriptions", () => HttpResponse.json([aSubscription(changes)])),
    http.get("/api/storage-charges", () => HttpResponse.json([])),
    http.post("/api/storage-subscriptions/s1/cancel", cancel),
  );
  const { person } = renderAt("/tab", <MyStorage />);
  await person.click(await screen.findByRole("button", { name: /^Cancel plan/ }));
  const question = await screen.findByRole("alertdialog");
  expect(outline(question)).toMatchSnapshot("asked");
  await person.click(within(question).getByRole("button", { name: "Cancel plan" }));
  expect(outline(question).split("\n").slice(-2)).toEqual([
    "button: Keep plan",
    "button [disabled=true, focused]: Processing...",
  ]);
  await waitFor(() => expect(cancel).toHaveBeenCalledOnce());
});

it("no storage, and storage that failed to load", async () => {
  signIn(customer);
  server.use(
    http.get("/api/storage-subscriptions", () => HttpResponse.json([])),
    http.get("/api/storage-charges", () => HttpResponse.json([])),
  );
  const { container, unmount } = renderAt("/tab", <MyStorage />);
  await screen.findByText("No storage subscription");
  expect(outline(container)).toMatchSnapshot("none");
  unmount();
  server.use(
    http.get("/api/storage-subscriptions", () => new HttpResponse(null, { status: 500 })),
    http.get("/api/storage-charges", () => new HttpResponse(null, { status: 500 })),
  );
  const failed = renderAt("/tab", <MyStorage />);
  await waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(2));
  expect(outline(failed.container)).toMatchSnapshot("failed");
});

it("the charges of a storage customer", async () => {
  const charges = [
    aStorageCharge(),
    aStorageCharge({ id: "c2", plan: "business", amount: "27.50", amountRefunded: "5.25" }),
    aStorageCharge({ id: "c3", status: "refunded", amountRefunded: "15.00" }),
    aStorageCharge({ id: "c4", status: "failed", hasReceipt: false, chargedAt: "2026-10-21T02:00:00Z" }),
    aStorageCharge({ id: "c5", status: "canceled", hasReceipt: false }),
  ];
  const headers = { Link: '<http://inner/api/storage-charges?cursor=abc>; rel="next"' };
  server.use(http.get("/api/storage-charges", () => HttpResponse.json(charges, { headers })));
  renderAt("/tab", <MyCharges />);
  expect(outline(await screen.findByRole("region", { name: "Charges and receipts" }))).toMatchSnapshot();
});

it("the form for another card", async () => {
  const form = "/api/storage-subscriptions/s1/update-card";
  server.use(http.post(form, () => failure("Stripe doesn't respond.", 502)));
  const { person } = renderAt(
    "/tab",
    <UpdateCard subscription={aSubscription()} onSaved={nothing} onClose={nothing} />,
  );
  const region = screen.getByRole("region", { name: "Update your card" });
  expect(outline(region)).toMatchSnapshot("loading");
  await screen.findByRole("alert");
  expect(outline(region)).toMatchSnapshot("failed");
  serveStripe();
  server.use(
    http.post(form, async () => {
      await delay(20);
      return HttpResponse.json({ clientSecret: "seti_1_secret_1" });
    }),
  );
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(outline(region)).toMatchSnapshot("loading again");
  const save = await screen.findByRole("button", { name: "Save card" });
  await waitFor(() => expect(save).not.toHaveAttribute("aria-disabled"));
  expect(outline(region)).toMatchSnapshot("loaded");
});

it("the note on a new card is there until the server knows the card, or it takes too long", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  server.use(http.get("/api/storage-subscriptions", () => HttpResponse.json([aSubscription()])));
  const { container } = renderAt("/tab", <AwaitCard subscription={aSubscription()} />);
  expect(outline(container)).toBe("status: Your new card will show here in a moment.");
  await passUntil(() => expect(outline(container)).toBe(""));
});

const preview = {
  plan: "business",
  monthlyAmount: "27.50",
  nextPaymentAmount: "31.40",
  nextPaymentDate: "2026-12-21T05:00:00Z",
  lines: [
    { description: "Unused time on Consumer", amount: "-7.50" },
    { description: "Remaining time on Business", amount: "11.40" },
    { description: "Business", amount: "27.50" },
  ],
};

it("the cost of another plan", async () => {
  const path = "/api/storage-subscriptions/s1/preview-change";
  server.use(http.post(path, () => failure("Remove a property first.")));
  const { container, person, unmount } = renderAt(
    "/subscribe",
    <ChangePlan subscription={aSubscription()} plan="business" onKeep={nothing} />,
  );
  expect(outline(container)).toMatchSnapshot("loading");
  await screen.findByText("Remove a property first.");
  expect(outline(container)).toMatchSnapshot("failed");
  server.use(
    http.post(path, () => delay(20).then(() => HttpResponse.json(preview))),
    http.post("/api/create-subscription", () => delay("infinite")),
  );
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(outline(container)).toMatchSnapshot("loading again");
  await person.click(await screen.findByRole("button", { name: "Change to Business" }));
  expect(outline(container)).toMatchSnapshot("being changed");
  unmount();
  server.use(
    http.post(path, () => HttpResponse.json({ ...preview, nextPaymentDate: null, monthlyAmount: "25.00" })),
  );
  const undated = renderAt(
    "/subscribe",
    <ChangePlan subscription={aSubscription({ plan: "enterprise" })} plan="business" onKeep={nothing} />,
  );
  await screen.findByRole("button", { name: "Change to Business" });
  expect(outline(undated.container)).toMatchSnapshot("without a day");
});

it("a customer's plan on the page that sells plans", () => {
  const { container } = renderAt(
    "/subscribe",
    <>
      <LiveSubscription
        subscription={aSubscription({ monthlyAmount: "17.50" })}
        plan="consumer"
        addressId={null}
        onPlan={nothing}
      />
      <LiveSubscription
        subscription={aSubscription({ plan: "business", status: "past_due" })}
        plan="business"
        addressId="a9"
        onPlan={nothing}
      />
    </>,
  );
  expect(outline(container)).toMatchSnapshot();
});

it("the first payment of a plan", async () => {
  serveStripe([], {
    pi_1_secret_1: {
      status: "requires_payment_method",
      amount: 1875,
      last_payment_error: { message: "Your card was declined." },
    },
  });
  signIn(customer);
  server.use(
    http.get("/api/storage-subscriptions", () => HttpResponse.json([])),
    http.post("/api/create-subscription", () => failure("Oh", 500)),
  );
  const start = (reason: string | null = null) => (
    <StartSubscription choice={{ plan: "business" }} price="27.50" reason={reason} onPaid={nothing} />
  );
  const failed = renderAt("/subscribe", <main>{start()}</main>);
  const shown = () => outline(screen.getByRole("main"));
  expect(shown()).toMatchSnapshot("loading");
  await screen.findByRole("alert");
  expect(shown()).toMatchSnapshot("failed");
  server.use(
    http.post("/api/create-subscription", () => HttpResponse.json({ clientSecret: "pi_1_secret_1" })),
  );
  await failed.person.click(screen.getByRole("button", { name: "Try again" }));
  const pay = await screen.findByRole("button", { name: "Start Subscription" });
  await waitFor(() => expect(pay).not.toHaveAttribute("aria-disabled"));
  expect(shown()).toMatchSnapshot("declined before");
  failed.unmount();
  renderAt("/subscribe", <main>{start("Your bank didn't confirm it.")}</main>);
  const again = await screen.findByRole("button", { name: "Start Subscription" });
  await waitFor(() => expect(again).not.toHaveAttribute("aria-disabled"));
  expect(shown()).toMatchSnapshot("declined by the bank");
});

it("the end of the first payment", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  server.use(http.get("/api/storage-subscriptions", () => HttpResponse.json([])));
  const processing = renderAt("/subscribe", <Subscribed outcome={{ kind: "processing", amount: 1875 }} />);
  expect(outline(processing.container)).toMatchSnapshot("processing");
  processing.unmount();
  const { container } = renderAt("/subscribe", <Subscribed outcome={{ kind: "succeeded", amount: 1875 }} />);
  expect(outline(container)).toMatchSnapshot("paid");
  await passUntil(() => expect(screen.getByText(/Please don't pay again/)).toBeVisible());
  expect(outline(container)).toMatchSnapshot("not confirmed yet");
});

it("the page that sells plans, for a visitor", async () => {
  const { container } = renderAt("/subscribe?plan=business", <SubscribePage />);
  expect(withoutPrices(container)).toMatchSnapshot("loading");
  await screen.findByRole("link", { name: "Sign In to Subscribe" });
  expect(withoutPrices(container)).toMatchSnapshot("loaded");
});

it("the page that sells plans, while the customer's plans are loading", async () => {
  signIn(customer);
  const asked = vi.fn(() => new Promise<never>(() => {}));
  server.use(http.get("/api/storage-subscriptions", asked));
  const { container } = renderAt("/subscribe", <SubscribePage />);
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(withoutPrices(container)).toMatchSnapshot();
});

it("the page that sells plans, when the customer's plans fail to load", async () => {
  signIn(customer);
  server.use(http.get("/api/storage-subscriptions", () => new HttpResponse(null, { status: 500 })));
  const { container } = renderAt("/subscribe", <SubscribePage />);
  await screen.findByRole("alert");
  expect(outline(container)).toMatchSnapshot();
});

it.each([
  ["/#quote", null],
  ["/#storage", "storage"],
])("on the home page, only a link to the plans leads to them: %s", (link, focused) => {
  window.history.replaceState(null, "", link);
  renderAt("/", <StoragePricing />);
  expect(document.activeElement?.getAttribute("id")).toBe(focused);
});

it("the plans on the home page", () => {
  const { container } = renderAt("/", <StoragePricing />);
  expect(withoutPrices(container)).toMatchSnapshot();
});
