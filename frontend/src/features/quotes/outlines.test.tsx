import { screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { Comment, ProposalChanges, Quote, QuoteDetails } from "~/api/types";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import {
  aComment,
  aLine,
  aLook,
  anEstimate,
  anInvoice,
  aProgress,
  aQuote,
  aQuoteInDetail,
} from "~/test/rows";
import { server } from "~/test/server";
import { MyQuotes } from "./components/my-quotes";
import { QuoteAnswer } from "./components/quote-answer";
import { OpenThread } from "./components/quote-thread";
import { AcceptedLines } from "./proposal/accepted-lines";
import { AskAgain } from "./proposal/ask-again";
import { ChangedWhileOpen, QuoteChanges } from "./proposal/offer-notes";
import { OfferSum } from "./proposal/offer-sum";

// Wednesday, November 18, 2026, 8:15 PM in New Hampshire.
beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-19T01:15:00Z"), toFake: ["Date"] }));

/** The outline without the time zone, which is shown in other zones. */
const outlineOf = (element: Element) => outline(element).replaceAll(" Eastern", "");

const requested = { status: "pending", quoteAmount: null } as const;
const bare = {
  streetAddress: "",
  squareFootage: null,
  preferredStartDate: null,
  addOns: [],
};

const acceptance: NonNullable<QuoteDetails["acceptance"]> = {
  acceptedBy: "Pat Hayes",
  channel: "link",
  acceptedAt: "2026-11-12T20:30:00Z",
  quoteAmount: "1120.00",
  revision: 2,
  terms: { version: 3, sentences: [] },
};

const flat = { unit: "flat", quantity: "1.00" } as const;
const lines = [
  aLine({
    id: "roof",
    text: "Roofline",
    quantity: "120.00",
    unit: "ft",
    unitPrice: "6.50",
    amount: "780.00",
  }),
  aLine({ id: "off", text: "Returning customer", ...flat, amount: "-99.00" }),
  aLine({ id: "warm", text: "Warm: LED", choice: "Bulbs", ...flat, amount: "0.00", suggested: true }),
  aLine({ id: "cool", text: "Cool: LED", choice: "Bulbs", ...flat, amount: "40.00" }),
  aLine({ id: "timer", text: "Smart timer: by the door", optional: true, ...flat, amount: "25.00" }),
  aLine({
    id: "bows",
    text: "Red bows",
    optional: true,
    quantity: "4.00",
    unitPrice: "3.75",
    amount: "15.00",
  }),
];
const chosenLines = lines.map((line) => ({ ...line, chosen: ["cool", "bows"].includes(line.id) }));

/** The rows of the list by what they show, each with the details that load for it. */
const rows: Record<string, [Partial<Quote>, Partial<QuoteDetails>?]> = {
  "a request without optional answers": [
    {
      ...requested,
      ...bare,
      progress: aProgress({ step: "requested", next: "price", by: "2026-11-19T22:00:00Z" }),
    },
  ],
  "a request whose price is late, with a price that was not sent yet": [
    {
      status: "pending",
      look: aLook(),
      progress: aProgress({ step: "requested", next: "price", by: "2026-11-19T01:14:00Z" }),
    },
  ],
  "a request that needs a visit": [
    {
      ...requested,
      servicePackage: "commercial",
      estimate: anEstimate({ low: null, high: null, lines: [] }),
      progress: aProgress({ step: "requested", next: "price", by: null, replyBy: "2026-11-19T15:00:00Z" }),
    },
  ],
  "a price to accept, with its last day, a deposit and a question of the customer": [
    {
      validUntil: "2026-12-01",
      addOns: ["wreaths", "timers"],
      progress: aProgress({ replyBy: "2026-11-19T15:00:00Z" }),
    },
  ],
  "a proposal to accept again": [
    { hasLines: true, revision: 2, quoteAmount: "681.00", servicePackage: "basic" },
    {
      lines,
      note: "We bring our own ladders.",
      excludes: ["Repairs to gutters"],
      deposit: { percent: 25, credit: "100.00" },
      changes: {
        revision: 1,
        wasAccepted: true,
        quoteAmount: "650.00",
        lines: [{ kind: "changed", text: "Roofline", before: "700.00", after: "780.00" }],
      },
    },
  ],
  "an expired price": [
    {
      expired: true,
      validUntil: "2026-11-17",
      progress: aProgress({ next: null, replyBy: "2026-11-19T01:00:00Z" }),
    },
  ],
  "an expired price without a last day": [{ expired: true, progress: aProgress({ next: null }) }],
  "an accepted quote with its deposit": [
    {
      status: "approved",
      quoteAmount: "1120.00",
      progress: aProgress({ step: "accepted", next: "day", by: "2026-11-20T15:00:00Z" }),
    },
    {
      acceptance,
      lines: chosenLines,
      invoices: [
        anInvoice({ id: "i0", dueNow: "999.00" }),
        anInvoice({
          id: "i1",
          fromAcceptance: true,
          dueDate: null,
          firstAmount: "280.00",
          amountPaid: "20.00",
          dueNow: "260.00",
        }),
      ],
      terms: {
        version: 3,
        sentences: ["Your price holds.", "We refund your deposit until 3 days before we install."],
      },
    },
  ],
  "an accepted quote whose deposit lacks too little for cards": [
    {
      status: "approved",
      progress: aProgress({ step: "accepted", next: "day", by: "2026-11-20T15:00:00Z" }),
    },
    { invoices: [anInvoice({ fromAcceptance: true, dueDate: null, firstAmount: "280.00", dueNow: "0.49" })] },
  ],
  "a quote whose day is late, accepted before the site kept acceptances": [
    {
      status: "approved",
      progress: aProgress({ step: "accepted", next: "day", by: "2026-11-18T15:00:00Z" }),
    },
  ],
  "a scheduled quote whose deposit is paid": [
    {
      status: "service_scheduled",
      progress: aProgress({
        step: "scheduled",
        next: "visit",
        visit: { kind: "installation", scheduledDate: "2026-11-24T14:00:00Z" },
      }),
    },
    {
      acceptance: { ...acceptance, channel: "phone", quoteAmount: "1284.50" },
      invoices: [anInvoice({ fromAcceptance: true, dueDate: null, firstAmount: "280.00", dueNow: "0.00" })],
    },
  ],
  "lights that are up": [
    {
      status: "service_scheduled",
      progress: aProgress({ step: "scheduled", next: "takedown_day", by: "2026-12-27T15:00:00Z" }),
    },
  ],
  "a finished quote": [{ status: "complete", progress: aProgress({ step: "done", next: null }) }],
  "a declined quote": [{ status: "rejected", progress: null }],
  "a declined quote whose lights are up": [
    {
      status: "rejected",
      progress: aProgress({ step: "scheduled", next: "takedown_day", by: "2027-01-06T15:00:00Z" }),
    },
  ],
};

const quotes = Object.values(rows).map(([changes], n) => aQuote({ id: `quote-${n + 10}-of-13`, ...changes }));

it("the cards of My Services' quotes", async () => {
  server.use(
    http.get("/api/quotes", () => HttpResponse.json(quotes)),
    http.get("/api/quotes/:id", ({ params }) => {
      const n = quotes.findIndex(({ id }) => id === params.id);
      return HttpResponse.json(aQuoteInDetail({ ...quotes[n], ...Object.values(rows)[n]?.[1] }));
    }),
  );
  renderAt("/list", <MyQuotes />);
  expect(outlineOf(document.body)).toMatchSnapshot("loading");
  await screen.findAllByRole("article");
  await waitFor(() => expect(screen.queryByText("Loading this quote")).toBeNull());
  await waitFor(() => expect(screen.getAllByText("What you accepted")).toHaveLength(2));
  const cards = screen.getByRole("list", { name: "Your quotes" }).children;
  for (const [n, name] of Object.keys(rows).entries())
    expect(outlineOf(cards[n] as HTMLElement)).toMatchSnapshot(name);
});

it("the list of quotes when it is empty, and when it failed to load", async () => {
  server.use(http.get("/api/quotes", () => HttpResponse.json([])));
  const { container, unmount } = renderAt("/list", <MyQuotes />);
  await screen.findByText("No Quote Requests Yet");
  expect(outlineOf(container)).toMatchSnapshot("empty");
  unmount();
  server.use(http.get("/api/quotes", () => new HttpResponse(null, { status: 500 })));
  const failed = renderAt("/list", <MyQuotes />);
  await screen.findByRole("alert");
  expect(outlineOf(failed.container)).toMatchSnapshot("failed");
});

it("an offer while it loads, and when it failed", async () => {
  server.use(http.get("/api/quotes/:id", () => delay("infinite")));
  const { container, unmount } = renderAt("/quote", <QuoteAnswer quote={aQuote()} />);
  expect(outlineOf(container)).toMatchSnapshot("loading");
  unmount();
  server.use(http.get("/api/quotes/:id", () => new HttpResponse(null, { status: 500 })));
  const failed = renderAt("/quote", <QuoteAnswer quote={aQuote()} />);
  await screen.findByRole("alert");
  expect(outlineOf(failed.container)).toMatchSnapshot("failed");
});

it("the question before a quote is accepted", async () => {
  const { person } = openAnswer({
    terms: { version: 2, sentences: ["Your price holds for 30 days.", "We install rain or shine."] },
  });
  server.use(http.post("/api/quotes/:id/*", () => delay("infinite")));
  await person.click(await screen.findByRole("button", { name: "Accept $1,284.50" }));
  const question = screen.getByRole("alertdialog");
  expect(outlineOf(question)).toMatchSnapshot("asked");
  await person.click(within(question).getByRole("button", { name: /^Accept/ }));
  expect(outlineOf(question)).toMatchSnapshot("being accepted");
});

/** Open the offer of `aQuote`, whose details have some changes. */
function openAnswer(details: Partial<QuoteDetails> = {}) {
  server.use(http.get("/api/quotes/:id", () => HttpResponse.json(aQuoteInDetail(details))));
  return renderAt("/quote", <QuoteAnswer quote={aQuote()} />);
}

it("the form that declines a quote", async () => {
  const { person } = openAnswer();
  await person.click(await screen.findByRole("button", { name: "Decline" }));
  const dialog = await screen.findByRole("dialog");
  expect(outlineOf(dialog)).toMatchSnapshot("opened");
  const errors = { reason: ["Choose another reason."], note: ["This note is too long."] };
  server.use(
    http.post("/api/quotes/:id/decline", () =>
      HttpResponse.json({ message: "Please check your answers.", errors }, { status: 400 }),
    ),
  );
  await person.selectOptions(within(dialog).getByRole("combobox"), "price");
  await person.type(within(dialog).getByRole("textbox"), "A neighbor helps us.");
  await person.click(within(dialog).getByRole("button", { name: "Decline quote" }));
  await within(dialog).findByText("This note is too long.");
  expect(outlineOf(dialog)).toMatchSnapshot("refused");
  server.use(http.post("/api/quotes/:id/decline", () => delay("infinite")));
  await person.click(within(dialog).getByRole("button", { name: "Decline quote" }));
  await within(dialog).findByText("Processing...");
  expect(outlineOf(dialog)).toMatchSnapshot("being sent");
});

it("what was accepted", () => {
  const accepted = (changes: Partial<QuoteDetails>) => {
    const { container, unmount } = renderAt("/quote", <AcceptedLines quote={aQuoteInDetail(changes)} />);
    const said = outlineOf(container);
    unmount();
    return said;
  };
  const one = [aLine({ amount: "190.00" })];
  expect(accepted({ acceptance, lines: chosenLines })).toMatchSnapshot("a choice, a discount and an option");
  expect(accepted({ acceptance: { ...acceptance, channel: "phone" }, lines: one })).toMatchSnapshot(
    "one line",
  );
  const discount = [{ ...one[0], id: "d", amount: "-200.00" } as (typeof lines)[0]];
  expect(accepted({ acceptance, lines: [...one, ...discount] })).toMatchSnapshot("more discount than price");
  expect(accepted({ acceptance, lines: [] })).toMatchSnapshot("a single price");
  const options = chosenLines.filter(({ optional }) => optional);
  expect(accepted({ acceptance, lines: options })).toMatchSnapshot("options only");
  expect(accepted({ acceptance: null, lines })).toBe("");
});

it("what has changed in an offer", () => {
  const changes: ProposalChanges = {
    revision: 1,
    wasAccepted: false,
    quoteAmount: "650.00",
    lines: [
      { kind: "changed", text: "Roofline", before: "700.00", after: "780.00" },
      { kind: "new", text: "Timer", before: null, after: "25.00" },
      { kind: "removed", text: "Garland", before: "60.00", after: null },
      { kind: "changed", text: "Wreaths, red bows", before: "190.00", after: "190.00" },
      { kind: "changed", text: "Discount", before: "-50.00", after: "-99.00" },
      { kind: "new_option", text: "Net", before: null, after: "35.00" },
      { kind: "new_choice", text: "Tiny tree", before: null, after: "205.00" },
      { kind: "no_longer_offered", text: "Star", before: "30.00", after: null },
      { kind: "changed_option", text: "Clips", before: "10.00", after: "12.00" },
      { kind: "changed_choice", text: "Large tree", before: "395.00", after: "399.00" },
      { kind: "now_included", text: "Bows", before: "15.00", after: "15.00" },
      { kind: "now_option", text: "Candles", before: "52.00", after: "54.00" },
      { kind: "now_choice", text: "Small tree", before: "310.00", after: "310.00" },
    ],
  };
  const choices = { chosen: new Set<string>(), choose: vi.fn(), forget: vi.fn(), total: "715.00" };
  const { container } = renderAt(
    "/quote",
    <>
      <QuoteChanges changes={changes} />
      <QuoteChanges changes={{ ...changes, lines: [] }} />
      <QuoteChanges changes={null} />
      <ChangedWhileOpen choices={{ ...choices, gone: null }} />
      <ChangedWhileOpen choices={{ ...choices, gone: [] }} />
      <ChangedWhileOpen choices={{ ...choices, gone: ["Smart timer"] }} />
      <ChangedWhileOpen choices={{ ...choices, gone: ["Smart timer", "Garland"] }} />
      <ChangedWhileOpen choices={{ ...choices, gone: ["Smart timer", "Garland", "Wreaths"] }} />
    </>,
  );
  expect(outlineOf(container)).toMatchSnapshot();
});

it("the sum of an offer", () => {
  const { container } = renderAt(
    "/quote",
    <>
      <OfferSum total="1284.50" deposit={{ percent: 25, credit: "0.00" }} />
      <OfferSum total="681.00" deposit={{ percent: 50, credit: "100.25" }} />
      <OfferSum total="681.00" deposit={{ percent: 0, credit: "0.01" }} />
    </>,
  );
  expect(outlineOf(container)).toMatchSnapshot();
});

it("the button that asks for a quote again, which is sent once", async () => {
  let sent = 0;
  server.use(
    http.post("/api/quotes/:id/ask-again", () => {
      sent += 1;
      return delay("infinite");
    }),
  );
  const { container, person } = renderAt("/quote", <AskAgain quoteId="q1" />);
  expect(outlineOf(container)).toMatchSnapshot("ready");
  await person.dblClick(screen.getByRole("button"));
  await person.click(screen.getByRole("button"));
  expect(outlineOf(container)).toMatchSnapshot("pending");
  await waitFor(() => expect(sent).toBe(1));
});

const conversation: Comment[] = [
  aComment({ id: "c5", content: "You said yes to $1,284.50", commentType: "status_update" }),
  aComment({ id: "c4", isStaffComment: false, otherSender: "pat@example.com", content: "Yes, two." }),
  aComment({
    id: "c3",
    isStaffComment: false,
    authorName: "Eleanor Hayes",
    channel: "text",
    content: "One.",
  }),
  aComment({ id: "c2", isStaffComment: false, authorName: "Eleanor Hayes", content: "Let me look." }),
  aComment({ id: "c1", createdAt: "2026-11-04T01:12:00Z" }),
];

it.each(["customer", "staff"] as const)("a conversation, as the %s sees it", async (viewer) => {
  server.use(http.get("/api/quotes/:id/comments", () => HttpResponse.json(conversation)));
  const { container, person } = renderAt("/quote", <OpenThread quoteId="q1" viewer={viewer} />);
  await screen.findByRole("log");
  await person.type(await screen.findByLabelText("Add a comment"), "Thanks!");
  expect(outlineOf(container)).toMatchSnapshot();
  server.use(http.post("/api/quotes/:id/comments", () => HttpResponse.json(aComment({ id: "c9" }))));
  await person.click(screen.getByRole("button", { name: "Send comment" }));
  await screen.findByText("Comment Added");
  expect(outlineOf(screen.getByText("Comment Added").parentElement as HTMLElement)).toMatchSnapshot("toast");
});

it("a conversation that loads, fails, or has earlier comments", async () => {
  server.use(http.get("/api/quotes/:id/comments", () => delay("infinite")));
  const { container, unmount } = renderAt("/quote", <OpenThread quoteId="q1" viewer="customer" />);
  await screen.findByLabelText("Add a comment");
  expect(outlineOf(container)).toMatchSnapshot("loading");
  unmount();
  server.use(http.get("/api/quotes/:id/comments", () => new HttpResponse(null, { status: 500 })));
  const failed = renderAt("/quote", <OpenThread quoteId="q1" viewer="customer" />);
  await screen.findByText("We couldn't load the comments.");
  expect(outlineOf(failed.container)).toMatchSnapshot("failed");
  failed.unmount();
  const headers = { Link: '<http://inner/api/quotes/q1/comments?cursor=abc>; rel="next"' };
  server.use(http.get("/api/quotes/:id/comments", () => HttpResponse.json([aComment()], { headers })));
  const { person } = renderAt("/quote", <OpenThread quoteId="q1" viewer="customer" />);
  const log = await screen.findByRole("log");
  expect(outlineOf(log.parentElement as HTMLElement)).toMatchSnapshot("with earlier comments");
  server.use(http.get("/api/quotes/:id/comments", () => delay("infinite")));
  await person.click(screen.getByRole("button", { name: "Show earlier comments" }));
  expect(outlineOf(log.parentElement as HTMLElement)).toMatchSnapshot("while they load");
});
