import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { StorageSubscription } from "~/api/types";
import { renderAt } from "~/test/render";
import { anAddress, aSubscription } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { MyStorage } from "./components/my-storage";

const shop = anAddress({ id: "a2", label: "Shop" });

/** Opens the tab of a customer with one subscription, which the calls of a test change. */
function openTab(first: StorageSubscription) {
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
    http.post("/api/storage-subscriptions/s1/addresses", () =>
      answer("attach", { addresses: [...now.addresses, shop] }),
    ),
    http.delete("/api/storage-subscriptions/s1/addresses/:address", () =>
      answer("detach", { addresses: [] }),
    ),
    http.post("/api/storage-subscriptions/s1/update-card", () =>
      HttpResponse.json({ clientSecret: "seti_1_secret_1" }),
    ),
  );
  return { calls, ...renderAt("/tab", <MyStorage />) };
}

describe("the status of a subscription", () => {
  it.each([
    [aSubscription(), "Your next payment of $15 is on Dec 21, 2026."],
    [aSubscription({ status: "past_due" }), "Your last payment didn't go through."],
    [
      aSubscription({ status: "canceling", endsAt: "2026-12-10T05:00:00Z" }),
      "You're paid through Dec 10, 2026",
    ],
    [aSubscription({ status: "canceled", endsAt: "2026-12-10T05:00:00Z" }), "Ended on Dec 10, 2026."],
  ])("is said in words", async (subscription, words) => {
    openTab(subscription);
    expect(await screen.findByText(words, { exact: false })).toBeVisible();
  });
});

it.each([
  ["amex", "American Express ending in 0005"],
  ["discover", "Discover ending in 0005"],
])("the card of the brand %s is named as people know it", async (brand, name) => {
  openTab(aSubscription({ card: { brand, last4: "0005" } }));
  expect(await screen.findByText(name)).toBeVisible();
});

it("a plan without its first payment is a line that can be finished or canceled, beside the empty state", async () => {
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
  await person.click(within(question).getByRole("button", { name: "Keep plan" }));
  expect(calls).toEqual([]);

  await person.click(screen.getByRole("button", { name: /^Cancel/ }));
  await person.click(screen.getByRole("button", { name: "Cancel plan" }));
  expect(await screen.findByText("Plan canceled")).toBeVisible();
  expect(screen.getByText("Your storage continues until Dec 10, 2026.")).toBeVisible();
  const resume = await screen.findByRole("button", { name: /^Resume/ });
  expect(screen.queryByRole("link", { name: /^Change plan/ })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Cancel plan/ })).not.toBeInTheDocument();
  await person.click(resume);
  expect(await screen.findByText("Plan resumed")).toBeVisible();
  expect(calls).toEqual(["cancel", "resume"]);
});

it("someone whose payment failed isn't told that they are paid up when they cancel", async () => {
  const { person } = openTab(aSubscription({ status: "past_due" }));
  await person.click(await screen.findByRole("button", { name: /^Cancel plan/ }));
  const question = await screen.findByRole("alertdialog");
  expect(question).toHaveTextContent("Your storage continues until Dec 21, 2026.");
  expect(question).not.toHaveTextContent("paid through");
});

it("a subscription's card can be replaced", async () => {
  const { confirm } = serveStripe([{ intent: { status: "succeeded" } }]);
  const { person } = openTab(aSubscription({ status: "past_due" }));
  await person.click(await screen.findByRole("button", { name: /^Update card/ }));
  const save = await screen.findByRole("button", { name: "Save card" });
  await waitFor(() => expect(save).not.toHaveAttribute("aria-disabled"));
  await person.click(save);
  expect(await screen.findByText("Card updated")).toBeVisible();
  expect(confirm.mock.calls[0]?.[0].clientSecret).toBe("seti_1_secret_1");
  expect(await screen.findByRole("button", { name: /^Update card/ })).toBeVisible();
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

it("a card form that was canceled elsewhere gives way to another", async () => {
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
    expect(await screen.findByText("(0 of 1)")).toBeVisible();
    await person.selectOptions(await screen.findByLabelText("Add a property"), "a2");
    await person.click(screen.getByRole("button", { name: "Add property" }));
    expect(await screen.findByText("(1 of 1)")).toBeVisible();
    expect(screen.queryByLabelText("Add a property")).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Save an address first" })).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: /^Remove: Shop/ }));
    expect(await screen.findByText("(0 of 1)")).toBeVisible();
    expect(calls).toEqual(["attach", "detach"]);
  });

  it("offer only addresses that are not in the plan yet", async () => {
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
        return HttpResponse.json([{ ...shop, status: "subscribed" }]);
      }),
    );
    await person.selectOptions(await screen.findByLabelText("Add a property"), "a2");
    const before = asked;
    await person.click(screen.getByRole("button", { name: "Add property" }));
    expect(await screen.findByText("(1 of 1)")).toBeVisible();
    await waitFor(() => expect(asked).toBe(before + 1));
  });

  it("stay unchanged, with the reason shown, when the server refuses", async () => {
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
  });
});
