import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { addressesQuery } from "~/api/addresses";
import { catalog } from "~/api/catalog.gen";
import type { StorageSubscription } from "~/api/types";
import { writeDraft } from "~/lib/drafts";
import { formatMoney, formatMoneyExact } from "~/lib/format";
import { saveReturnTo, takeReturnTo } from "~/lib/return-to";
import { hold } from "~/test/held";
import { renderAt } from "~/test/render";
import { anAddress, aSubscription } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { Subscribed } from "./components/subscribed";
import SubscribePage from "./pages/subscribe-page";

const priceOf = (plan: string) => String(catalog.storagePlans.find(({ id }) => id === plan)?.monthlyPrice);
const monthly = (plan: string) => formatMoney(priceOf(plan));

const openPage = (search = "") => renderAt(`/subscribe${search}`, <SubscribePage />);

describe("the plan", () => {
  it.each([
    ["", "Consumer", monthly("consumer")],
    ["?plan=business", "Business", monthly("business")],
    ["?plan=gold", "Consumer", monthly("consumer")],
  ])("is the one in the URL: %s", async (search, name, price) => {
    openPage(search);
    const summary = await screen.findByRole("region", { name: "Plan summary" });
    expect(summary).toHaveTextContent(name);
    expect(summary).toHaveTextContent(price);
  });

  it("changes with the dropdown, along with the URL", async () => {
    const { person, router } = openPage();
    await person.selectOptions(await screen.findByLabelText("Plan"), "enterprise");
    expect(await screen.findByText("Volume-based pricing")).toBeVisible();
    expect(router.state.location.search).toBe("?plan=enterprise");
    expect(router.state.historyAction, "the back button leaves the page").toBe("REPLACE");
  });
});

it("a visitor is asked to sign in, and the page and chosen plan are kept", async () => {
  const { person, unmount } = openPage("?plan=business");
  const link = await screen.findByRole("link", { name: "Sign In to Subscribe" });
  expect(link).toHaveAttribute("href", "/api/login?returnTo=%2Fsubscribe");
  link.addEventListener("click", (event) => event.preventDefault());
  await person.click(link);
  expect(takeReturnTo()).toBe("/subscribe");
  unmount();
  openPage();
  expect(await screen.findByLabelText("Plan")).toHaveValue("business");
});

