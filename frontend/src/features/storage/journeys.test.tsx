import "~/test/other-prices";
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, vi } from "vitest";
import type { StorageSubscription } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { renderAt } from "~/test/render";
import { anAddress, aStorageCharge, aSubscription } from "~/test/rows";
import { customer, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { MyStorage } from "./components/my-storage";

// Wednesday, November 25, 2026, 10 AM in New Hampshire.
beforeEach(() => void vi.setSystemTime("2026-11-25T15:00:00Z"));

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const confirming = (name: string) => within(screen.getByRole("alertdialog")).getByRole("button", { name });
const openMine = (search = "") => renderAt(`/tab${search}`, <MyStorage />);

const shop = anAddress({ id: "a6", label: "Shop", street: "9 Islington Street", city: "Rye" });
const barn = anAddress({ id: "a2", label: "", street: "7 Mill Lane", city: "Exeter" });
const home = anAddress({ id: "a4", label: "Home", street: "41 Marcy Street", city: "Portsmouth" });
const business = aSubscription({
  ...{ id: "s7", plan: "business", monthlyAmount: "26.50", addresses: [shop], currentPeriodEnd: null },
  card: { brand: "amex", last4: "0005" },
});
const pastDue = aSubscription({
  ...{
    id: "s3",
    status: "past_due",
    monthlyAmount: "18.30",
    addresses: [],
    createdAt: "2026-09-01T15:00:00Z",
    startedAt: "2026-09-01T15:00:00Z",
  },
  card: { brand: "visa", last4: "1117" },
});
const unpaid = aSubscription({ id: "s9", status: "incomplete", plan: "enterprise", monthlyAmount: "44.20" });
const charge = aStorageCharge({
  id: "c4",
  plan: "business",
  amount: "26.50",
  chargedAt: "2026-11-02T15:00:00Z",
});
const refunded = aStorageCharge({
  ...{ id: "c8", amount: "18.30", amountRefunded: "5.10", chargedAt: "2026-10-09T15:00:00Z" },
  hasReceipt: false,
});
const failed = aStorageCharge({
  id: "c1",
  amount: "18.40",
  status: "failed",
  chargedAt: "2026-09-09T15:00:00Z",
});

/** Sign in and serve these plans until others are put in their place. */
function start(serve: (routes: Record<string, () => object>) => void, rows: StorageSubscription[]) {
  let now = rows;
  signIn(customer, [shop, barn, home]);
  serve({ "GET /api/storage-subscriptions": () => now, "GET /api/storage-charges": () => [] });
  return (next: StorageSubscription[]) => {
    now = next;
  };
}

journey(
  "plans are loaded again, and a plan that isn't paid for is discarded",
  async ({ open, serve, step }) => {
    const put = start(serve, [business, unpaid, pastDue]);
    serve({
      "GET /api/storage-subscriptions": refusal(500, "Try later."),
      "GET /api/storage-charges": ({ query }) =>
        query.get("cursor")
          ? [failed]
          : HttpResponse.json([charge, refunded], {
              headers: { Link: '<http://inner/api/storage-charges?cursor=abc>; rel="next"' },
            }),
      "POST /api/storage-subscriptions/:id/cancel": refusal(409, "It is being paid right now."),
    });
    await open(openMine);
    let rows = [business, unpaid, pastDue];
    serve({ "GET /api/storage-subscriptions": () => rows });
    await step("Load the plans", (person) => person.click(button("Try again")));
    await step("Show more charges", (person) => person.click(button("Show more")));
    await step("Discard the plan, which fails", (person) =>
      person.click(button("Cancel plan: Enterprise storage")),
    );
    rows = [business, pastDue];
    put(rows);
    serve({ "POST /api/storage-subscriptions/:id/cancel": { ...unpaid, status: "canceled" } });
    await step("Discard it", (person) => person.click(button("Cancel plan: Enterprise storage")));
  },
);

journey("properties are added to a plan and removed from it", async ({ open, serve, step }) => {
  const put = start(serve, [pastDue, business]);
  serve({
    "POST /api/storage-subscriptions/:id/addresses": refusal(400, "Please check the form.", {
      addressId: ["It belongs to another plan."],
    }),
    "DELETE /api/storage-subscriptions/:id/addresses/:address": refusal(500, "Try later."),
  });
  await open(openMine);
  const plan = (name: string) => within(screen.getByRole("article", { name }));
  const add = (place: string) => async (person: UserEvent) => {
    const card = plan("Business storage");
    await person.selectOptions(card.getByLabelText("Add a property"), place);
    await person.click(card.getByRole("button", { name: "Add property" }));
  };
  await step("Add the barn, which is refused", add("a2"));
  const three = { ...business, addresses: [shop, barn, home] };
  put([pastDue, three]);
  serve({ "POST /api/storage-subscriptions/:id/addresses": three });
  await step("Add home", add("a4"));
  await step("Remove the shop, which fails", (person) =>
    person.click(button("Remove: Shop: 9 Islington Street, Rye")),
  );
  const two = { ...business, addresses: [shop, home] };
  put([pastDue, two]);
  serve({ "DELETE /api/storage-subscriptions/:id/addresses/:address": two });
  await step("Remove the barn", (person) => person.click(button("Remove: 7 Mill Lane, Exeter")));
});

journey("a plan is canceled and resumed", async ({ open, serve, step }) => {
  const put = start(serve, [business, pastDue]);
  serve({ "POST /api/storage-subscriptions/:id/cancel": refusal(409, "It has ended.") });
  await open(openMine);
  await step("Ask to cancel the first plan", (person) =>
    person.click(button("Cancel plan: Business storage")),
  );
  await step("Keep it", (person) => person.keyboard("{Escape}"));
  await step("Cancel it, which fails", async (person) => {
    await person.click(button("Cancel plan: Business storage"));
    await person.click(confirming("Cancel plan"));
  });
  const canceling = { ...business, status: "canceling", endsAt: "2026-12-14T05:00:00Z" } as const;
  put([canceling, pastDue]);
  serve({
    "POST /api/storage-subscriptions/:id/cancel": canceling,
    "POST /api/storage-subscriptions/:id/resume": refusal(500, "Try later."),
  });
  await step("Cancel it", async (person) => {
    await person.click(button("Cancel plan: Business storage"));
    await person.click(confirming("Cancel plan"));
  });
  await step("Resume it, which fails", (person) => person.click(button("Resume plan: Business storage")));
  put([business, pastDue]);
  serve({ "POST /api/storage-subscriptions/:id/resume": business });
  await step("Resume it", (person) => person.click(button("Resume plan: Business storage")));
});

journey("a card is updated after the bank has refused another one", async ({ open, serve, step }) => {
  const put = start(serve, [business, pastDue]);
  const unset = { status: "requires_payment_method" };
  const { intents } = serveStripe([{ error: { message: "This card is stolen.", type: "card_error" } }], {
    seti_8_secret_1: { ...unset, last_setup_error: { message: "The bank said no." } },
    seti_2_secret_1: unset,
  });
  serve({ "POST /api/storage-subscriptions/:id/update-card": refusal(503, "Card payment is not set up.") });
  await open(() => openMine("?setup_intent=seti_8&setup_intent_client_secret=seti_8_secret_1"));
  await step("Update the second plan's card", (person) =>
    person.click(button("Update card: Consumer storage")),
  );
  serve({ "POST /api/storage-subscriptions/:id/update-card": { clientSecret: "seti_2_secret_1" } });
  await step("Try again", (person) => person.click(button("Try again")));
  await step("Save a card that is refused", async (person) => {
    await person.click(button("Save card"));
    await screen.findByText(/^This card is stolen/);
  });
  await step("Keep the current one", (person) => person.click(button("Keep current card")));
  await step("Update it after all", (person) => person.click(button("Update card: Consumer storage")));
  intents.seti_2_secret_1 = unset;
  const paid = { ...pastDue, status: "active", card: { brand: "visa", last4: "4242" } } as const;
  put([business, paid]);
  await step("Save another card", async (person) => {
    await person.click(button("Save card"));
    await screen.findByText("Visa ending in 4242");
  });
});
