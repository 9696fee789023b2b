import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { aComment, aLook } from "~/test/rows";
import { server } from "~/test/server";
import type { QueueItem } from "../shared/types";
import { aDeskOrder, aDeskQuoteInDetail, aLine, factsShown, hours, serveList } from "../test-desk";
import { aRequest, openQueue, rowOf } from "./test-queue";
import { ago, deadline } from "./when";

const orderId = "0198a000-0000-7000-8000-00007be2d310";
const quote = aRequest("Eleanor Hayes");
const tree = aRequest("Lucia Marchetti", {
  kind: "tree_order",
  quoteId: null,
  treeOrderId: orderId,
  id: orderId,
});

describe("the details of a row", () => {
  it("say what couldn't be loaded, and load it on demand", async () => {
    const { person } = await openQueue([quote]);
    server.use(http.get("/api/quotes/:id", () => new HttpResponse(null, { status: 503 })));
    const row = await rowOf("Eleanor Hayes");
    await person.click(row.getByRole("link", { name: "Eleanor Hayes" }));
    expect(await screen.findByText("We couldn't load this quote.")).toBeVisible();
    expect(screen.getByText("House").nextSibling).toHaveTextContent("2,400 sq ft"); // the row knows it
    const details = aDeskQuoteInDetail({ id: quote.id, openedAt: hours(-2.01) });
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(details)));
    await person.click(screen.getAllByRole("button", { name: "Try again" })[0] as HTMLElement);
    expect(await screen.findByText("Opened 2 h ago")).toBeVisible();
    expect(screen.queryByText("We couldn't load this quote.")).not.toBeInTheDocument();
  });

  it("say when a quote's link was opened, who accepted it, and what they chose", async () => {
    const { person } = await openQueue([quote]);
    const details = aDeskQuoteInDetail({
      id: quote.id,
      status: "approved",
      hasLines: true,
      openedAt: hours(-2.01),
      lines: [
        aLine({ text: "Wreaths" }),
        aLine({ text: "Basic: roofline", choice: "Size", suggested: true }),
        aLine({ text: "Big: all of it", choice: "Size", chosen: true }),
        aLine({ text: "Timer", optional: true, chosen: true }),
        aLine({ text: "Candles", optional: true }),
      ],
      acceptance: {
        acceptedBy: "Pat Nolan",
        channel: "phone",
        acceptedAt: "2026-11-19T14:02:00Z",
        quoteAmount: "1275.00",
        revision: 2,
        terms: { version: 1, sentences: [] },
      },
    });
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(details)));
    const row = await rowOf("Eleanor Hayes");
    await person.click(row.getByRole("link", { name: "Eleanor Hayes" }));
    expect(await screen.findByText("Opened 2 h ago")).toBeVisible();
    expect(screen.getByText("Accepted", { selector: "dt" }).nextSibling).toHaveTextContent(
      "$1,275.00 by Pat Nolan, by phone, Thu, Nov 19, 9:02 AM",
    );
    expect(screen.getByText("Picked").nextSibling).toHaveTextContent(/^Big: all of it; Timer$/);
    expect(screen.getByRole("link", { name: "Edit proposal" })).toHaveAttribute(
      "href",
      `/admin?tab=quotes&proposal=${quote.id}`,
    );
  });

  it("say why a customer declined, and that an earlier version was accepted", async () => {
    const { person } = await openQueue([quote]);
    const declined = {
      reason: "somebody_else" as const,
      note: "My neighbor",
      declinedAt: "2026-11-19T14:02:00Z",
    };
    const changes = { revision: 1, quoteAmount: "900.00", wasAccepted: true, lines: [] };
    const details = aDeskQuoteInDetail({ id: quote.id, status: "rejected", decline: declined, changes });
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(details)));
    const row = await rowOf("Eleanor Hayes");
    await person.click(row.getByRole("link", { name: "Eleanor Hayes" }));
    expect((await screen.findByText("Declined", { selector: "dt" })).nextSibling).toHaveTextContent(
      "Thu, Nov 19. They chose someone else: My neighbor",
    );
    expect(screen.getByText("Accepted before").nextSibling).toHaveTextContent("$900.00 (version 1)");
    expect(screen.queryByRole("link", { name: /proposal/ })).toBeNull();
  });

  it("don't mention a decline once the customer has asked again", async () => {
    const { person } = await openQueue([quote]);
    const decline = { reason: "price" as const, note: "", declinedAt: "2026-11-19T14:02:00Z" };
    const details = aDeskQuoteInDetail({ id: quote.id, status: "quoting", decline });
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(details)));
    await person.click((await rowOf("Eleanor Hayes")).getByRole("link", { name: "Eleanor Hayes" }));
    expect(await screen.findByRole("link", { name: /proposal/ })).toBeVisible();
    expect(screen.queryByText("Declined", { selector: "dt" })).toBeNull();
  });

  /** Open the details of one row, for which the server returns this quote or order. */
  async function openDetails(item: QueueItem, details: object) {
    const page = await openQueue([item]);
    server.use(
      http.get("/api/quotes/:id", () => HttpResponse.json(details)),
      http.get("/api/tree-orders/:id", () => HttpResponse.json(details)),
    );
    await page.person.click((await rowOf(item.customerName)).getByRole("link", { name: item.customerName }));
    return page;
  }

  it("list the work, the place, the start and the price", async () => {
    const deposit = { amount: "318.75", isPaid: false, isRefunded: false };
    const item = { ...quote, kind: "accepted", amount: "1275.00", deposit, stateCheck: "unknown" } as const;
    const details = aDeskQuoteInDetail({
      id: quote.id,
      userId: null,
      look: aLook(),
      storeys: 1,
      frontWidthFeet: 60,
      heardFrom: "search",
      campaign: {
        source: "google",
        medium: "cpc",
        name: "fall",
        content: "",
        term: "lights",
      },
    });
    await openDetails(item, details);
    expect(await screen.findByText("View guest")).toBeVisible();
    expect(factsShown()).toEqual({
      Look: "Premium, warm white, Wreaths & Garland",
      House: "2,400 sq ft, 1 story, 60 ft front",
      Address: "41 Marcy Street, Portsmouth",
      Start: "From Tue, Nov 24",
      Price: "$1,275.00",
      Source: "Search / google / fall",
      Campaign: "medium: cpc; term: lights",
      Deposit: "$318.75, not paid yet",
      State: "Confirm the state: if it isn't New Hampshire, its sales tax may apply.",
      Customer: "View guest",
    });
    expect(screen.getByRole("link", { name: "41 Marcy Street, Portsmouth" })).toHaveAttribute(
      "href",
      "https://www.google.com/maps/search/?api=1&query=41%20Marcy%20Street%2C%20Portsmouth%2C%20NH",
    );
    expect(screen.getByRole("link", { name: "View guest" })).toHaveAttribute(
      "href",
      `/admin?tab=customers&person=${item.customerKey}`,
    );
    expect(screen.getByText("Wreaths & Garland")).toBeInTheDocument(); // a line of the estimate
  });

  it.each([
    ["", null],
    ["unknown", /^Confirm the state/],
    ["outside", /^Outside New Hampshire/],
  ] as const)("say what the state %o means for billing", async (stateCheck, words) => {
    await openDetails({ ...quote, stateCheck }, aDeskQuoteInDetail({ id: quote.id }));
    await screen.findByText("House", { selector: "dt" });
    const state = screen.queryByText("State", { selector: "dt" })?.nextSibling ?? null;
    if (words) expect(state).toHaveTextContent(words);
    else expect(state).toBeNull();
    const map = screen.getByText("Address", { selector: "dt" }).nextSibling?.firstChild;
    const isHere = stateCheck !== "outside";
    expect((map as HTMLAnchorElement).href.endsWith("%2C%20NH")).toBe(isHere);
  });

  it("leave out facts without a value", async () => {
    const little = { city: null, streetAddress: null, customerKey: null, estimate: null };
    const item = {
      ...quote,
      ...little,
      stateCheck: "outside" as const,
      deposit: { amount: "9.00", isPaid: true, isRefunded: false },
    };
    await openDetails(
      item,
      aDeskQuoteInDetail({
        addOns: [],
        squareFootage: null,
        storeys: 2,
        preferredStartDate: null,
        estimate: null,
      }),
    );
    expect(await screen.findByText("2 stories")).toBeVisible();
    expect(factsShown()).toEqual({
      Look: "Premium",
      House: "2 stories",
      Deposit: "$9.00, paid",
      State: expect.stringMatching(/^Outside New Hampshire, so accepting creates no invoice/),
    });
    expect(screen.queryByText(/^Estimate .* saw/)).not.toBeInTheDocument();
    expect(await screen.findByText("No comments yet.")).toBeVisible();
  });

  it("list the tries to reach the customer and the comments, fetched again each time", async () => {
    const call = { note: "", retryAt: null, authorName: "Nora Field", createdAt: "2026-11-19T14:02:00Z" };
    const createdAt = "2025-11-18T14:00:00Z";
    const page = await openQueue([{ ...quote, createdAt, tries: 3, retryAt: hours(24 * 8) }]);
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuoteInDetail({ id: quote.id }))));
    serveList("/api/quotes/:id/calls", [
      { ...call, id: "k1", outcome: "voicemail", channel: "phone", note: "Calls back" },
      { ...call, id: "k2", outcome: "no_answer", channel: "email" },
    ]);
    serveList("/api/quotes/:id/comments", [
      aComment({ id: "c3", content: "Price: $900", commentType: "status_update" }),
      aComment({ id: "c2", content: "Yes.", isStaffComment: true, authorName: "Ada Whitcomb" }),
      aComment({
        id: "c1",
        content: "Both?",
        isStaffComment: false,
        authorName: "Eleanor Hayes",
        channel: "text",
      }),
    ]);
    const opened = () => screen.findByRole("region", { name: "Eleanor Hayes" });
    await page.person.click(screen.getByRole("link", { name: "Eleanor Hayes" }));
    const details = within(await opened());
    expect(details.getByText(/, Nov 18, .*9:00 AM$/)).toBeVisible();
    expect(details.getByText(/^Again [A-Z]/)).toBeVisible();
    const tries = (await details.findByText("3 tries, not reached yet")).parentElement as HTMLElement;
    expect(
      within(tries)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/^Left a voicemail, Nora Field calledCalls back.*9:02 AM$/),
      expect.stringMatching(/^No answer, Nora Field emailed/),
    ]);
    const log = await details.findByRole("log");
    await within(log).findByText("Both?");
    expect([...log.children].map((entry) => entry.textContent)).toEqual([
      expect.stringMatching(/^Eleanor Hayes, by text.*Both\?$/),
      expect.stringMatching(/^Ada Whitcomb.*Yes\.$/),
      expect.stringMatching(/^Price: \$900, /),
    ]);
    expect(details.queryByText("No comments yet.")).not.toBeInTheDocument();

    // A text that was answered was not a call.
    serveList("/api/quotes/:id/calls", [{ ...call, id: "k3", outcome: "reached", channel: "text" }]);
    serveList("/api/quotes/:id/comments", [aComment({ id: "c4", content: "And the porch?" })]);
    const seen = aDeskQuoteInDetail({ id: quote.id, openedAt: hours(-0.21) });
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(seen)));
    await page.person.click(details.getByRole("button", { name: "Close" }));
    await page.person.click(screen.getByRole("link", { name: "Eleanor Hayes" }));
    expect(await screen.findByText("Got an answer")).toBeVisible();
    expect(await screen.findByText("And the porch?")).toBeVisible();
    expect(await screen.findByText("Opened 12 min ago")).toBeVisible();
    expect(screen.getByText("Calls", { selector: "h3" })).toBeVisible();
  });

  it("show the latest comments, with earlier ones on request", async () => {
    const { person } = await openQueue([quote]);
    const pages = [
      [aComment({ id: "c3", content: "Third." }), aComment({ id: "c2", content: "Second." })],
      [aComment({ id: "c1", content: "First." })],
    ];
    server.use(
      http.get("/api/quotes/:id/comments", ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get("page") ?? 1);
        const Link = `<http://api${new URL(request.url).pathname}?page=2>; rel="next"`;
        return HttpResponse.json(pages[page - 1], page === 1 ? { headers: { Link } } : {});
      }),
    );
    await person.click(screen.getByRole("link", { name: "Eleanor Hayes" }));
    const log = await screen.findByRole("log");
    const said = () => [...log.children].map((entry) => entry.lastElementChild?.textContent);
    expect(said()).toEqual(["Second.", "Third."]);
    const more = screen.getByRole("button", { name: "Show earlier comments" });
    await person.click(more);
    await within(log).findByText("First.");
    expect(said()).toEqual(["First.", "Second.", "Third."]);
    expect(more).not.toBeInTheDocument();
  });

  it("show the quote's history on request", async () => {
    const { person } = await openQueue([quote]);
    serveList("/api/quotes/:id/history", [
      {
        id: "h1",
        at: "2026-11-19T14:02:00Z",
        by: "Nora Field",
        changes: [{ field: "status", from: "pending", to: "service_scheduled" }],
      },
    ]);
    await person.click(screen.getByRole("link", { name: "Eleanor Hayes" }));
    await person.click(await screen.findByRole("button", { name: "Show history" }));
    expect(await screen.findByText("Status: Pending → Service Scheduled")).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Hide history" }));
    expect(screen.queryByRole("list", { name: "History" })).not.toBeInTheDocument();
  });

  it("say that the calls and the comments couldn't be loaded", async () => {
    const { person } = await openQueue([quote]);
    for (const part of ["calls", "comments"])
      server.use(http.get(`/api/quotes/:id/${part}`, () => new HttpResponse(null, { status: 500 })));
    await person.click(screen.getByRole("link", { name: "Eleanor Hayes" }));
    expect(await screen.findByText("We couldn't load the calls.")).toBeVisible();
    expect(await screen.findByText("We couldn't load the comments.")).toBeVisible();
  });

  it("list the tree, its day, and the order's history", async () => {
    const item = { ...tree, summary: "Quality 7-8 ft Christmas Tree", amount: "160.00", estimate: null };
    const order = aDeskOrder({ id: orderId, userId: null, notes: "Blue door", heardFrom: "neighbor" });
    const page = await openQueue([item]);
    serveList("/api/tree-orders/:id/history", [
      {
        id: "h1",
        at: "2026-11-19T14:02:00Z",
        by: "Nora Field",
        changes: [
          { field: "status", from: "pending", to: "confirmed" },
          { field: "scheduledDeliveryDate", from: null, to: "2026-12-06" },
          { field: "answeredAt", from: "", to: "2026-11-19T14:02:00Z" },
          { field: "amountPaid", from: "0.00", to: "1160.00" },
          { field: "notes", from: "", to: "Blue door" },
        ],
      },
    ]);
    server.use(http.get("/api/tree-orders/:id", () => HttpResponse.json(order)));
    await page.person.click(screen.getByRole("link", { name: "Lucia Marchetti" }));
    expect(await screen.findByText("View guest")).toBeVisible();
    expect(factsShown()).toEqual({
      Tree: "Quality 7-8 ft Tree",
      Total: "$160.00",
      Payment: "$160.00 due",
      "Deliver to": "41 Marcy Street, Portsmouth",
      Preferred: "Sat, Dec 5",
      Status: "Pending",
      Source: "Neighbor",
      "Tree order": "View tree order",
      Customer: "View guest",
    });
    expect(screen.getByText("Blue door")).toBeVisible();
    const history = await screen.findByRole("list", { name: "History" });
    expect(
      within(history)
        .getAllByRole("listitem")
        .map((entry) => entry.textContent)
        .slice(1),
    ).toEqual([
      "Status: Pending → Confirmed",
      "Scheduled delivery date: none → Dec 6, 2026",
      "Answered at: none → Nov 19, 9:02 AM",
      "Amount paid: $0.00 → $1,160.00",
      "Notes: none → Blue door",
    ]);
  });

  it("say when a tree order's link was opened", async () => {
    const { person } = await openQueue([quote, tree]);
    const opened = aDeskOrder({ id: orderId, openedAt: hours(-0.21) });
    server.use(http.get("/api/tree-orders/:id", () => HttpResponse.json(opened)));
    const row = await rowOf("Lucia Marchetti");
    await person.click(row.getByRole("link", { name: "Lucia Marchetti" }));
    expect(await screen.findByText("Opened 12 min ago")).toBeVisible();
  });

  it("don't mention a link that no one has opened", async () => {
    const { person } = await openQueue([quote]);
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuoteInDetail({ id: quote.id }))));
    const row = await rowOf("Eleanor Hayes");
    await person.click(row.getByRole("link", { name: "Eleanor Hayes" }));
    expect(await screen.findByRole("link", { name: /^View (guest|customer)/ })).toBeVisible();
    expect(screen.queryByText(/^Opened/)).not.toBeInTheDocument();
  });
});

