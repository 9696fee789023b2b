import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { StorageSubscription } from "~/api/types";
import { factsOf } from "~/test/facts";
import { renderAt } from "~/test/render";
import { anAddress, aSubscription } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { MyStorage } from "./components/my-storage";

const shop = anAddress({ id: "a2", label: "Shop" });

/** Open the tab of a customer with one subscription, which the mocked mutations change. */
function openTab(first: StorageSubscription, search = "") {
  let now = first;
  const calls: string[] = [];
  const answer = (call: string, changes: Partial<StorageSubscription>) => {
    calls.push(call);
    now = { ...now, ...changes };
    return HttpResponse.json(now);
  };
  signIn(customer, [...first.addresses, shop]);
  server.use(
    http.get("/api/storage-subscriptions", () => HttpResponse.json([now])),
    http.get("/api/storage-charges", () => HttpResponse.json([])),
    http.post("/api/storage-subscriptions/s1/cancel", () =>
      answer("cancel", { status: "canceling", endsAt: "2026-12-10T05:00:00Z" }),
    ),
    http.post("/api/storage-subscriptions/s1/resume", () =>
      answer("resume", { status: "active", endsAt: null }),
    ),
    http.post("/api/storage-subscriptions/s1/addresses", async ({ request }) => {
      const { addressId } = (await request.json()) as { addressId: string };
      return answer(`attach ${addressId}`, { addresses: [...now.addresses, shop] });
    }),
    http.delete("/api/storage-subscriptions/s1/addresses/:address", ({ params }) =>
      answer(`detach ${params.address}`, { addresses: [] }),
    ),
    http.post("/api/storage-subscriptions/s1/update-card", () =>
      HttpResponse.json({ clientSecret: "seti_1_secret_1" }),
    ),
  );
  return { calls, ...renderAt(`/tab${search}`, <MyStorage />) };
}

describe("decorations in storage", () => {
  const stored = anAddress({ id: "a1", status: "items_in_storage" });
  const note = /^We're storing your decorations from Shop: 12 Central Avenue, Dover\. Call us at/;
  const notes = () => screen.queryAllByText((_, element) => note.test(element?.textContent ?? "")).length > 0;

  it.each<[StorageSubscription["status"], string | null, boolean]>([
    ["active", null, false],
    ["past_due", "2026-12-10T05:00:00Z", true],
    ["canceling", "2026-12-10T05:00:00Z", true],
    ["canceled", "2026-12-10T05:00:00Z", true],
  ])("of a plan that is %s are named with their return: %s, %s", async (status, endsAt, named) => {
    openTab(aSubscription({ status, endsAt, addresses: [stored] }));
    await screen.findByText("Consumer storage", { selector: "h2 *, h3 *, h2, h3" });
    await waitFor(() => expect(notes()).toBe(named));
  });
});

describe("a subscription", () => {
  const change = [
    "Update card: Consumer storage",
    "Change plan: Consumer storage",
    "Cancel plan: Consumer storage",
  ];
  const HOME = "Remove: Home: 41 Marcy Street, Portsmouth";

  it.each<[Partial<StorageSubscription>, string, string[]]>([
    [{}, "Active$15 per monthYour next payment of $15 is on", [HOME, ...change]],
    [{ status: "past_due" }, "Past Due$15 per monthYour last payment didn't go through.", [HOME, ...change]],
    [
      { status: "past_due", endsAt: "2026-12-10T05:00:00Z" },
      "Past Due$15 per monthCanceled. Your plan ends on Dec 10, 2026.",
      [HOME, "Resume plan: Consumer storage", "Update card: Consumer storage"],
    ],
    [
      { status: "canceling", endsAt: "2026-12-10T05:00:00Z" },
      "Canceling$15 per monthCanceled.",
      [HOME, "Resume plan: Consumer storage", "Update card: Consumer storage"],
    ],
    [
      { status: "canceled", endsAt: "2026-12-10T05:00:00Z" },
      "Canceled$15 per monthEnded on Dec 10, 2026.",
      [],
    ],
  ])("shows its status and actions: %o", async (changes, words, actions) => {
    openTab(aSubscription(changes));
    const card = await screen.findByRole("article", { name: "Consumer storage" });
    expect(card).toHaveTextContent("Since Nov 3, 2026");
    expect(card.textContent).toContain(words);
    expect(factsOf(card)).toEqual(changes.status === "canceled" ? {} : { Card: "Visa ending in 4242" });
    const shown = [...card.querySelectorAll("li button, div > a, div > button")];
    expect(shown.map(({ textContent }) => textContent?.replace("Processing...", ""))).toEqual(actions);
  });
});

