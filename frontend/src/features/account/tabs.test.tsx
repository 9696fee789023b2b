import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { Invoice, TreeOrder } from "~/api/types";
import { readDraft, writeDraft } from "~/lib/drafts";
import { loadPage } from "~/lib/load-page";
import { factsOf } from "~/test/facts";
import { hold } from "~/test/held";
import { aJob, anInvoice, aSubscription, aTreeOrder } from "~/test/rows";
import { server } from "~/test/server";
import { card, openMyServices } from "./test-page";

describe("the tabs of My Services", () => {
  // First, since the code of a tab loads once per page.
  it("say which of them failed to load its code", async () => {
    vi.doMock("~/features/trees/mine", () => {
      throw new Error("Loading the code failed");
    });
    const { person } = openMyServices({}, "?tab=tree-orders");
    const title = "We couldn't load your tree orders";
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    vi.doUnmock("~/features/trees/mine");
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "No tree orders yet" })).toBeVisible();
  });

  it("are in the URL, so that a reload keeps the open one", async () => {
    const { person, router, unmount } = openMyServices();
    expect(await screen.findByRole("tab", { name: "Quotes" })).toHaveAttribute("aria-selected", "true");
    await person.click(screen.getByRole("tab", { name: "Tree orders" }));
    expect(router.state.location.search).toBe("?tab=tree-orders");
    expect(router.state.historyAction, "the back button leaves the page").toBe("REPLACE");
    unmount();

    openMyServices({}, router.state.location.search);
    expect(await screen.findByRole("tab", { name: "Tree orders" })).toHaveAttribute("aria-selected", "true");
  });

  it("follow the arrow keys", async () => {
    const { person } = openMyServices();
    await person.click(await screen.findByRole("tab", { name: "Quotes" }));
    await person.keyboard("{ArrowRight}{ArrowRight}");
    expect(screen.getByRole("tab", { name: "Addresses" })).toHaveFocus();
    await waitFor(() =>
      expect(screen.getByRole("tab", { name: "Addresses" })).toHaveAttribute("aria-selected", "true"),
    );
  });

  it("fall back to the quotes for an unknown tab", async () => {
    openMyServices({}, "?tab=nonsense");
    expect(await screen.findByRole("tab", { name: "Quotes" })).toHaveAttribute("aria-selected", "true");
  });

  it.each([
    ["quotes", "No Quote Requests Yet"],
    ["services", "No Scheduled Services"],
    ["addresses", "No addresses saved"],
    ["invoices", "No invoices yet"],
    ["storage", "No storage subscription"],
    ["tree-orders", "No tree orders yet"],
  ])("show an empty state: %s", async (tab, heading) => {
    openMyServices({}, `?tab=${tab}`);
    expect(await screen.findByRole("heading", { name: heading })).toBeVisible();
  });

  it("redirect to the home page after erasure, and clear drafts", async () => {
    const plan = { reasons: [], email: "eleanor@example.com", quotes: 0, treeOrders: 0, invoices: 0 };
    const { person } = openMyServices(
      {},
      "?data=1",
      http.get("/api/account/erasure", () => HttpResponse.json({ ...plan, keptYears: 7 })),
      http.get("/api/auth/confirmation", () =>
        HttpResponse.json({ confirmedUntil: new Date(Date.now() + 60_000).toISOString() }),
      ),
      http.post("/api/account/erasure", () => new HttpResponse(null, { status: 204 })),
    );
    writeDraft("quote", { fullName: "Eleanor Hayes" });
    await person.click(await screen.findByRole("button", { name: "Erase data…" }));
    await person.type(await screen.findByLabelText(/^Type .* to confirm/), plan.email);
    await person.click(screen.getByRole("button", { name: "Erase everything" }));
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith("/"));
    expect(readDraft("quote")).toBeNull();
  });

  it("show that a list failed to load, and can retry", async () => {
    const { person } = openMyServices({}, "?tab=invoices");
    await screen.findByText("No invoices yet");
    server.use(http.get("/api/jobs", () => new HttpResponse(null, { status: 500 }), { once: true }));
    await person.click(screen.getByRole("tab", { name: "Services" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't load your services");
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No Scheduled Services")).toBeVisible();
  });

  it("show that a list is being retried and keep the focus, even if it fails again", async () => {
    const { person } = openMyServices({}, "?tab=invoices");
    await screen.findByText("No invoices yet");
    const fails = () => new HttpResponse(null, { status: 503 });
    server.use(http.get("/api/jobs", fails));
    await person.click(screen.getByRole("tab", { name: "Services" }));
    const again = await screen.findByRole("button", { name: "Try again" });
    const { held, release } = hold();
    server.use(http.get("/api/jobs", () => held.then(fails)));
    await person.click(again);
    await waitFor(() => expect(again).toHaveAccessibleName("Trying again..."));
    release();
    await waitFor(() => expect(again).toHaveAccessibleName("Try again"));
    expect(again).toHaveFocus();
  });

  it("load more rows on request", async () => {
    const { person } = openMyServices({}, "?tab=services");
    await screen.findByText("No Scheduled Services");
    server.use(
      http.get("/api/tree-orders", ({ request }) => {
        const more = new URL(request.url).searchParams.get("cursor") === "abc";
        if (more) return HttpResponse.json([aTreeOrder({ id: "t2", treeSize: "modest_6ft" })]);
        // The host is the server's internal name, which browsers can't reach.
        const headers = { Link: '<http://inner:9000/api/tree-orders?cursor=abc>; rel="next"' };
        return HttpResponse.json([aTreeOrder({ id: "t1" })], { headers });
      }),
    );
    await person.click(screen.getByRole("tab", { name: "Tree orders" }));
    await screen.findByRole("article", { name: "Higher Quality 7-8 ft Tree" });
    await person.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByRole("article", { name: "Modest 6 ft Standard Tree" })).toBeVisible();
    await waitFor(() => expect(screen.getByText("That's all of them.")).toHaveFocus());
    expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
  });
});

