import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { catalog } from "~/api/catalog.gen";
import { ApiError } from "~/api/errors";
import { factsOf } from "~/test/facts";
import { hold } from "~/test/held";
import { renderAt } from "~/test/render";
import { anInvoice } from "~/test/rows";
import { customer, server, signIn } from "~/test/server";
import { serveStripe } from "~/test/stripe";
import { intentQuery, PUBLISHED } from "./api";
import { CardForm } from "./components/card-form";
import CheckoutPage from "./pages/checkout-page";

/** The bodies of the requests for payment intents, in order. */
let asked: { key: string | null; body: unknown }[] = [];

beforeEach(() => {
  asked = [];
  server.use(
    http.post("/api/create-payment-intent", async ({ request }) => {
      const key = request.headers.get("Idempotency-Key");
      asked.push({ key, body: await request.json() });
      return HttpResponse.json({ clientSecret: `pi_${key}_secret_1` });
    }),
  );
});

afterEach(() => document.documentElement.classList.remove("dark"));

const declined = { error: { message: "Your card was declined.", type: "card_error" } };
const openPage = (search = "") => renderAt(`/checkout${search}`, <CheckoutPage />);
const button = () => screen.findByRole("button", { name: "Complete Payment" });

const emailField = () => screen.queryByLabelText("Email for your receipt");

/** Complete the payment. Visitors enter the address for their receipt. */
async function press(person: ReturnType<typeof openPage>["person"]) {
  const complete = await button();
  const field = emailField();
  if (field && (field as HTMLInputElement).value === "") await person.type(field, "ada@example.com");
  await waitFor(() => expect(complete).not.toHaveAttribute("aria-disabled"));
  await person.click(complete);
}