it.each([
  ["amex", "American Express ending in 0005"],
  ["discover", "Discover ending in 0005"],
])("a card of brand %s has its common name", async (brand, name) => {
  openTab(aSubscription({ card: { brand, last4: "0005" } }));
  expect(await screen.findByText(name)).toBeVisible();
});

it("an unpaid plan can be paid or canceled above the empty state", async () => {
  const { person, calls } = openTab(aSubscription({ status: "incomplete", plan: "business" }));
  const line = within(await screen.findByRole("region", { name: "Plan you haven't paid for" }));
  expect(screen.getByRole("heading", { name: "No storage subscription" })).toBeVisible();
  expect(screen.queryByRole("article")).not.toBeInTheDocument();
  expect(line.getByText("Starts with your first payment.", { exact: false })).toBeVisible();
  expect(line.getByRole("link", { name: /^Finish payment/ })).toHaveAttribute(
    "href",
    "/subscribe?plan=business",
  );
  server.use(
    http.post("/api/storage-subscriptions/s1/cancel", () => {
      calls.push("cancel");
      server.use(http.get("/api/storage-subscriptions", () => HttpResponse.json([])));
      return HttpResponse.json(aSubscription({ status: "canceled" }));
    }),
  );
  await person.click(line.getByRole("button", { name: /^Cancel plan/ }));
  expect(await screen.findByText("Nothing was charged.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("region", { name: /paid for/ })).not.toBeInTheDocument());
  expect(screen.getByRole("heading", { name: "No storage subscription" })).toBeVisible();
  expect(calls).toEqual(["cancel"]);
});

it("a subscription is canceled after a confirmation that focuses the safe button, and resumed", async () => {
  const { person, calls } = openTab(aSubscription());
  await person.click(await screen.findByRole("button", { name: /^Cancel/ }));
  const question = await screen.findByRole("alertdialog", { name: "Cancel Consumer storage?" });
  expect(question).toHaveTextContent("You're paid through Dec 21, 2026.");
  expect(within(question).getByRole("button", { name: "Keep plan" })).toHaveFocus();
  expect(question).toHaveTextContent(
    "After that you won't be charged. You can change your mind any time before",
  );
  await person.click(within(question).getByRole("button", { name: "Keep plan" }));
  expect(calls).toEqual([]);

  await person.click(screen.getByRole("button", { name: /^Cancel/ }));
  await person.click(screen.getByRole("button", { name: "Cancel plan" }));
  expect(await screen.findByText("Plan canceled")).toBeVisible();
  expect(screen.getByText("Your storage continues until Dec 10, 2026.")).toBeVisible();
  const resume = await screen.findByRole("button", { name: /^Resume/ });
  expect(screen.queryByRole("link", { name: /^Change plan/ })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Cancel plan/ })).not.toBeInTheDocument();
  expect(screen.getByRole("article")).toHaveFocus();
  await person.click(resume);
  expect(await screen.findByText("Plan resumed")).toBeVisible();
  expect(screen.getByText("Your plan continues at $15 per month.")).toBeVisible();
  expect(screen.getByRole("article")).toHaveFocus();
  expect(calls).toEqual(["cancel", "resume"]);
});