interface Stage {
  changes: Partial<Invoice>;
  badge: string;
  amount: string;
  facts: Record<string, string>;
  /** The links to pay it, with the query for the part that each pays. */
  links?: Record<string, string>;
  note?: string | string[];
}

const accepted = { fromAcceptance: true, dueDate: null, firstAmount: "218.75", dueNow: "218.75" };
const unpaid = { Total: "$875.00", "Still due": "$875.00" };
const depositDue = { ...unpaid, Deposit: "$218.75", "Rest due": "14 days after we install" };

const stages: Stage[] = [
  {
    changes: { amountPaid: "200.00", amountDue: "675.00", dueNow: "675.00" },
    badge: "Due Dec 5",
    amount: "$675.00",
    facts: { Total: "$875.00", Paid: "$200.00", "Still due": "$675.00", "Due date": "Dec 5, 2026" },
    links: { "Pay $675.00": "" },
  },
  {
    changes: { dueDate: null },
    badge: "Due on receipt",
    amount: "$875.00",
    facts: unpaid,
    links: { "Pay $875.00": "" },
  },
  {
    changes: { status: "overdue" },
    badge: "Overdue",
    amount: "$875.00",
    facts: { ...unpaid, "Due date": "Dec 5, 2026" },
    links: { "Pay $875.00": "" },
    note: "Overdue: this invoice was due on Dec 5, 2026. Questions? Call (603) 555-0148.",
  },
  {
    changes: { ...accepted },
    badge: "Deposit due",
    amount: "$875.00",
    facts: depositDue,
    links: { "Pay $218.75": "&part=first", "Pay all of it now $875.00": "" },
    note: "Pay the deposit: $218.75.",
  },
  {
    changes: { ...accepted, firstAmount: "875.00", dueNow: "875.00" },
    badge: "Deposit due",
    amount: "$875.00",
    facts: { ...unpaid, Deposit: "$875.00" },
    links: { "Pay $875.00": "&part=first" },
    note: "Pay the deposit: $875.00.",
  },
  {
    changes: { ...accepted, amountPaid: "218.75", amountDue: "656.25", dueNow: "0.00" },
    badge: "Due after we install",
    amount: "$656.25",
    facts: { ...depositDue, Paid: "$218.75", "Still due": "$656.25" },
    links: { "Pay all of it now $656.25": "" },
  },
  {
    changes: { ...accepted, amountPaid: "218.26", amountDue: "656.74", dueNow: "0.49" },
    badge: "Deposit due",
    amount: "$656.74",
    facts: { ...depositDue, Paid: "$218.26", "Still due": "$656.74" },
    links: { "Pay all of it now $656.74": "" },
    note: [
      "Pay the deposit: $0.49.",
      "Cards take no less than $0.50: pay it in cash, by check, or together with your next payment.",
    ],
  },
  {
    changes: { amountPaid: "874.51", amountDue: "0.49", dueNow: "0.49" },
    badge: "Due Dec 5",
    amount: "$0.49",
    facts: { Total: "$875.00", Paid: "$874.51", "Still due": "$0.49", "Due date": "Dec 5, 2026" },
    note: "Cards take no less than $0.50: pay it in cash, by check, or together with your next payment.",
  },
  {
    changes: {
      status: "paid",
      amountPaid: "900.00",
      amountDue: "0.00",
      amountRefunded: "25.00",
      paidDate: "2026-11-30T15:00:00Z",
    },
    badge: "Paid",
    amount: "$875.00",
    facts: { Paid: "$900.00", "Due date": "Dec 5, 2026", "Paid on": "Nov 30, 2026", Refunded: "$25.00" },
  },
  {
    changes: { ...accepted, firstAmount: null, status: "cancelled", dueNow: "0.00" },
    badge: "Canceled",
    amount: "$875.00",
    facts: {},
  },
];

