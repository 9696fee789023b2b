import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Paid, SavedCard } from "~/api/types";
import { renderAt } from "~/test/render";
import { customer, server, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { MyPayments } from "./components/my-payments";
import CheckoutPage from "./pages/checkout-page";

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

let cards: SavedCard[] = [];

function openMine(rows: Paid[] = []) {
  serveStripe();
  server.use(
    http.get("/api/payment-history", () => HttpResponse.json(rows)),
    http.get("/api/payment-methods", () => HttpResponse.json(cards)),
  );
  return renderAt("/mine", <MyPayments />);
}

beforeEach(() => {
  cards = [];
});

describe("the customer's payments", () => {
  it("are listed with method, refund and receipt", async () => {
    openMine([
      { ...paid, cardWallet: "apple_pay", amountRefunded: "75.00" },
      { ...paid, id: "p2", method: "check", cardBrand: "", cardLast4: "", reversed: true, receiptUrl: null },
    ]);
    const rows = within(await screen.findByRole("list", { name: "Your payments" })).getAllByRole("listitem");
    expect(screen.queryByText("Loading your payments")).not.toBeInTheDocument();
    expect(rows[0]).toHaveTextContent("Apple Pay, Visa ending in 4242");
    expect(rows[0]).toHaveTextContent("$675.00$75.00 refunded");
    expect(within(rows[0] as HTMLElement).getByRole("link")).toHaveAttribute("href", paid.receiptUrl);
    expect(rows[1]).toHaveTextContent("Check");
    expect(rows[1]).toHaveTextContent("Reversed; doesn't count");
    expect(within(rows[1] as HTMLElement).queryByRole("link")).not.toBeInTheDocument();
  });

  it.each<[Partial<Paid>, string]>([
    [{}, "Visa ending in 4242"],
    [{ cardWallet: "google_pay" }, "Google Pay, Visa ending in 4242"],
    [{ cardWallet: "a new one" }, "Visa ending in 4242"],
    [{ cardBrand: "", cardLast4: "" }, "Card"],
    [{ method: "cash" }, "Cash"],
    [{ method: "bank_transfer" }, "Bank transfer"],
    [{ method: "other" }, "Other"],
  ])("show the method of %o", async (changes, name) => {
    openMine([{ ...paid, ...changes }]);
    const row = await screen.findByRole("listitem");
    expect(row).toHaveTextContent(`Nov 20, 2026Invoice INV-2026-00001${name}$675.00View receipt`);
  });

  it("have an empty state and an error state", async () => {
    const { unmount } = openMine();
    expect(await screen.findByText(/^No payments yet. Everything you pay/)).toBeVisible();
    expect(await screen.findByText(/^No saved cards. To save one/)).toBeVisible();
    unmount();

    server.use(
      http.get("/api/payment-history", () => new HttpResponse(null, { status: 500 })),
      http.get("/api/payment-methods", () => new HttpResponse(null, { status: 503 })),
    );
    renderAt("/mine", <MyPayments />);
    expect(screen.getByText("Loading your payments")).toBeInTheDocument();
    expect(await screen.findByText("We couldn't load your payments.")).toBeVisible();
    expect(screen.queryByText("Loading your payments")).not.toBeInTheDocument();
    expect(await screen.findByText("We couldn't load your saved cards.")).toBeVisible();
  });
});

describe("saved cards", () => {
  it("are removed after a confirmation", async () => {
    cards = [visa];
    const { person } = openMine();
    const removed: string[] = [];
    server.use(
      http.delete("/api/payment-methods/:id", ({ params }) => {
        removed.push(String(params.id));
        cards = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await person.click(await screen.findByRole("button", { name: "Remove: Visa ending in 4242" }));
    expect(screen.getByRole("alertdialog")).toHaveAccessibleDescription(
      /^Visa ending in 4242 won't be offered/,
    );
    await person.click(screen.getByRole("button", { name: "Keep card" }));
    expect(removed).toEqual([]);
    await person.click(screen.getByRole("button", { name: /^Remove: / }));
    await person.click(screen.getByRole("button", { name: "Remove card" }));
    expect(await screen.findByText("Card removed")).toBeVisible();
    expect(removed).toEqual(["pm_1"]);
    expect(await screen.findByText(/^No saved cards/)).toBeVisible();
  });

  it("show that they have expired, or can't be removed because they pay for storage", async () => {
    cards = [
      { ...visa, expired: true, expYear: 2024 },
      { ...visa, id: "pm_2", brand: "amex", last4: "0005", paysStorage: true },
    ];
    openMine();
    const list = await screen.findByRole("list", { name: "Your saved cards" });
    const [first, second] = within(list).getAllByRole("listitem");
    expect(first).toHaveTextContent(
      "Visa ending in 4242Expired 04/2024. It's not offered anymore when you pay.Remove",
    );
    expect(first).not.toHaveTextContent("storage");
    expect(screen.getByRole("button", { name: "Remove: Visa ending in 4242" })).toBeEnabled();
    expect(second).toHaveTextContent(
      "American Express ending in 0005Expires 04/2030Pays for your storage plan",
    );
    const remove = screen.getByRole("button", { name: "Remove: American Express ending in 0005" });
    expect(remove).toHaveAccessibleDescription("To remove it, first update the plan's card under Storage.");
    expect(remove).toHaveAttribute("aria-disabled", "true");
  });

  it("stay, with the reason, when the server refuses to remove them", async () => {
    cards = [visa];
    const { person } = openMine();
    const message = "This card pays for your storage plan.";
    server.use(
      http.delete("/api/payment-methods/:id", () => {
        cards = [{ ...visa, paysStorage: true }];
        return HttpResponse.json({ message }, { status: 409 });
      }),
    );
    await person.click(await screen.findByRole("button", { name: /^Remove: / }));
    await person.click(screen.getByRole("button", { name: "Remove card" }));
    expect(await screen.findByText("Couldn't remove the card")).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(await screen.findByText("Pays for your storage plan")).toBeVisible();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("are hidden if card payments are not set up", async () => {
    openMine();
    server.use(http.get("/api/payments/config", () => new HttpResponse(null, { status: 503 })));
    await waitFor(() => expect(screen.queryByText("Saved cards")).not.toBeInTheDocument());
  });
});

describe("the card form", () => {
  const sessions = vi.fn();

  beforeEach(() => {
    sessions.mockClear();
    server.use(
      http.post("/api/create-payment-intent", () => HttpResponse.json({ clientSecret: "pi_1_secret_1" })),
      http.post("/api/payment-methods/session", async ({ request }) => {
        sessions(await request.json());
        return HttpResponse.json({ clientSecret: "cuss_secret_1" });
      }),
    );
  });

  const words = /^If you check the box, Stripe saves the card for next time/;

  it("offers signed-in customers to save the card, and explains that", async () => {
    signIn(customer);
    const { elements, report } = serveStripe();
    renderAt("/checkout", <CheckoutPage />);
    expect(await screen.findByText(words)).toBeVisible();
    expect(sessions).toHaveBeenCalledExactlyOnceWith({ paymentIntentId: "pi_1" });
    expect(elements.mock.calls[0]?.[0]).toMatchObject({ customerSessionClientSecret: "cuss_secret_1" });
    report("change", { value: { payment_method: { id: "pm_1" } } });
    expect(screen.queryByText(words)).not.toBeInTheDocument();
    report("change", { value: {} });
    expect(screen.getByText(words)).toBeVisible();
  });

  it("doesn't offer to save a visitor's card", async () => {
    serveStripe();
    renderAt("/checkout", <CheckoutPage />);
    expect(await screen.findByRole("button", { name: "Complete Payment" })).toBeVisible();
    expect(screen.queryByText(words)).not.toBeInTheDocument();
    expect(sessions).not.toHaveBeenCalled();
  });

  it("works even if the saved cards fail to load", async () => {
    signIn(customer);
    serveStripe();
    server.use(http.post("/api/payment-methods/session", () => new HttpResponse(null, { status: 503 })));
    renderAt("/checkout", <CheckoutPage />);
    expect(await screen.findByRole("button", { name: "Complete Payment" })).toBeVisible();
    expect(screen.queryByText(words)).not.toBeInTheDocument();
  });
});