it.each([
  ["cancel", "active", /^Cancel plan: /, "Couldn't cancel the plan"],
  ["resume", "canceling", /^Resume plan/, "Couldn't resume the plan"],
  ["cancel", "incomplete", /^Cancel plan/, "Couldn't cancel the plan"],
] as const)(
  "a subscription stays as it is, with the reason shown, when the server refuses to %s: %s",
  async (call, status, name, title) => {
    const { person } = openTab(aSubscription({ status }));
    server.use(
      http.post(`/api/storage-subscriptions/s1/${call}`, () =>
        HttpResponse.json({ message: "Stripe doesn't respond." }, { status: 502 }),
      ),
    );
    await person.click(await screen.findByRole("button", { name }));
    if (status === "active") await person.click(await screen.findByRole("button", { name: "Cancel plan" }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText("Stripe doesn't respond.")).toBeVisible();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  },
);

it("a plan whose end is unknown is canceled without naming a day", async () => {
  const { person } = openTab(aSubscription({ currentPeriodEnd: null }));
  await person.click(await screen.findByRole("button", { name: /^Cancel plan/ }));
  expect(await screen.findByRole("alertdialog")).toHaveTextContent(
    "Your storage continues until the end of the month you've paid for.",
  );
});

it("canceling after a failed payment doesn't claim that the month is paid", async () => {
  const { person } = openTab(aSubscription({ status: "past_due" }));
  await person.click(await screen.findByRole("button", { name: /^Cancel plan/ }));
  const question = await screen.findByRole("alertdialog");
  expect(question).toHaveTextContent("Your storage continues until Dec 21, 2026.");
  expect(question).not.toHaveTextContent("paid through");
});

it.each([
  ["another card", { status: "past_due", card: { brand: "visa", last4: "1881" } }],
  ["the same card, which pays again", { status: "active" }],
] as const)("a subscription's card can be replaced: %s", async (_, changes) => {
  const { confirm } = serveStripe([{ intent: { status: "succeeded" } }]);
  const { person } = openTab(aSubscription({ status: "past_due" }));
  await person.click(await screen.findByRole("button", { name: /^Update card/ }));
  const save = await screen.findByRole("button", { name: "Save card" });
  await waitFor(() => expect(save).not.toHaveAttribute("aria-disabled"));
  await person.click(save);
  expect(await screen.findByText("Card updated")).toBeVisible();
  expect(confirm.mock.calls[0]?.[0].clientSecret).toBe("seti_1_secret_1");
  expect(await screen.findByRole("button", { name: /^Update card/ })).toBeVisible();
  expect(await screen.findByText("We're trying your last payment again with this card.")).toBeVisible();
  expect(screen.getByText("Your new card will show here in a moment.")).toBeVisible();
  let shown = 0;
  let charges = 0;
  server.use(
    http.get("/api/storage-subscriptions", () => {
      shown += 1;
      return HttpResponse.json([aSubscription(changes)]);
    }),
    http.get("/api/storage-charges", () => {
      charges += 1;
      return HttpResponse.json([]);
    }),
  );
  if ("card" in changes) expect(await screen.findByText("Visa ending in 1881")).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/new card will show/)).not.toBeInTheDocument());
  expect(shown, "it is not asked for any longer").toBe(1);
  await waitFor(() => expect(charges, "the failed charge may be paid now").toBe(1));
});

it("a card form that failed to load can be retried or closed", async () => {
  serveStripe();
  const { person } = openTab(aSubscription());
  const form = "/api/storage-subscriptions/s1/update-card";
  const message = "Stripe doesn't respond.";
  server.use(http.post(form, () => HttpResponse.json({ message }, { status: 502 }), { once: true }));
  await person.click(await screen.findByRole("button", { name: /^Update card/ }));
  expect(screen.getByRole("heading", { name: "Update your card" })).toHaveFocus();
  expect(await screen.findByText(message)).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Save card" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Keep current card" }));
  expect(screen.getByRole("button", { name: /^Update card/ })).toBeVisible();
});

it.each([
  ["succeeded", "Card updated", "Your plan's payments will use this card."],
  ["requires_payment_method", "Couldn't update your card", "Card declined."],
])("someone back from their bank sees the outcome for the new card: %s", async (status, title, words) => {
  serveStripe([], { seti_1_secret_1: { status, last_setup_error: { message: "Card declined." } } });
  openTab(aSubscription(), "?setup_intent_client_secret=seti_1_secret_1&redirect_status=succeeded");
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
});

it("a card that the bank declined can be replaced by another", async () => {
  const declined = { status: "requires_payment_method", last_setup_error: { message: "Card declined." } };
  serveStripe([{ intent: declined }]);
  const { person } = openTab(aSubscription({ status: "past_due" }));
  await person.click(await screen.findByRole("button", { name: /^Update card/ }));
  const save = await screen.findByRole("button", { name: "Save card" });
  await waitFor(() => expect(save).not.toHaveAttribute("aria-disabled"));
  await person.click(save);
  expect(await screen.findByText("Couldn't update your card")).toBeVisible();
  expect(screen.getByText(/^Card declined\. You can try another card/)).toBeVisible();
  expect(save).not.toHaveAttribute("aria-disabled");
});

it("a card form that was canceled elsewhere is replaced", async () => {
  let forms = 0;
  serveStripe([{ intent: { status: "canceled" } }]);
  const { person } = openTab(aSubscription({ status: "past_due" }));
  server.use(
    http.post("/api/storage-subscriptions/s1/update-card", () => {
      forms += 1;
      return HttpResponse.json({ clientSecret: `seti_${forms}_secret_1` });
    }),
  );
  await person.click(await screen.findByRole("button", { name: /^Update card/ }));
  const save = await screen.findByRole("button", { name: "Save card" });
  await waitFor(() => expect(save).not.toHaveAttribute("aria-disabled"));
  await person.click(save);
  await waitFor(() => expect(forms).toBe(2));
  expect(screen.queryByText("Card updated")).toBeNull();
});