it.each([
  ["2026-11-22T14:59:30Z", "just now"],
  ["2026-11-22T14:21:00Z", "39 min ago"],
  ["2026-11-22T12:50:00Z", "2 h 10 min ago"],
  ["2026-11-22T09:00:30Z", "5 h 59 min ago"],
  ["2026-11-22T08:50:00Z", "6 h ago"],
  ["2026-11-20T15:00:01Z", "47 h ago"],
  ["2026-11-20T15:00:00Z", "2 days ago"],
  ["2026-11-15T15:00:01Z", "6 days ago"],
  ["2026-11-15T15:00:00Z", "on Nov 15"],
  ["2026-11-12T15:00:00Z", "on Nov 12"],
])("an opening at %s is %s", (instant, words) => {
  expect(ago(instant, Date.parse("2026-11-22T15:00:00Z"))).toBe(words);
});

it.each([
  ["2026-11-20T14:21:00Z", "Late 39 min"],
  ["2026-11-20T15:00:00Z", "In 0 min"],
  ["2026-11-20T17:59:59Z", "In 2 h 59 min"],
  ["2026-11-20T18:00:00Z", "1:00 PM"],
  ["2026-11-21T04:59:00Z", "11:59 PM"], // tomorrow in UTC
  ["2026-11-21T05:15:00Z", "Sat 12:15 AM"],
  ["2026-11-26T15:00:00Z", "Thu 10:00 AM"],
  ["2026-11-27T15:00:00Z", "Nov 27"], // "Fri" would be today
])("a deadline at %s is %s", (instant, words) => {
  expect(deadline(instant, Date.parse("2026-11-20T15:00:00Z")).words).toBe(words);
});