describe("what the tabs show", () => {
  it("a visit with its service, Eastern time and calendar file", async () => {
    openMyServices({ jobs: [aJob()] }, "?tab=services");
    const visit = await card("Installation");
    expect(visit.getByText("Premium Installation, Portsmouth")).toBeVisible();
    expect(visit.getByText("Tuesday, November 24, 2026")).toBeVisible();
    expect(visit.getByText(/9:00\sAM Eastern/)).toBeVisible();
    expect(visit.getByText("Scheduled")).toBeVisible();
    expect(visit.getByRole("link", { name: "Add to calendar: installation on Tue, Nov 24" })).toHaveAttribute(
      "href",
      "/api/jobs/j1/calendar.ics",
    );
  });

  it.each(["in the API's order", "reversed"])(
    "visits, %s: upcoming ones first, then past ones, the latest first",
    async (listed) => {
      const visits = [
        aJob({ id: "j1", kind: "service", scheduledDate: "2026-12-04T14:00:00Z" }),
        aJob({ id: "j2", kind: "takedown", scheduledDate: null }),
        aJob({ id: "j3", kind: "installation", scheduledDate: "2026-11-24T14:00:00Z" }),
        aJob({ id: "j4", kind: "takedown", scheduledDate: "2026-01-08T14:00:00Z", status: "completed" }),
        aJob({ id: "j5", kind: "service", scheduledDate: "2026-01-20T14:00:00Z", status: "completed" }),
        aJob({ id: "j6", kind: "service", scheduledDate: null, status: "cancelled" }),
      ];
      if (listed === "reversed") visits.reverse();
      openMyServices({ jobs: visits }, "?tab=services");
      await card("Installation");
      const days = screen
        .getAllByRole("article")
        .map((article) => within(article).getByText(/2026|Not|No day/).textContent);
      expect(days).toEqual([
        "Tuesday, November 24, 2026",
        "Friday, December 4, 2026",
        "Not scheduled yet",
        "Tuesday, January 20, 2026",
        "Thursday, January 8, 2026",
        "No day",
      ]);
      const [next, , undated, past] = screen.getAllByRole("article");
      expect(factsOf(next as HTMLElement)).toEqual({
        Date: "Tuesday, November 24, 2026",
        Time: expect.stringMatching(/^9:00\sAM Eastern$/),
      });
      expect(factsOf(undated as HTMLElement)).toEqual({ Date: "Not scheduled yet" });
      expect(past).toHaveTextContent("Completed");
      expect(screen.getAllByRole("link", { name: /^Add to calendar: / })).toHaveLength(2);
    },
  );

  it("an invoice with the amount due, its due date as the badge, and the links to pay it", async () => {
    const invoices = stages.map(({ changes }, n) =>
      anInvoice({ id: `i${n}`, invoiceNumber: `INV-${n}`, ...changes }),
    );
    openMyServices({ invoices }, "?tab=invoices");
    for (const [n, { badge, amount, facts, links = {}, note }] of stages.entries()) {
      const invoice = await screen.findByRole("article", { name: `INV-${n}` });
      const { getAllByRole, getAllByText } = within(invoice);
      expect(getAllByText(badge)[0]).toBeVisible();
      expect(getAllByText(/^\$/)[0]).toHaveTextContent(amount);
      expect(factsOf(invoice)).toEqual({
        ...facts,
        "Invoice date": "Nov 21, 2026",
        "Billed to": "Eleanor Hayes",
      });
      const words = [...invoice.querySelectorAll("p")].map(({ textContent }) => textContent);
      expect(words).toEqual(["Holiday light installation", ...[note ?? []].flat()]);
      const hrefs = Object.entries(links).map(([name, part]) => [name, `/checkout?invoice=i${n}${part}`]);
      const all = [...hrefs, ["Open PDF", `/api/invoices/i${n}/pdf`]];
      expect(
        getAllByRole("link", { name: /^(Pay|Open)/ }).map((link) => [
          link.textContent,
          link.getAttribute("href"),
        ]),
      ).toEqual(all.map(([name, href]) => [`${name} of INV-${n}`, href]));
    }
  });

  it("a subscription with its plan, price, status and property", async () => {
    openMyServices({ storage: [aSubscription()] }, "?tab=storage");
    const subscription = await card("Consumer storage");
    expect(subscription.getByText("$15")).toBeVisible();
    expect(subscription.getByText("Active")).toBeVisible();
    expect(subscription.getByText("Home: 41 Marcy Street, Portsmouth")).toBeVisible();
  });

  it("a tree order with its payment state, day and links", async () => {
    const total = { amountDue: "0.00", canPayOnline: false };
    const canceled = { ...total, status: "cancelled" } as const;
    const paid = { ...canceled, amountPaid: "160.00" };
    const owed = { ...paid, overpaid: "160.00" };
    const FOLLOW = "Follow your order";
    const orders: [Partial<TreeOrder>, string, Record<string, string>, string][] = [
      [{}, "Confirmed$160.00 due$160.00", {}, `Pay $160.00 now${FOLLOW}`],
      [
        { amountPaid: "60.00", amountDue: "100.00" },
        "Confirmed$100.00 due$160.00",
        { Paid: "$60.00", "Still due": "$100.00" },
        `Pay $100.00 now${FOLLOW}`,
      ],
      [
        { canPayOnline: false },
        "Confirmed$160.00 due$160.00",
        {},
        `${FOLLOW}We'll call you first: your address is outside New Hampshire.`,
      ],
      [{ paying: true }, "ConfirmedPayment processing$160.00", {}, FOLLOW],
      [
        { ...total, status: "delivered", amountPaid: "180.00", overpaid: "20.00" },
        "DeliveredPaid$160.00",
        { Paid: "$180.00", "To be refunded": "$20.00" },
        FOLLOW,
      ],
      [
        { ...total, status: "delivered", amountPaid: "160.00", amountDisputed: "150.00" },
        "Delivered$150.00 disputed$160.00",
        { Paid: "$160.00", "Disputed with your bank": "$150.00" },
        FOLLOW,
      ],
      [
        { ...owed, amountRefunding: "100.00" },
        "CanceledRefund due: $100.00$160.00",
        { Paid: "$160.00", "To be refunded": "$100.00" },
        FOLLOW,
      ],
      [owed, "Canceled$160.00 paid$160.00", { Paid: "$160.00" }, FOLLOW],
      [paid, "Canceled$160.00 paid$160.00", { Paid: "$160.00" }, FOLLOW],
      [{ ...canceled, amountRefunded: "160.00" }, "CanceledRefunded$160.00", { Refunded: "$160.00" }, FOLLOW],
      [canceled, "Canceled$160.00", {}, FOLLOW],
    ];
    const wish = { canPayOnline: false, scheduledDeliveryDate: null, addressLine2: "Unit 2" };
    openMyServices(
      {
        trees: [
          ...orders.map(([changes], n) => aTreeOrder({ id: `t-${n}`, ...changes })),
          aTreeOrder({ id: "wish", ...wish }),
        ],
      },
      "?tab=tree-orders",
    );
    const cards = await screen.findAllByRole("article", { name: "Higher Quality 7-8 ft Tree" });
    expect(factsOf(cards.pop() as HTMLElement)).toEqual({
      "Preferred day": "Dec 5, 2026",
      "Add-ons": "Christmas Tree Stand",
      "Deliver to": "41 Marcy Street, Unit 2, Portsmouth",
    });
    for (const [n, [, standing, money, next]] of orders.entries()) {
      const card = cards[n] as HTMLElement;
      expect(card).toHaveTextContent(`Order t-${n}, placed Nov 3, 2026${standing}Delivery`);
      expect(factsOf(card)).toEqual({
        Delivery: "Dec 6, 2026",
        "Add-ons": "Christmas Tree Stand",
        ...money,
        "Deliver to": "41 Marcy Street, Portsmouth",
      });
      expect(card.lastElementChild).toHaveTextContent(next);
    }
    const pay = screen.getAllByRole("link", { name: /^Pay/ }).map((link) => link.getAttribute("href"));
    expect(pay).toEqual(["/follow/tree-orders/t-0#pay", "/follow/tree-orders/t-1#pay"]);
    expect(screen.getAllByRole("link", { name: FOLLOW })[2]).toHaveAttribute(
      "href",
      "/follow/tree-orders/t-2",
    );
  });
});