describe("a customer", () => {
  let mine: StorageSubscription[] = [];
  let asked: unknown[] = [];
  let previewed: unknown[] = [];

  beforeEach(() => {
    mine = [];
    asked = [];
    previewed = [];
    signIn(customer);
    server.use(
      http.get("/api/storage-subscriptions", () => HttpResponse.json(mine)),
      http.post("/api/create-subscription", async ({ request }) => {
        const body = (await request.json()) as { plan: StorageSubscription["plan"]; addressId?: string };
        asked.push(body.addressId ? body : body.plan);
        const live = mine.find(({ status }) => status === "active");
        if (live) mine = [{ ...live, plan: body.plan, monthlyAmount: "25.00" }];
        const clientSecret = live ? null : `pi_${body.plan}_secret_1`;
        return HttpResponse.json({ clientSecret, subscription: aSubscription(body) });
      }),
      http.post("/api/storage-subscriptions/:id/preview-change", async ({ request }) => {
        const { plan } = (await request.json()) as { plan: string };
        previewed.push({ plan });
        return HttpResponse.json({
          plan,
          monthlyAmount: plan === "business" ? "25.00" : "60.00",
          nextPaymentAmount: plan === "business" ? "31.50" : "101.50",
          nextPaymentDate: "2026-12-21T05:00:00Z",
          lines: [{ description: "Unused time on Consumer", amount: "-7.50" }],
        });
      }),
    );
  });

  const startButton = () => screen.findByRole("button", { name: "Start Subscription" });

  it("pays for the first month and waits until the server reports it active", async () => {
    const { confirm } = serveStripe([{ intent: { status: "succeeded", amount: 2500 } }], {
      pi_business_secret_1: { status: "requires_payment_method", amount: 2500 },
    });
    const { person } = openPage("?plan=business");
    const start = await startButton();
    expect(screen.getByText(formatMoneyExact(priceOf("business")))).toBeVisible();
    expect(screen.getByText(/^Then \$25 per month on the same card/)).toBeVisible();
    await waitFor(() => expect(start).not.toHaveAttribute("aria-disabled"));
    await person.click(start);
    expect(await screen.findByText("Subscription Successful")).toBeVisible();
    expect(screen.getByText("Welcome to your storage plan!")).toBeVisible();
    expect(screen.getByText("Your plan will show as active in a moment.")).toBeVisible();
    mine = [aSubscription({ plan: "business" })];
    expect(await screen.findByText("Your storage plan is active.")).toBeVisible();
    expect(asked).toEqual(["business"]);
    expect(confirm.mock.calls[0]?.[0].confirmParams).toEqual({
      return_url: `${window.location.origin}/subscribe?plan=business`,
    });
    expect(screen.getByRole("link", { name: "See your storage" })).toHaveAttribute(
      "href",
      "/my-services?tab=storage",
    );
  });

  it.each([
    ["succeeded", "Payment received", "Your plan will show as active in a moment.", 1],
    ["processing", "Payment processing", "Your plan starts once your bank confirms the payment.", 0],
  ])("sees the outcome when their bank sends them back: %s", async (status, title, words, toasts) => {
    serveStripe([], { pi_old_secret_1: { status, amount: 1500 } });
    openPage("?payment_intent_client_secret=pi_old_secret_1");
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    // The region of the toasts is loaded with the first one, so it may appear after the page.
    await waitFor(() => expect(screen.queryAllByText("Subscription Successful")).toHaveLength(toasts));
    expect(asked).toEqual([]);
  });

  it("sees that the plans failed to load, and can retry", async () => {
    serveStripe();
    server.use(
      http.get("/api/storage-subscriptions", () => new HttpResponse(null, { status: 500 }), { once: true }),
    );
    const { person } = openPage();
    expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't load your storage subscriptions");
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await startButton()).toBeVisible();
  });

  it("has no stored return path left after signing in", async () => {
    serveStripe();
    saveReturnTo("/subscribe");
    openPage();
    await startButton();
    expect(takeReturnTo()).toBeNull();
  });

  it("gets a new client secret for each plan chosen before paying", async () => {
    serveStripe();
    const { person } = openPage();
    await startButton();
    await person.selectOptions(screen.getByLabelText("Plan"), "enterprise");
    await waitFor(() => expect(asked).toEqual(["consumer", "enterprise"]));
    expect(await startButton()).toBeVisible();
  });

  it("requests a second plan only after the first response", async () => {
    serveStripe();
    const seen: string[] = [];
    server.use(
      http.post("/api/create-subscription", async ({ request }) => {
        const { plan } = (await request.json()) as { plan: StorageSubscription["plan"] };
        seen.push(`${plan} asked`);
        // Long enough for the second request to overtake the first if both were sent at once.
        if (plan === "consumer") await delay(300);
        seen.push(`${plan} answered`);
        const clientSecret = `pi_${plan}_secret_1`;
        return HttpResponse.json({ clientSecret, subscription: aSubscription({ plan }) });
      }),
    );
    const { person } = openPage();
    await waitFor(() => expect(seen).toEqual(["consumer asked"]));
    await person.selectOptions(screen.getByLabelText("Plan"), "enterprise");
    await waitFor(() => expect(seen).toHaveLength(4));
    expect(seen).toEqual(["consumer asked", "consumer answered", "enterprise asked", "enterprise answered"]);
  });

  it.each([
    [
      "in the address they came back to",
      "?payment_intent_client_secret=pi_old_secret_1&redirect_status=failed",
      "pi_old_secret_1",
    ],
    ["in the payment that is still open", "", "pi_consumer_secret_1"],
  ])("sees why the bank declined: %s", async (_, search, secret) => {
    serveStripe([], {
      [secret]: {
        status: "requires_payment_method",
        amount: 1500,
        last_payment_error: { message: "We are unable to authenticate your payment method." },
      },
    });
    openPage(search);
    await startButton();
    expect((await screen.findAllByText(/unable to authenticate/)).at(-1)).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("We are unable to authenticate");
  });

  it.each([
    ["succeeded", "We received your payment of $15.00. Thank you!"],
    ["processing", /Your bank is still processing your payment of \$15.00/],
  ])(
    "can't change the plan by choosing another while the payment is unconfirmed: %s",
    async (status, words) => {
      const { intents } = serveStripe();
      const { person } = openPage();
      await startButton();
      intents.pi_consumer_secret_1 = { status, amount: 1500 };
      await person.selectOptions(screen.getByLabelText("Plan"), "enterprise");
      expect(await screen.findByText(words)).toBeVisible();
      expect(asked).toEqual(["consumer"]);
      expect(screen.queryByText("Subscription Successful")).not.toBeInTheDocument();
    },
  );

  it("gets a new payment if another tab has replaced it", async () => {
    let count = 0;
    serveStripe([], { pi_replaced_1_secret: { status: "canceled" } });
    server.use(
      http.post("/api/create-subscription", () => {
        count += 1;
        return HttpResponse.json({ clientSecret: `pi_replaced_${count}_secret` });
      }),
    );
    openPage();
    expect(await startButton()).toBeVisible();
    expect(count).toBe(2);
  });

  it("gets a new payment if this one was canceled while the card was typed", async () => {
    let count = 0;
    serveStripe([{ intent: { status: "canceled" } }]);
    server.use(
      http.post("/api/create-subscription", () => {
        count += 1;
        return HttpResponse.json({ clientSecret: `pi_typed_${count}_secret` });
      }),
    );
    const { person } = openPage();
    await person.click(await startButton());
    await waitFor(() => expect(count).toBe(2));
    expect(await startButton()).toBeVisible();
    expect(screen.queryByText("Payment received")).not.toBeInTheDocument();
  });

  it("sees the plan when the payment is confirmed during the request", async () => {
    serveStripe();
    server.use(
      http.post("/api/create-subscription", () => {
        mine = [aSubscription()];
        return HttpResponse.json({ clientSecret: null, subscription: mine[0] });
      }),
    );
    openPage();
    expect(await screen.findByText("You have Consumer storage at $15 per month.")).toBeVisible();
  });

  it("starts with the saved address from the URL for any plan", async () => {
    serveStripe();
    const { person } = openPage("?address=a1");
    await startButton();
    await person.selectOptions(screen.getByLabelText("Plan"), "business");
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked).toEqual([
      { plan: "consumer", addressId: "a1" },
      { plan: "business", addressId: "a1" },
    ]);
  });

  it("sees why the payment failed", async () => {
    serveStripe([{ error: { message: "Your card was declined.", type: "card_error" } }]);
    const { person } = openPage();
    const start = await startButton();
    await waitFor(() => expect(start).not.toHaveAttribute("aria-disabled"));
    await person.click(start);
    expect(await screen.findByText("Subscription Failed")).toBeVisible();
    expect(screen.getAllByText("Your card was declined.")[0]).toBeVisible();
  });

  it("sees an error when the payment options do not load", async () => {
    serveStripe();
    server.use(
      http.post("/api/create-subscription", () => HttpResponse.json({ message: "Oh" }, { status: 500 }), {
        once: true,
      }),
    );
    const { person } = openPage();
    expect(await screen.findByText("Error")).toBeVisible();
    expect(screen.getAllByText("Failed to load subscription options. Please try again.")[0]).toBeVisible();
    await person.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await startButton()).toBeVisible();
  });

  it("sees the plan's price if the amount due can't be read", async () => {
    serveStripe([], {
      get pi_business_secret_1(): never {
        throw new Error("Stripe doesn't respond");
      },
    });
    openPage("?plan=business");
    await startButton();
    expect(screen.getByText("Due today").nextElementSibling).toHaveTextContent(
      formatMoneyExact(priceOf("business")),
    );
  });

  it("whose session has expired sees no second toast", async () => {
    serveStripe();
    server.use(
      http.post("/api/create-subscription", () =>
        HttpResponse.json({ message: "Unauthorized" }, { status: 401 }),
      ),
    );
    openPage();
    expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
    expect(screen.queryByText("Error")).not.toBeInTheDocument();
  });

  it("sees whom to call if card payments are unavailable", async () => {
    serveStripe();
    const message = "Card payment is not set up. Call (603) 555-0148.";
    server.use(http.post("/api/create-subscription", () => HttpResponse.json({ message }, { status: 503 })));
    openPage();
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
  });

  it("continues with the plan that was started, not with one that was chosen before signing in", async () => {
    serveStripe();
    writeDraft("plan", "enterprise");
    const ended = aSubscription({ id: "s0", plan: "enterprise", status: "canceled", active: false });
    mine = [ended, aSubscription({ plan: "business", status: "incomplete", active: false })];
    openPage();
    expect(await screen.findByLabelText("Plan")).toHaveValue("business");
    await startButton();
    expect(asked).toEqual(["business"]);
  });

  it("with a plan sees the cost of a change, and changes it only by confirming", async () => {
    serveStripe();
    mine = [aSubscription()];
    const { person } = openPage();
    expect(await screen.findByText("You have Consumer storage at $15 per month.")).toBeVisible();
    await person.selectOptions(screen.getByLabelText("Plan"), "business");
    expect(await screen.findByText("Unused time on Consumer")).toBeVisible();
    expect(screen.getByText("-$7.50")).toBeVisible();
    expect(screen.getByText("$31.50")).toBeVisible();
    expect(screen.getByText(/Next payment on Dec 21, 2026/)).toBeVisible();
    expect(screen.getByText(/^Business is \$25 per month. You won't be charged today/)).toBeVisible();
    expect(previewed).toEqual([{ plan: "business" }]);
    expect(asked).toEqual([]);

    await person.selectOptions(screen.getByLabelText("Plan"), "enterprise");
    expect(screen.queryByText("$31.50")).not.toBeInTheDocument();
    expect(await screen.findByText(/^Enterprise is \$60 per month\./)).toBeVisible();
    expect(screen.getByText("$101.50")).toBeVisible();

    await person.click(screen.getByRole("button", { name: "Keep Consumer" }));
    expect(screen.getByLabelText("Plan")).toHaveValue("consumer");
    await person.selectOptions(screen.getByLabelText("Plan"), "business");
    await person.click(await screen.findByRole("button", { name: "Change to Business" }));
    expect(await screen.findByText("Plan changed")).toBeVisible();
    expect(screen.getByText("You now have Business storage.")).toBeVisible();
    expect(await screen.findByText("You have Business storage at $25 per month.")).toBeVisible();
    expect(asked).toEqual(["business"]);
  });

  it("sees why the plan can't be changed, before and after confirming", async () => {
    serveStripe();
    mine = [aSubscription({ plan: "business" }), aSubscription({ id: "s2", status: "incomplete" })];
    const refuse = (message: string) => () => HttpResponse.json({ message }, { status: 409 });
    server.use(
      http.post("/api/storage-subscriptions/:id/preview-change", refuse("Remove a property first."), {
        once: true,
      }),
      http.post("/api/create-subscription", refuse("The plan has changed.")),
    );
    const { person } = openPage("?plan=consumer");
    expect(await screen.findByText("Remove a property first.")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Change to/ })).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Try again" }));
    await person.click(await screen.findByRole("button", { name: "Change to Consumer" }));
    expect(await screen.findByText("Couldn't change the plan")).toBeVisible();
    expect(screen.getByText("The plan has changed.")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Keep Business" }));
    expect(screen.getByRole("link", { name: "Manage your storage" })).toHaveAttribute(
      "href",
      "/my-services?tab=storage",
    );
  });

  it("can't change a plan paid in another tab by choosing another here", async () => {
    serveStripe();
    const { person } = openPage();
    await startButton();
    mine = [aSubscription()];
    await person.selectOptions(screen.getByLabelText("Plan"), "enterprise");
    expect(await screen.findByText("You have Consumer storage at $15 per month.")).toBeVisible();
    expect(asked).toEqual(["consumer"]);
  });
});

function Addresses() {
  const { data } = useQuery(addressesQuery);
  return <p>{data?.map(({ status }) => status)}</p>;
}

it("a paid plan shows on its address", async () => {
  const { held, release } = hold();
  signIn(customer);
  server.use(
    http.get("/api/addresses", () => HttpResponse.json([anAddress()]), { once: true }),
    http.get("/api/addresses", () => HttpResponse.json([anAddress({ status: "subscribed" })])),
    http.get("/api/storage-subscriptions", () => held.then(() => HttpResponse.json([aSubscription()]))),
  );
  renderAt(
    "/",
    <>
      <Subscribed outcome={{ kind: "succeeded", amount: 1500 }} />
      <Addresses />
    </>,
  );
  expect(await screen.findByText("active")).toBeVisible();
  release();
  expect(await screen.findByText("subscribed")).toBeVisible();
});
