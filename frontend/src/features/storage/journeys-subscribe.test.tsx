import "~/test/other-prices";
import { screen } from "@testing-library/react";
import { beforeEach, vi } from "vitest";
import type { StorageSubscription } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { renderAt } from "~/test/render";
import { aSubscription } from "~/test/rows";
import { customer, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import SubscribePage from "./pages/subscribe-page";

// Wednesday, November 25, 2026, 10 AM in New Hampshire.
beforeEach(() => void vi.setSystemTime("2026-11-25T15:00:00Z"));

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const plan = () => screen.getByLabelText("Plan");
const openPage = (search = "") => renderAt(`/subscribe${search}`, <SubscribePage />);
const unset = { status: "requires_payment_method" };
const live = aSubscription({ id: "s5", plan: "consumer", monthlyAmount: "18.30" });

journey("a customer starts a plan, which fails twice", async ({ open, serve, step }) => {
  signIn(customer);
  let mine: StorageSubscription[] = [];
  serveStripe(
    [
      { error: { message: "Your card was declined.", type: "card_error" } },
      { intent: { status: "succeeded", amount: 2690 } },
    ],
    { pi_business_secret_1: { ...unset, amount: 2690 }, pi_enterprise_secret_1: { ...unset, amount: 4120 } },
  );
  serve({
    "GET /api/storage-subscriptions": refusal(500, "Try later."),
    "POST /api/create-subscription": refusal(503, "Cards can't be taken. Call us."),
  });
  await open(() => openPage("?plan=enterprise&address=a4"));
  serve({ "GET /api/storage-subscriptions": () => mine });
  await step("Load the plans again", (person) => person.click(button("Try again")));
  serve({
    "POST /api/create-subscription": ({ body }) => ({
      clientSecret: `pi_${body.plan}_secret_1`,
      subscription: aSubscription({ id: "s8", status: "incomplete", plan: body.plan as "business" }),
    }),
  });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Choose another plan", (person) => person.selectOptions(plan(), "business"));
  await step("Pay", async (person) => {
    await person.click(button("Start Subscription"));
    await screen.findByText(/^Your card was declined\. You can/);
  });
  mine = [{ ...live, plan: "business" }];
  await step("Pay with another card", async (person) => {
    await person.click(button("Start Subscription"));
    await screen.findByText("Your storage plan is active.");
  });
});

journey("a customer changes their plan, which fails at first", async ({ open, serve, step }) => {
  signIn(customer);
  const incomplete = aSubscription({ id: "s2", plan: "enterprise", status: "incomplete" });
  let mine = [incomplete, live];
  serve({
    "GET /api/storage-subscriptions": () => mine,
    "GET /api/addresses": [],
    "POST /api/storage-subscriptions/:id/preview-change": refusal(500, "Try later."),
    "POST /api/create-subscription": refusal(409, "A payment is on its way."),
  });
  await open(() => openPage("?address=a4"));
  await step("Choose Business", (person) => person.selectOptions(plan(), "business"));
  serve({
    "POST /api/storage-subscriptions/:id/preview-change": ({ body }) => ({
      ...{ plan: body.plan, monthlyAmount: "26.50", nextPaymentAmount: "33.10" },
      nextPaymentDate: "2026-12-21T05:00:00Z",
      lines: [
        { description: "Unused time on Consumer", amount: "-7.20" },
        { description: "Business until Dec 21", amount: "13.80" },
      ],
    }),
  });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Change to it, which fails", (person) => person.click(button("Change to Business")));
  await step("Keep Consumer", (person) => person.click(button("Keep Consumer")));
  await step("Choose Business again", (person) => person.selectOptions(plan(), "business"));
  const changed = { ...live, plan: "business", monthlyAmount: "26.50" } as const;
  mine = [incomplete, changed];
  serve({ "POST /api/create-subscription": { clientSecret: null, subscription: changed } });
  await step("Change to it", (person) => person.click(button("Change to Business")));
  await step("Manage the storage", (person) =>
    person.click(screen.getByRole("link", { name: "Manage your storage" })),
  );
});

journey(
  "a payment that the bank refused is tried again, and one is on its way",
  async ({ open, serve, step }) => {
    signIn(customer);
    serveStripe([{ intent: { status: "processing", amount: 1830 } }], {
      pi_6_secret_1: {
        ...unset,
        last_payment_error: { message: "The bank said no." },
        amount: 1830,
      } as never,
      pi_consumer_secret_1: { ...unset, amount: 1830 },
    });
    serve({
      "GET /api/storage-subscriptions": [],
      "POST /api/create-subscription": ({ body }) => ({
        clientSecret: `pi_${body.plan}_secret_1`,
        subscription: aSubscription({ id: "s8", status: "incomplete" }),
      }),
    });
    await open(() => openPage("?plan=consumer&payment_intent_client_secret=pi_6_secret_1"));
    await step("Pay", async (person) => {
      await person.click(button("Start Subscription"));
      await screen.findByText("Payment processing");
    });
    await step("See the storage", (person) =>
      person.click(screen.getByRole("link", { name: "See your storage" })),
    );
  },
);