describe("the published price", () => {
  it("waits for the client secret, then takes a card", async () => {
    serveStripe();
    const { person } = openPage();
    expect(screen.getByText("Preparing secure payment")).toBeVisible();
    expect(screen.queryByText("Complete Your Payment")).not.toBeInTheDocument();
    await press(person);
    expect(asked.map(({ body }) => body)).toEqual([{ amount: Number(catalog.checkoutAmount) }]);
    expect(await screen.findByText("Payment Successful")).toBeVisible();
    expect(screen.getByText("Thank you for your purchase!")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Payment received" })).toHaveFocus();
    expect(screen.getByText(/^Next, we'll contact you to plan your installation/)).toBeVisible();
    expect(screen.getByText("We received your payment of $599.00. Thank you!")).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to the home page" })).toHaveAttribute("href", "/");
    expect(Object.entries(factsOf(screen.getByRole("complementary")))).toEqual([
      ["Premium Installation", "$599.00"],
      ["Total", "$599.00"], // the last line is the sum
    ]);
  });

  it.each([
    ["dark", "night", "stripe"],
    ["light", "stripe", "night"],
  ])("has a card form in the %s theme of the page, until that changes", async (page, theme, other) => {
    document.documentElement.classList.toggle("dark", page === "dark");
    document.documentElement.style.setProperty("--foreground", "#e8eef4");
    const { elements } = serveStripe();
    openPage();
    await button();
    const appearance = elements.mock.calls[0]?.[0].appearance;
    expect([appearance?.theme, appearance?.variables?.colorText]).toEqual([theme, "#e8eef4"]);
    document.documentElement.classList.toggle("dark");
    const changed = { appearance: expect.objectContaining({ theme: other }) };
    await waitFor(() => expect(elements.mock.results[0]?.value.update).toHaveBeenCalledWith(changed));
    document.documentElement.style.removeProperty("--foreground");
  });

  it("shows why a card was declined and accepts another one for the same payment", async () => {
    const { confirm } = serveStripe([declined]);
    const { person } = openPage();
    await press(person);
    expect(await screen.findByText("Payment Failed")).toBeVisible();
    expect(screen.getByText("Your card was declined.", { exact: true })).toBeVisible();
    const alert = screen.getByText(/^Your card was declined. You can try another card, or call/);
    expect(alert).toHaveTextContent("(603) 555-0148 to pay another way.");
    await press(person);
    expect(await screen.findByText("Payment Successful")).toBeVisible();
    expect(asked).toHaveLength(1);
    expect(new Set(confirm.mock.calls.map(([{ clientSecret }]) => clientSecret)).size).toBe(1);
  });

  it("leaves messages about an incomplete card to the card form", async () => {
    const { confirm, submit } = serveStripe();
    submit.mockResolvedValueOnce({
      error: { message: "Your card number is incomplete.", type: "validation_error" },
    });
    const { person } = openPage();
    await press(person);
    await waitFor(() => expect(submit).toHaveBeenCalled());
    await waitFor(async () => expect(await button()).not.toHaveAttribute("aria-disabled"));
    expect(screen.queryByText("Payment Failed")).not.toBeInTheDocument();
    expect(screen.queryByText(/incomplete/)).not.toBeInTheDocument();
    expect(confirm).not.toHaveBeenCalled();
    await press(person);
    expect(await screen.findByText("Payment Successful")).toBeVisible();
  });

  it("is charged once by a double click", async () => {
    const { confirm } = serveStripe();
    const { person } = openPage();
    const complete = await button();
    await waitFor(() => expect(complete).not.toHaveAttribute("aria-disabled"));
    await person.type(screen.getByLabelText("Email for your receipt"), " ada@example.com ");
    // Both clicks come before the button has rendered as pending.
    act(() => {
      complete.click();
      complete.click();
    });
    expect(await screen.findByText("Payment Successful")).toBeVisible();
    expect(confirm).toHaveBeenCalledTimes(1);
    expect(confirm.mock.calls[0]?.[0].confirmParams).toEqual({
      return_url: `${window.location.origin}/checkout`,
      receipt_email: "ada@example.com",
    });
  });

  it.each(["", "ada", "ada@example", "ada@exampl\u0131.com"])(
    "asks a visitor for a valid email instead of %j before anything is charged",
    async (typed) => {
      const { confirm } = serveStripe();
      const { person } = openPage();
      const complete = await button();
      await waitFor(() => expect(complete).not.toHaveAttribute("aria-disabled"));
      const field = screen.getByLabelText("Email for your receipt");
      if (typed) await person.type(field, typed);
      await person.click(complete);
      expect(screen.getByText("Valid email is required")).toBeVisible();
      expect(field).toHaveFocus();
      expect(field).toHaveAttribute("aria-invalid", "true");
      expect(confirm).not.toHaveBeenCalled();
      await person.clear(field);
      await person.type(field, "ada@example.com");
      expect(screen.queryByText("Valid email is required")).not.toBeInTheDocument();
      await person.click(complete);
      expect(await screen.findByText("Payment Successful")).toBeVisible();
    },
  );

  it("does not ask signed-in users for an address", async () => {
    signIn(customer);
    const { confirm, create } = serveStripe();
    const { person } = openPage();
    await press(person);
    expect(await screen.findByText("Payment Successful")).toBeVisible();
    expect(confirm.mock.calls[0]?.[0].confirmParams).toEqual({
      return_url: `${window.location.origin}/checkout`,
    });
    expect(create.mock.calls[0]?.[1]).toMatchObject({
      defaultValues: { billingDetails: { name: "Eleanor Hayes", email: customer.email } },
    });
  });

  it("shows why Stripe's form did not load", async () => {
    const { report } = serveStripe();
    openPage();
    await button();
    report("loaderror", { error: { message: "The form is blocked." } });
    expect(screen.getByRole("alert")).toHaveTextContent(
      "The form is blocked. You can try another card, or call",
    );
    report("loaderror", { error: {} });
    expect(screen.getByRole("alert")).toHaveTextContent(
      "We couldn't load the card form. You can try another card",
    );
  });

  it("is the same payment across reloads and tabs until another one is started", async () => {
    serveStripe();
    const first = openPage();
    await press(first.person);
    await screen.findByText("Payment received");
    first.unmount();

    const second = openPage();
    expect(await screen.findByText("Payment received")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Complete Payment" })).not.toBeInTheDocument();
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);

    await second.person.click(screen.getByRole("button", { name: "Make another payment" }));
    expect(await button()).toBeVisible();
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
  });

  it("is one new payment when another one is started in two tabs", async () => {
    serveStripe();
    const first = openPage();
    await press(first.person);
    await screen.findByText("Payment received");
    const second = openPage();
    const [here, there] = await waitFor(() => {
      const buttons = screen.getAllByRole("button", { name: "Make another payment" });
      expect(buttons).toHaveLength(2);
      return buttons;
    });
    await first.person.click(here as HTMLElement);
    await waitFor(() => expect(asked).toHaveLength(3));
    await second.person.click(there as HTMLElement);
    await waitFor(() => expect(asked).toHaveLength(4));
    expect(asked[2]?.key).not.toBe(asked[0]?.key);
    expect(asked[3]?.key).toBe(asked[2]?.key);
  });

  it("checks with Stripe before reporting a lost connection as a failure", async () => {
    const { intents } = serveStripe([{ error: { message: "No connection", type: "api_connection_error" } }]);
    const { person } = openPage();
    await button();
    for (const secret of Object.keys(intents)) intents[secret] = { status: "succeeded", amount: 59900 };
    await press(person);
    expect(await screen.findByText("Payment received")).toBeVisible();
    expect(screen.queryByText("Payment Failed")).not.toBeInTheDocument();
  });

  it("shows that the payment is still processing", async () => {
    serveStripe([{ intent: { status: "processing", amount: 59900 } }]);
    const { person } = openPage();
    await press(person);
    expect(await screen.findByText("Payment processing")).toBeVisible();
    expect(screen.getByText(/^Your bank is still processing your payment of \$599.00./)).toBeVisible();
    expect(screen.queryByText("Payment Successful")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Make another payment" })).not.toBeInTheDocument();
  });

  it("is retried once when a busy server says when", async () => {
    serveStripe();
    const busy = () =>
      HttpResponse.json({ message: "Busy" }, { status: 503, headers: { "Retry-After": "0.05" } });
    server.use(http.post("/api/create-payment-intent", busy, { once: true }));
    const { router } = openPage();
    expect(await button()).toBeVisible();
    expect(router.state.location.pathname).toBe("/checkout");

    const busyKeys: (string | null)[] = [];
    server.use(
      http.post("/api/create-payment-intent", ({ request }) => {
        busyKeys.push(request.headers.get("Idempotency-Key"));
        return busy();
      }),
    );
    sessionStorage.clear();
    localStorage.clear();
    const second = openPage();
    await waitFor(() => expect(second.router.state.location.pathname).toBe("/"));
    expect(busyKeys).toHaveLength(2);
    expect(new Set(busyKeys).size).toBe(1);
  });

  it("is retried after ten seconds at most", () => {
    const retryDelay = intentQuery(PUBLISHED, "key").retryDelay as (failures: number, error: Error) => number;
    const busy = (retryAfter: number) => new ApiError(503, "Busy", {}, retryAfter);
    expect([busy(2), busy(60)].map((error) => retryDelay(0, error))).toEqual([2_000, 10_000]);
  });

  it.each([409, 429, 500])(
    "redirects home when there is no client secret (%d), asked for once",
    async (status) => {
      serveStripe();
      let times = 0;
      server.use(
        http.post("/api/create-payment-intent", () => {
          times += 1;
          return HttpResponse.json({ message: "No" }, { status, headers: { "Retry-After": "0.01" } });
        }),
      );
      const { router } = openPage();
      await waitFor(() => expect(router.state.location.pathname).toBe("/"));
      expect(times).toBe(1);
    },
  );

  it("loads the card form again after it failed", async () => {
    serveStripe();
    let fails = true;
    server.use(
      http.get("/api/payments/config", () => (fails ? new HttpResponse(null, { status: 500 }) : undefined)),
    );
    const { person } = openPage();
    expect(await screen.findByRole("alert")).toHaveTextContent(/^We couldn't load the secure card form/);
    fails = false;
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await button()).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  const alone = (
    <CardForm
      clientSecret="pi_1_secret_1"
      returnTo="/"
      label="Complete Payment"
      failedTitle="Payment Failed"
      onOutcome={() => undefined}
    />
  );
  it.each([
    ["the page", <CheckoutPage key="page" />],
    ["the form alone", alone],
  ])("keeps the focus on the button that loads the card form again: %s", async (_, shown) => {
    serveStripe();
    let asks = 0;
    let { held, release } = hold();
    release();
    const fails = { current: true };
    server.use(
      http.get("/api/payments/config", async () => {
        asks += 1;
        await held;
        return fails.current ? new HttpResponse(null, { status: 500 }) : undefined;
      }),
    );
    const { person } = renderAt("/checkout", shown);
    const again = await screen.findByRole("button", { name: "Try again" });
    ({ held, release } = hold());
    await person.click(again);
    await waitFor(() => expect(asks).toBe(2));
    expect(again).toHaveTextContent("Trying again...");
    expect(again).toHaveFocus();
    release();
    await waitFor(() => expect(again).not.toHaveAttribute("aria-disabled"));
    expect(again).toHaveFocus();
    fails.current = false;
    await person.click(again);
    expect(await button()).toBeVisible();
  });

  it("shows a phone number when cards are not accepted", async () => {
    const nothing = () => HttpResponse.json({ message: "Card payment is not set up" }, { status: 503 });
    server.use(http.get("/api/payments/config", nothing), http.post("/api/create-payment-intent", nothing));
    const { router } = openPage();
    expect(await screen.findByRole("alert")).toHaveTextContent("Card payments are unavailable right now");
    expect(screen.getByRole("alert")).toHaveTextContent("(603) 555-0148");
    expect(router.state.location.pathname).toBe("/checkout");
  });

  it("replaces a payment that was canceled elsewhere", async () => {
    const { intents } = serveStripe();
    localStorage.setItem("payment:checkout", "old-key-1");
    intents["pi_old-key-1_secret_1"] = { status: "canceled" };
    openPage();
    expect(await button()).toBeVisible();
    expect(asked.map(({ key }) => key === "old-key-1")).toEqual([true, false]);
  });
});

describe("returning from the bank", () => {
  const back = (secret: string) =>
    `?payment_intent=pi_1&payment_intent_client_secret=${secret}&redirect_status=succeeded`;

  it("shows that the payment succeeded, requests no new one, and clears the URL", async () => {
    serveStripe([], { pi_1_secret_1: { status: "succeeded", amount: 59900 } });
    const { router } = openPage(back("pi_1_secret_1"));
    expect(await screen.findByText("Payment Successful")).toBeVisible();
    expect(screen.getByText("Payment received")).toBeVisible();
    expect(router.state.location.search).toBe("");
    expect(asked).toEqual([]);
  });

  it("trusts Stripe's status over the URL", async () => {
    serveStripe([], {
      pi_1_secret_1: {
        status: "requires_payment_method",
        amount: 59900,
        last_payment_error: { message: "We are unable to authenticate your payment method." },
      },
    });
    openPage(back("pi_1_secret_1"));
    expect(await screen.findByText("Payment Failed")).toBeVisible();
    expect(screen.getAllByText(/unable to authenticate/)[0]).toBeVisible();
    expect(await button()).toBeVisible();
  });

  it("opens the payment again if Stripe can't say what became of it, and clears the URL", async () => {
    serveStripe([], {
      get pi_1_secret_1(): never {
        throw new Error("Stripe can't be reached");
      },
    });
    const { router } = openPage(back("pi_1_secret_1"));
    expect(await button()).toBeVisible();
    expect(router.state.location.search).toBe("");
  });
});

describe("an invoice", () => {
  const invoice = anInvoice({ amount: "875.00", amountPaid: "200.00", amountDue: "675.00" });

  it("shows total, paid and due separately and waits until the server reports it paid", async () => {
    signIn(customer);
    serveStripe([{ intent: { status: "succeeded", amount: 67500 } }], {}, 67500);
    let paid = false;
    let failuresLeft = 0;
    let fetched = 0;
    server.use(
      http.get("/api/invoices/i1", () => {
        fetched += 1;
        if (failuresLeft > 0) {
          failuresLeft -= 1;
          return new HttpResponse(null, { status: 503 });
        }
        return HttpResponse.json(
          paid ? { ...invoice, status: "paid", amountPaid: "875.00", amountDue: "0.00" } : invoice,
        );
      }),
    );
    const { person } = openPage("?invoice=i1");
    const sums = await screen.findByRole("complementary", { name: "What you're paying for" });
    await waitFor(() => expect(sums).toHaveTextContent("$875.00"));
    expect(factsOf(sums)).toEqual({
      "Invoice INV-2026-00002": "$875.00",
      "Paid so far": "$200.00",
      "To pay now": "$675.00",
    });
    await button();
    expect(fetched).toBe(1); // the card form has the same amount
    await press(person);
    expect(await screen.findByText("Your invoice will show it in a moment.")).toBeVisible();
    expect(asked.map(({ body }) => body)).toEqual([{ invoiceId: "i1", part: "all" }]);
    failuresLeft = 1;
    paid = true;
    expect(await screen.findByText("Your invoice is paid.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Open PDF" })).toHaveAttribute("href", "/api/invoices/i1/pdf");
    expect(screen.getByRole("link", { name: "See your invoices" })).toHaveAttribute(
      "href",
      "/my-services?tab=invoices#invoice-i1",
    );
    expect(factsOf(sums)).toMatchObject({ "Paid so far": "$875.00", "Still due": "$0.00" });
  });

  it("is paid in two parts where a deposit is asked for first", async () => {
    signIn(customer);
    const { confirm } = serveStripe([{ intent: { status: "succeeded", amount: 21875 } }]);
    let now = anInvoice({ fromAcceptance: true, dueDate: null, firstAmount: "218.75", dueNow: "218.75" });
    server.use(http.get("/api/invoices/i1", () => HttpResponse.json(now)));
    const { person, router } = openPage("?invoice=i1&part=first");
    await button();
    expect(factsOf(screen.getByRole("complementary"))).toMatchObject({
      "Paid so far": "$0.00",
      "Deposit, due today": "$218.75",
    });
    now = { ...now, amountPaid: "218.75", amountDue: "656.25", dueNow: "0.00" };
    await press(person);
    expect(await screen.findByText("Your invoice shows this payment.")).toBeVisible();
    expect(factsOf(screen.getByRole("complementary"))).toEqual({
      "Invoice INV-2026-00002": "$875.00",
      "Paid so far": "$218.75",
      "Rest, due 14 days after we install": "$656.25",
    });
    expect(screen.queryByRole("link", { name: "Open PDF" })).not.toBeInTheDocument();
    expect(asked.map(({ body }) => body)).toEqual([{ invoiceId: "i1", part: "first" }]);
    expect(confirm.mock.calls[0]?.[0].confirmParams).toEqual({
      return_url: `${window.location.origin}/checkout?invoice=i1&part=first`,
    });
    await act(() => router.navigate("/checkout?invoice=i1"));
    await button();
    expect(asked.at(-1)?.body).toEqual({ invoiceId: "i1", part: "all" });
  });

  it("shows a deposit that the server knew before the bank sent the customer back", async () => {
    signIn(customer);
    serveStripe([], { pi_1_secret_1: { status: "succeeded", amount: 21875 } });
    const amounts = { firstAmount: "218.75", amountPaid: "218.75", amountDue: "656.25", dueNow: "0.00" };
    const paid = anInvoice({ fromAcceptance: true, dueDate: null, ...amounts });
    server.use(http.get("/api/invoices/i1", () => HttpResponse.json(paid)));
    openPage("?invoice=i1&part=first&payment_intent_client_secret=pi_1_secret_1");
    expect(await screen.findByText("Your invoice shows this payment.")).toBeVisible();
  });

  it("waits for the bank without asking for the payment again", async () => {
    signIn(customer);
    serveStripe([], { pi_1_secret_1: { status: "processing", amount: 67500 } });
    server.use(http.get("/api/invoices/i1", () => HttpResponse.json(invoice)));
    openPage("?invoice=i1&payment_intent_client_secret=pi_1_secret_1");
    expect(await screen.findByText("It will show on your invoice once your bank confirms it.")).toBeVisible();
    expect(asked).toEqual([]);
  });

  it("shows that it failed to load, and can retry", async () => {
    signIn(customer);
    serveStripe();
    let works = false;
    const fail = () => (works ? undefined : new HttpResponse(null, { status: 500 }));
    server.use(
      http.get("/api/invoices/i1", () => fail() ?? HttpResponse.json(invoice)),
      http.get("/api/auth/user", fail),
    );
    const { person } = openPage("?invoice=i1");
    expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't load your invoice");
    expect(screen.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
    works = true;
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await button()).toBeVisible();
  });

  it("redirects to the invoices and explains why it can't be paid", async () => {
    signIn(customer);
    serveStripe();
    const refusal = { message: "This invoice is being paid right now." };
    server.use(
      http.get("/api/invoices/i1", () => HttpResponse.json(invoice)),
      http.post("/api/create-payment-intent", () => HttpResponse.json(refusal, { status: 409 })),
    );
    const { router } = openPage("?invoice=i1");
    await waitFor(() => expect(router.state.location.pathname).toBe("/my-services"));
    expect(router.state.location.search).toBe("?tab=invoices");
  });

  it("stays on the page if it turns out to be paid already", async () => {
    signIn(customer);
    serveStripe();
    let status = "sent";
    server.use(
      http.get("/api/invoices/i1", () => HttpResponse.json({ ...invoice, status })),
      http.post("/api/create-payment-intent", () => {
        status = "paid";
        return HttpResponse.json({ message: "This invoice is paid." }, { status: 409 });
      }),
    );
    const { router } = openPage("?invoice=i1");
    expect(await screen.findByRole("heading", { name: "Invoice INV-2026-00002 is paid" })).toBeVisible();
    expect(router.state.location.pathname).toBe("/checkout");
  });

  it("shows the new amount when the amount has changed", async () => {
    signIn(customer);
    let due = "675.00";
    server.use(
      http.get("/api/invoices/i1", () => HttpResponse.json({ ...invoice, amountDue: due })),
      http.post("/api/create-payment-intent", () => {
        due = "599.00";
        return HttpResponse.json({ clientSecret: "pi_1_secret_1" });
      }),
    );
    serveStripe();
    openPage("?invoice=i1");
    await button();
    const sums = screen.getByRole("complementary", { name: "What you're paying for" });
    await waitFor(() => expect(sums).toHaveTextContent("$599.00"));
  });

  it("replaces a payment that was canceled elsewhere", async () => {
    serveStripe([], { pi_1_secret_1: { status: "canceled" } });
    const first = () => HttpResponse.json({ clientSecret: "pi_1_secret_1" });
    server.use(
      http.get("/api/invoices/i1", () => HttpResponse.json(invoice)),
      http.post("/api/create-payment-intent", first, { once: true }),
    );
    openPage("?invoice=i1");
    expect(await button()).toBeVisible();
    expect(asked.map(({ body }) => body)).toEqual([{ invoiceId: "i1", part: "all" }]);
  });

  it("redirects when it belongs to another customer", async () => {
    signIn(customer);
    serveStripe();
    server.use(
      http.get("/api/invoices/i9", () => HttpResponse.json({ message: "Not found" }, { status: 404 })),
    );
    const { router } = openPage("?invoice=i9");
    await waitFor(() => expect(router.state.location.pathname).toBe("/my-services"));
    expect(asked).toEqual([]);
  });

  it("shows nothing to pay when it is paid", async () => {
    signIn(customer);
    serveStripe();
    const paid = { ...invoice, status: "paid", amountPaid: "875.00", amountDue: "0.00" };
    server.use(http.get("/api/invoices/i1", () => HttpResponse.json(paid)));
    openPage("?invoice=i1");
    expect(await screen.findByText(/is paid/)).toBeVisible();
    expect(asked).toEqual([]);
  });

  it.each([401, 404])("asks a visitor to log in where the server responds with %s", async (status) => {
    serveStripe();
    server.use(http.get("/api/invoices/i1", () => HttpResponse.json({ message: "No" }, { status })));
    openPage("?invoice=i1");
    expect(await screen.findByText("Please Log In")).toBeVisible();
    expect(asked).toEqual([]);
  });

  it("can be paid without an account through its link, and links back to its page", async () => {
    serveStripe([{ intent: { status: "succeeded", amount: 67500 } }]);
    server.use(http.get("/api/invoices/i1", () => HttpResponse.json(invoice)));
    const { person } = openPage("?invoice=i1");
    await press(person);
    expect(await screen.findByRole("heading", { name: "Payment received" })).toHaveFocus();
    expect(asked.map(({ body }) => body)).toEqual([{ invoiceId: "i1", part: "all" }]);
    const back = screen.getByRole("link", { name: "See your invoice" });
    expect(back).toHaveAttribute("href", "/follow/invoices/i1");
    expect(screen.queryByText("Please Log In")).not.toBeInTheDocument();
  });

  it("redirects people with its link back to its page when it can't be paid", async () => {
    signIn({ ...customer, id: "of another account" });
    serveStripe();
    const canceled = { ...invoice, status: "cancelled" };
    server.use(http.get("/api/invoices/i1", () => HttpResponse.json(canceled)));
    const { router } = openPage("?invoice=i1");
    await waitFor(() => expect(router.state.location.pathname).toBe("/follow/invoices/i1"));
    expect(asked).toEqual([]);
  });
});
