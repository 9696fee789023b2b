import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { aJob, anAddress, anInvoice, aSubscription } from "~/test/rows";
import { server, signIn } from "~/test/server";
import type { Customer, CustomerRow } from "../shared/types";
import { aDeskOrder, aDeskQuote, admin, hours, openDesk, row, serveList } from "../test-desk";

const eleanor: CustomerRow = {
  key: "u1",
  kind: "user",
  userId: "u1",
  name: "Eleanor Hayes",
  email: "eleanor@example.com",
  phone: "603-555-0172",
  quotes: 2,
  treeOrders: 1,
  storageSubscriptions: 0,
  invoices: 1,
  lastSeenAt: "2026-11-03T15:00:00Z",
};
const guest: CustomerRow = {
  ...eleanor,
  key: "Zw==",
  kind: "guest",
  userId: null,
  email: "e.hayes@example.com",
  quotes: 1,
};

const everything: Customer = {
  ...eleanor,
  quotes: [aDeskQuote({ quoteAmount: "1284.50" })],
  jobs: [
    {
      ...aJob(),
      quote: {
        servicePackage: "premium",
        city: "Portsmouth",
        quoteAmount: "875.00",
        fullName: "Eleanor Hayes",
        email: "eleanor@example.com",
        phone: "603-555-0172",
        streetAddress: "41 Marcy Street",
        status: "service_scheduled",
      },
    },
  ],
  treeOrders: [aDeskOrder()],
  invoices: [anInvoice()],
  payments: [
    {
      id: "pay1",
      purpose: "checkout",
      reference: null,
      userId: null,
      description: "Holiday lighting",
      amount: "599.00",
      amountReceived: "599.00",
      amountRefunded: "0.00",
      receiptEmail: "",
      payerName: "",
      amountRefunding: "0.00",
      refundFailed: "0.00",
      keptAt: null,
      keptBy: "",
      keptReason: "",
      refundable: "599.00",
      refunds: [],
      status: "succeeded",
      failureMessage: "",
      disputed: false,
      disputeLost: false,
      stripePaymentIntentId: "pi_1",
      bankDeadline: null,
      assignedQuoteId: "q1",
      assignedTreeOrderId: null,
      assignedUserId: null,
      assignedAt: "2026-11-03T15:00:00Z",
      assignedBy: "Ada",
      createdAt: "2026-11-02T15:00:00Z",
      updatedAt: "2026-11-03T15:00:00Z",
    },
  ],
  storageSubscriptions: [aSubscription()],
  addresses: [anAddress()],
  guestMatches: [guest],
  textConsents: [
    {
      number: "+16035550172",
      phone: "(603) 555-0172",
      isGiven: true,
      method: "quote_form",
      decidedAt: "2026-11-02T15:00:00Z",
    },
  ],
};