describe("properties", () => {
  it("can be added up to the plan's limit and removed", async () => {
    const { person, calls } = openTab(aSubscription({ addresses: [] }));
    signIn(customer, [anAddress({ id: "a1", label: "Barn" }), shop]);
    expect(await screen.findByText("(0 of 1)")).toBeVisible();
    await person.selectOptions(await screen.findByLabelText("Add a property"), "a2");
    await person.click(screen.getByRole("button", { name: "Add property" }));
    expect(await screen.findByText("(1 of 1)")).toBeVisible();
    expect(await screen.findByText("Shop was added to this plan.")).toBeVisible();
    expect(screen.queryByLabelText("Add a property")).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Save an address first" })).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: /^Remove: Shop/ }));
    expect(await screen.findByText("(0 of 1)")).toBeVisible();
    expect(await screen.findByText("Shop was removed from this plan.")).toBeVisible();
    expect(screen.getByText("No properties yet.")).toBeVisible();
    expect(calls).toEqual(["attach a2", "detach a2"]);
  });

  it("show their street if they have no label, and have no limit in the largest plan", async () => {
    const { label, ...unnamed } = shop;
    const subscription = aSubscription({ plan: "enterprise", addresses: [{ ...unnamed, label: "" }] });
    const { person } = openTab(subscription);
    // The plan has every saved address.
    signIn(customer, subscription.addresses);
    expect(await screen.findByText("(1)")).toBeVisible();
    expect(await screen.findByRole("link", { name: "Save an address first" })).toHaveAttribute(
      "href",
      "/my-services?tab=addresses",
    );
    await person.click(screen.getByRole("button", { name: "Remove: 12 Central Avenue, Dover" }));
    expect(await screen.findByText("12 Central Avenue was removed from this plan.")).toBeVisible();
  });

  it("can be added only once", async () => {
    openTab(aSubscription({ plan: "business" }));
    const choice = within(await screen.findByLabelText("Add a property"));
    expect(choice.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "Choose an address",
      "Shop: 12 Central Avenue, Dover",
    ]);
  });

  it("show address changes after one is added", async () => {
    const { person } = openTab(aSubscription({ addresses: [] }));
    let asked = 0;
    server.use(
      http.get("/api/addresses", () => {
        asked += 1;
        return HttpResponse.json([{ ...shop, label: "", status: "subscribed" }]);
      }),
    );
    await person.selectOptions(await screen.findByLabelText("Add a property"), "a2");
    const before = asked;
    await person.click(screen.getByRole("button", { name: "Add property" }));
    expect(await screen.findByText("(1 of 1)")).toBeVisible();
    expect(await screen.findByText("12 Central Avenue was added to this plan.")).toBeVisible();
    await waitFor(() => expect(asked).toBe(before + 1));
  });

  it("can't be removed while items are in storage", async () => {
    openTab(aSubscription({ addresses: [anAddress({ status: "items_in_storage" })] }));
    expect(await screen.findByText("To remove it, call us to have its items returned first.")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Remove/ })).not.toBeInTheDocument();
  });

  it("stay unchanged, with the reason, when the server refuses", async () => {
    const { person } = openTab(aSubscription({ plan: "business" }));
    server.use(
      http.post("/api/storage-subscriptions/s1/addresses", () =>
        HttpResponse.json({ message: "This address is in another plan." }, { status: 409 }),
      ),
    );
    await person.selectOptions(await screen.findByLabelText("Add a property"), "a2");
    await person.click(screen.getByRole("button", { name: "Add property" }));
    expect(await screen.findByText("This address is in another plan.")).toBeVisible();
    expect(screen.getByText("(1 of 3)")).toBeVisible();
    server.use(
      http.delete("/api/storage-subscriptions/s1/addresses/:address", () =>
        HttpResponse.json({ message: "Something is stored for it." }, { status: 409 }),
      ),
    );
    await person.click(screen.getByRole("button", { name: /^Remove: Home/ }));
    expect(await screen.findByText("Couldn't remove the property")).toBeVisible();
    expect(screen.getByText("Something is stored for it.")).toBeVisible();
  });
});