describe("customers", () => {
  it("can be searched, guests included", async () => {
    const unnamed = { ...guest, key: "x", name: "", email: "x@example.com", phone: "", lastSeenAt: null };
    serveList("/api/desk/customers", [eleanor, guest, unnamed]);
    const { person } = openDesk("?tab=customers");
    const last = await row("x@example.com");
    expect(last.getByText("None")).toBeVisible();
    expect(last.getByText("Never")).toBeVisible();
    expect(last.getByRole("link", { name: "Open x@example.com" })).toHaveAttribute(
      "href",
      "/admin?tab=customers&person=x",
    );
    expect((await row("eleanor@example.com")).getByText("2")).toBeVisible();
    expect(screen.getByText("e.hayes@example.com, guest")).toBeVisible();
    // A guest can have the address of an account.
    const namesake = { ...guest, key: "y", name: "Ann Hayes", email: unnamed.email };
    const found = serveList("/api/desk/customers", [namesake, unnamed]);
    await person.type(screen.getByRole("searchbox", { name: "Search customers" }), "x@{Enter}");
    await waitFor(() => expect(found.at(-1)?.get("q")).toBe("x@"));
    await screen.findByText("Ann Hayes");
    serveList("/api/desk/customers", [guest, unnamed]);
    await person.type(screen.getByRole("searchbox", { name: "Search customers" }), "{Backspace}{Enter}");
    await screen.findByText("e.hayes@example.com, guest");
    expect(screen.queryByText("Ann Hayes")).not.toBeInTheDocument();
  });

  it("show a message when there are none or none match", async () => {
    serveList("/api/desk/customers", []);
    const { router } = openDesk("?tab=customers&q=zzz");
    expect(await screen.findByRole("heading", { name: "No customers found" })).toBeVisible();
    expect(screen.getByText("No customers match this search.")).toBeVisible();
    await act(() => router.navigate("/admin?tab=customers"));
    expect(await screen.findByText(/^Anyone who requests a quote/)).toBeVisible();
  });

  it("have a page with all of their records, and links to each", async () => {
    server.use(http.get("/api/desk/customers/:key", () => HttpResponse.json(everything)));
    openDesk("?tab=customers&person=u1");
    expect(await screen.findByRole("heading", { name: "Eleanor Hayes" })).toBeVisible();
    const [quote, order, invoice] = [everything.quotes[0], everything.treeOrders[0], everything.invoices[0]];
    for (const [name, path] of [
      ["Premium Installation, Portsmouth", `?tab=quotes&q=a41f09c2&open=${quote?.id}`],
      ["Installation", "?tab=jobs&q=q1&open=j1"],
      ["Higher Quality 7-8 ft Tree", `?tab=trees&view=all&q=7be2d310&open=${order?.id}`],
      ["INV-2026-00002", `?tab=invoices&q=INV-2026-00002&open=${invoice?.id}`],
    ] as const)
      expect(screen.getByRole("link", { name })).toHaveAttribute("href", `/admin${path}`);
    expect(screen.getByText("Consumer storage")).toBeVisible();
    for (const detail of [
      "a41f09c2, Nov 3, 2026, $1,284.50",
      "j1, Nov 24, 2026, 9:00 AM",
      "7be2d310, Nov 3, 2026, $160.00",
      "$875.00, due Dec 5, 2026",
      "$599.00, Nov 2, 2026, assigned by Ada",
      "$15.00 per month",
    ])
      expect(screen.getByText(detail)).toBeVisible();
    for (const title of ["Quotes", "Jobs", "Tree orders", "Invoices", "Card payments", "Storage"])
      expect(screen.getByRole("heading", { name: `${title} (1)` })).toBeVisible();
    expect(screen.getByText("eleanor@example.com, has an account")).toBeVisible();
    expect(screen.getByRole("group", { name: "Personal data" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Refund Holiday lighting, $599.00" })).toBeVisible();
    expect(
      within(screen.getByRole("list", { name: "Addresses" })).getByText(/12 Central Avenue/),
    ).toBeVisible();
  });

  it("are left after their data is erased, and everything is refetched", async () => {
    let isErased = false;
    const people = serveList("/api/desk/customers", []);
    server.use(
      http.get("/api/desk/customers/:key", () => HttpResponse.json(everything)),
      http.get("/api/desk/customers/:key/erasure", () =>
        HttpResponse.json({
          ...{ reasons: [], email: eleanor.email, quotes: 1, treeOrders: 0, invoices: 0, keptYears: 7 },
        }),
      ),
      http.get("/api/auth/confirmation", () => HttpResponse.json({ confirmedUntil: hours(1) })),
      http.post("/api/desk/customers/:key/erasure", () => {
        isErased = true;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { person, queryClient } = openDesk("?tab=customers&person=u1");
    queryClient.setQueryData(["anything"], []);
    await person.click(await screen.findByRole("button", { name: "Download or erase" }));
    await person.click(await screen.findByRole("button", { name: "Erase data…" }));
    await person.type(await screen.findByLabelText(/^Type .* to confirm/), eleanor.email);
    await person.click(screen.getByRole("button", { name: "Erase everything" }));
    expect(await screen.findByText("Data erased")).toBeVisible();
    expect(screen.getByText("They've been notified by email.")).toBeVisible();
    expect(isErased).toBe(true);
    expect(await screen.findByRole("heading", { name: "No customers found" })).toBeVisible();
    expect(people).not.toEqual([]);
    expect(queryClient.getQueryState(["anything"])?.isInvalidated).toBe(true);
  });

  it("can be a guest without records, and office staff can't erase them", async () => {
    const none = {
      quotes: [],
      jobs: [],
      treeOrders: [],
      invoices: [],
      payments: [],
      storageSubscriptions: [],
    };
    const nobody = { ...everything, ...none, addresses: [], guestMatches: [], textConsents: [] };
    server.use(
      http.get("/api/desk/customers/:key", () =>
        HttpResponse.json({ ...nobody, kind: "guest", name: "", phone }),
      ),
    );
    let phone = "";
    const { queryClient } = openDesk("?tab=customers&person=u1");
    expect(await screen.findByRole("heading", { name: "eleanor@example.com" })).toBeVisible();
    expect(screen.getByText("eleanor@example.com, guest (no account)")).toBeVisible();
    for (const words of [
      "No quotes found",
      "No jobs found",
      "No tree orders found",
      "No invoices yet",
      "No card payments yet",
      "No storage subscription",
    ])
      expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole("list", { name: /^(Contact|Texts|Addresses)/ })).not.toBeInTheDocument();
    expect(screen.queryByText(/Possible duplicate/)).not.toBeInTheDocument();
    signIn({ ...admin, role: "office" });
    phone = "603-555-0172";
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.queryByRole("group", { name: "Personal data" })).toBeNull());
    expect(await screen.findByRole("list", { name: "Contact eleanor@example.com" })).toBeVisible();
  });

  it("show the refunds of a payment, and offer to refund the rest unless it is disputed", async () => {
    const [payment] = everything.payments;
    const [job] = everything.jobs;
    const payments = [
      { ...payment, id: "p1", disputed: true, assignedBy: "", amountRefunded: "100.00" },
      { ...payment, id: "p2", refundable: "0.00", description: "" },
      { ...payment, id: "p3", refundable: "499.00", description: "Wreaths" },
    ];
    const more = {
      payments,
      jobs: [{ ...job, scheduledDate: null }],
      quotes: [aDeskQuote({ quoteAmount: null })],
      invoices: [anInvoice({ dueDate: null })],
    };
    server.use(http.get("/api/desk/customers/:key", () => HttpResponse.json({ ...everything, ...more })));
    const { person } = openDesk("?tab=customers&person=u1");
    expect(await screen.findByText("$599.00, $100.00 refunded, Nov 2, 2026")).toBeVisible();
    expect(screen.getByText("Card payment")).toBeVisible();
    expect(screen.getByText("j1, not scheduled yet")).toBeVisible();
    expect(screen.getByText("a41f09c2, Nov 3, 2026")).toBeVisible();
    expect(screen.getByText("$875.00")).toBeVisible();
    await person.click(screen.getByRole("button", { name: /^Refund/ })); // there is only one
    expect(await screen.findByLabelText("Amount")).toHaveValue("499.00");
  });

  it("say whose turn it is with an open quote", async () => {
    const quotes = [aDeskQuote({ status: "reviewed", quoteAmount: "1284.50" })];
    server.use(http.get("/api/desk/customers/:key", () => HttpResponse.json({ ...everything, quotes })));
    openDesk("?tab=customers&person=u1");
    expect(await screen.findByText("Waiting for the customer")).toBeVisible();
  });

  it("can be loaded again after an error", async () => {
    server.use(http.get("/api/desk/customers/:key", () => new HttpResponse(null, { status: 500 })));
    const { person } = openDesk("?tab=customers&person=u1");
    expect(await screen.findByText("We couldn't load this customer")).toBeVisible();
    server.use(http.get("/api/desk/customers/:key", () => HttpResponse.json(everything)));
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Eleanor Hayes" })).toBeVisible();
  });

  it("stay if they can't be refreshed, and say so", async () => {
    server.use(http.get("/api/desk/customers/:key", () => HttpResponse.json(everything)));
    const { queryClient } = openDesk("?tab=customers&person=u1");
    await screen.findByRole("heading", { name: "Eleanor Hayes" });
    expect(screen.queryByText(/^We couldn't refresh/)).not.toBeInTheDocument();
    server.use(http.get("/api/desk/customers/:key", () => new HttpResponse(null, { status: 500 })));
    await act(() => queryClient.invalidateQueries());
    await screen.findByText("We couldn't refresh this customer. What you see may be out of date.");
    expect(screen.getByRole("heading", { name: "Eleanor Hayes" })).toBeVisible();
  });

  it("link to a guest who may be the same person, but are not merged", async () => {
    server.use(http.get("/api/desk/customers/:key", () => HttpResponse.json(everything)));
    openDesk("?tab=customers&person=u1");
    expect(await screen.findByText(/Possible duplicate/)).toBeVisible();
    expect(screen.getByText(/e\.hayes@example\.com, 603-555-0172/)).toBeVisible();
    expect(
      screen.getAllByRole("link", { name: "Eleanor Hayes" }).map((link) => link.getAttribute("href")),
    ).toEqual([`/admin?tab=customers&person=${encodeURIComponent(guest.key)}`]);
    expect(screen.queryByRole("button", { name: /merge/i })).not.toBeInTheDocument();
  });

  it("show whether their numbers may be texted, and texts can be turned off", async () => {
    const sent: unknown[] = [];
    const [consent] = everything.textConsents;
    server.use(
      http.get("/api/desk/customers/:key", () =>
        HttpResponse.json(
          sent.length === 0
            ? {
                ...everything,
                textConsents: [
                  consent,
                  { ...consent, number: "+16035550173", isGiven: null, method: null, decidedAt: null },
                ],
              }
            : { ...everything, textConsents: [{ ...consent, isGiven: false, method: "office" }] },
        ),
      ),
      http.post("/api/texts/off", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ...consent, isGiven: false, method: "office" });
      }),
    );
    const { person } = openDesk("?tab=customers&person=u1");
    expect(await screen.findByText(/agreed to texts on .+, with a quote request/)).toBeVisible();
    expect(screen.getByText("hasn't agreed to texts")).toBeVisible();
    server.use(http.post("/api/texts/off", () => new HttpResponse(null, { status: 500 }), { once: true }));
    await person.click(screen.getByRole("button", { name: "Turn texts off for (603) 555-0172" }));
    expect(await screen.findByText("Couldn't turn texts off")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Turn texts off for (603) 555-0172" }));
    expect(await screen.findByText(/texts off on .+, by the office/)).toBeVisible();
    expect(screen.getByText("(603) 555-0172 gets emails from now on.")).toBeVisible();
    expect(sent).toEqual([{ phone: "+16035550172" }]);
    expect(screen.queryByRole("button", { name: /Turn texts off/ })).not.toBeInTheDocument();
  });

  it("show a message if the customer does not exist", async () => {
    server.use(
      http.get("/api/desk/customers/:key", () =>
        HttpResponse.json({ message: "Not found" }, { status: 404 }),
      ),
    );
    openDesk("?tab=customers&person=gone");
    expect(await screen.findByRole("heading", { name: "No customer found" })).toBeVisible();
  });
});
