import { act, screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { outline } from "~/test/outline";
import { aComment, aLook } from "~/test/rows";
import { server, signIn } from "~/test/server";
import {
  aDeskOrder,
  aDeskQuoteInDetail,
  admin,
  aLine,
  escapeDialog,
  serveList,
  stopClock,
} from "../test-desk";
import Details from "./details";
import type { LiveRow } from "./live-list";
import { aLiveRow, renderPart } from "./test-queue";

beforeEach(() => {
  stopClock();
  signIn(admin);
});

const orderId = "0198a000-0000-7000-8000-00007be2d310";
const noQuote = { quoteId: null, communicationPreference: null } as const;
const nothing = () => undefined;

/** Render the details of a row, the second of three; `place` is null once it has left the list. */
function renderDetails(row: LiveRow, place: number | null = 2) {
  return renderPart(
    <Details row={row} place={place} total={3} onMove={nothing} onClose={nothing} onShown={nothing} />,
  );
}
const region = () => outline(screen.getByRole("region", { name: "Eleanor Hayes" }));

const serveNothing = () =>
  server.use(
    http.get("/api/auth/user", () => HttpResponse.json(admin)),
    http.get("/api/*", () => delay("infinite")),
  );
const serveErrors = () =>
  server.use(
    http.get("/api/auth/user", () => HttpResponse.json(admin)),
    http.get("/api/*", () => new HttpResponse(null, { status: 500 })),
  );

const call = { retryAt: null, authorName: "Nora Field", createdAt: "2026-11-24T20:02:00Z" };
const calls = [
  { ...call, id: "k1", outcome: "voicemail", channel: "phone", note: "Back at five" },
  { ...call, id: "k2", outcome: "voicemail", channel: "text", note: "", authorName: "Ben Ortiz" },
  { ...call, id: "k3", outcome: "no_answer", channel: "email", note: "", createdAt: "2026-11-25T13:15:00Z" },
  { ...call, id: "k4", outcome: "wrong_number", channel: "phone", note: "" },
];
const reached = { ...call, id: "k5", outcome: "reached", channel: "text", note: "" };
const history = [
  {
    id: "h2",
    by: "",
    at: "2026-11-25T13:00:00Z",
    changes: [{ field: "status", from: "pending", to: "quoting" }],
  },
  { id: "h1", by: "Nora Field", at: "2026-11-24T18:30:00Z", changes: [{ field: "id", from: null, to: "x" }] },
];
const comments = [
  aComment({
    id: "c4",
    content: "Quote sent",
    commentType: "status_update",
    createdAt: "2026-11-25T13:00:00Z",
  }),
  aComment({
    id: "c3",
    content: "From my work address",
    isStaffComment: false,
    authorName: "Eleanor Hayes",
    channel: "email",
    otherSender: "hayes@work.example",
  }),
  aComment({ id: "c2", content: "Yes", isStaffComment: false, authorName: "Eleanor Hayes", channel: "text" }),
  aComment({ id: "c1" }),
];

/** Serve what a row's details load. */
function serveDetails(quote: object, parts: { calls?: object[]; comments?: object[] } = {}) {
  serveList("/api/:kind/:id/history", history);
  serveList("/api/:kind/:id/calls", parts.calls ?? []);
  serveList("/api/:kind/:id/comments", parts.comments ?? []);
  serveList("/api/desk/questions/:id/calls", parts.calls ?? []);
  server.use(
    http.get("/api/quotes/:id", () => HttpResponse.json(quote)),
    http.get("/api/tree-orders/:id", () => HttpResponse.json(quote)),
  );
}

it("a quote's details say what loads and what failed", async () => {
  const row = aLiveRow({ respondBy: "2026-11-25T12:21:00Z", retryAt: "2026-11-26T14:00:00Z", tries: 1 });
  serveNothing();
  const { unmount } = renderDetails(row);
  expect(region()).toMatchSnapshot("loading");
  unmount();
  serveErrors();
  const { person } = renderDetails(row);
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Try again" })).toHaveLength(3));
  await person.click(screen.getByRole("button", { name: "Show history" }));
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Try again" })).toHaveLength(4));
  expect(region()).toMatchSnapshot("failed");
});

it("the details of a request for a price have its look, the tries, the conversation and the reply box", async () => {
  const row = aLiveRow({
    look: aLook(),
    respondBy: "2026-11-25T16:05:00Z",
    tries: 4,
    communicationPreference: "sms",
    wantsNoTexts: true,
    question: "STOP",
  });
  const quote = aDeskQuoteInDetail({
    id: row.item.id,
    look: aLook(),
    comments: "Two dogs",
    createdAt: "2026-11-24T18:30:00Z",
    openedAt: "2026-11-25T14:10:00Z",
    storeys: 2,
    frontWidthFeet: 60,
    heardFrom: "search",
    campaign: { source: "google", medium: "cpc", name: "fall", content: "b", term: "lights" },
  });
  serveDetails(quote, { calls, comments });
  const { person } = renderDetails(row);
  await screen.findByText("Two dogs");
  await screen.findByText("From my work address");
  await person.click(screen.getByRole("button", { name: "Show history" }));
  await screen.findByText("Created");
  expect(region()).toMatchSnapshot();
});

it("the details of an accepted quote have the answer, the deposit and the state", async () => {
  const row = aLiveRow(
    {
      kind: "accepted",
      status: "approved",
      amount: "1275.00",
      estimate: null,
      squareFootage: null,
      deposit: { amount: "318.75", isPaid: true, isRefunded: false },
      stateCheck: "outside",
    },
    { problem: "This visit was just canceled." },
  );
  const quote = aDeskQuoteInDetail({
    id: row.item.id,
    userId: null,
    status: "approved",
    quoteAmount: "1275.00",
    squareFootage: null,
    estimate: null,
    hasLines: true,
    addOns: [],
    preferredStartDate: null,
    lines: [
      aLine({ text: "Big: all of it", choice: "Size", chosen: true }),
      aLine({ text: "Small", choice: "Size" }),
      aLine({ text: "Timer", optional: true, chosen: true }),
    ],
    acceptance: {
      acceptedBy: "Pat Nolan",
      channel: "link",
      acceptedAt: "2026-11-24T14:02:00Z",
      quoteAmount: "1250.00",
      revision: 2,
      terms: { version: 1, sentences: [] },
    },
  });
  serveDetails(quote, { calls: [reached, ...calls.slice(0, 1)] });
  renderDetails(row);
  await screen.findByText("View guest");
  await screen.findByText("No comments yet.");
  await screen.findByRole("heading", { name: "Calls" });
  expect(region()).toMatchSnapshot();
});

it("the details of a draft proposal have its price and the way to accept it by phone", async () => {
  const row = aLiveRow({
    hasLines: true,
    amount: "929.00",
    status: "quoting",
    deposit: { amount: "232.25", isPaid: false, isRefunded: false },
    stateCheck: "unknown",
    tries: 1,
  });
  const quote = aDeskQuoteInDetail({
    id: row.item.id,
    status: "reviewed",
    hasLines: true,
    quoteAmount: "929.00",
    changes: { revision: 1, quoteAmount: "900.00", wasAccepted: true, lines: [] },
  });
  serveDetails(quote, { calls: calls.slice(0, 1) });
  renderDetails(row);
  await screen.findByRole("button", { name: "Accepted by phone" });
  await screen.findByText("1 try, not reached yet");
  await screen.findByText("No comments yet.");
  expect(region()).toMatchSnapshot();
});

it("the details of a finished quote say who finished it, and offer no price", async () => {
  const row = aLiveRow({ kind: "silent", amount: "742.00", tries: 2 }, { gone: true });
  const decline = { reason: "timing" as const, note: "", declinedAt: "2026-11-24T14:02:00Z" };
  serveDetails(aDeskQuoteInDetail({ id: row.item.id, status: "rejected", decline }));
  serveList("/api/quotes/:id/history", [{ ...history[0], by: "Ben Ortiz" }]);
  const { unmount } = renderDetails(row, null);
  await screen.findByText(/^Ben Ortiz took care of this/);
  await screen.findByText("Declined", { selector: "dt" });
  await screen.findByText("No comments yet.");
  expect(region()).toMatchSnapshot();
  unmount();
  renderDetails(aLiveRow({ ...noQuote, kind: "message" }, { gone: true }));
  expect(region()).toMatchSnapshot("a message");
});

it("a reply is in the conversation while it is being sent, and its refusal at the box", async () => {
  const row = aLiveRow({ kind: "question", question: "Why?" });
  serveDetails(aDeskQuoteInDetail({ id: row.item.id }));
  let respond: (response: Response) => void = nothing;
  const response = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  server.use(http.post("/api/quotes/:id/comments", () => response));
  const { person } = renderDetails(row);
  await person.type(screen.getByRole("textbox", { name: "Reply to Eleanor Hayes" }), "Because");
  await screen.findByText("No comments yet.");
  await person.click(screen.getByRole("button", { name: "Send reply" }));
  await screen.findByText("Sending…");
  const sending = region();
  await act(async () => respond(HttpResponse.json({ message: "The quote is closed." }, { status: 409 })));
  await waitFor(() => expect(screen.getAllByText("The quote is closed.").length).toBeGreaterThan(0));
  expect(sending).toMatchSnapshot("sending");
  expect(region()).toMatchSnapshot("refused");
});

it("saved replies can be inserted, changed and saved", async () => {
  const row = aLiveRow({ amount: "742.00" });
  serveDetails(aDeskQuoteInDetail({ id: row.item.id, quoteAmount: "742.50" }));
  const { person } = renderDetails(row);
  serveList("/api/desk/saved-replies", []);
  await screen.findByText("No comments yet.");
  const open = async () => {
    await person.click(screen.getByRole("button", { name: "Saved replies" }));
    return screen.findByRole("dialog", { name: "Saved replies" });
  };
  let popover = await open();
  await screen.findByText(/^Replies you save appear here/);
  expect(outline(popover)).toMatchSnapshot("empty");
  await escapeDialog(person);
  await person.type(
    screen.getByRole("textbox", { name: "Reply to Eleanor Hayes" }),
    "Hi Eleanor, it's $742.50.",
  );
  serveList("/api/desk/saved-replies", [{ id: "r1", title: "Thanks", text: "Thanks, {name}!" }]);
  popover = await open();
  await screen.findByText("Thanks, {name}!");
  expect(outline(popover)).toMatchSnapshot("one");
  await person.click(screen.getByRole("button", { name: "Save as reply" }));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByLabelText("Name")).toBeInvalid());
  expect(outline(popover)).toMatchSnapshot("new, without a name");
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await person.click(screen.getByRole("button", { name: "Edit Thanks" }));
  await person.clear(screen.getByLabelText("Text"));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByLabelText("Text")).toBeInvalid());
  expect(outline(popover)).toMatchSnapshot("one being changed, without a text");
});

it("a tree's details have the order, its money, the tries and the history", async () => {
  const row = aLiveRow({
    ...noQuote,
    id: orderId,
    treeOrderId: orderId,
    kind: "tree_order",
    summary: "Modest 6 ft Christmas Tree, Christmas Wreath",
    amount: "280.00",
    tries: 2,
  });
  serveNothing();
  const loading = renderDetails(row);
  expect(region()).toMatchSnapshot("loading");
  loading.unmount();
  serveErrors();
  const failed = renderDetails(row);
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Try again" })).toHaveLength(3));
  expect(region()).toMatchSnapshot("failed");
  failed.unmount();
  const order = aDeskOrder({
    notes: "Ring twice",
    totalAmount: "280.00",
    amountPaid: "100.00",
    amountDue: "180.00",
    openedAt: "2026-11-20T14:10:00Z",
    heardFrom: "search",
    preferredDeliveryDate: "2026-12-05",
    userId: null,
  });
  serveDetails(order, { calls: calls.slice(0, 2) });
  const days = { field: "scheduledDeliveryDate", from: null, to: "2026-12-06" };
  const step = { field: "status", from: "pending", to: "scheduled" };
  serveList("/api/tree-orders/:id/history", [{ ...history[0], changes: [step, days] }, history[1]]);
  const loaded = renderDetails(row, 1);
  await screen.findByText("Ring twice");
  await screen.findByText("Created");
  await screen.findByText("2 tries, not reached yet");
  expect(region()).toMatchSnapshot("loaded");
  loaded.unmount();
  serveDetails(aDeskOrder({ preferredDeliveryDate: null, status: "scheduled" }));
  serveList("/api/tree-orders/:id/history", []);
  const full = { problem: "The day is full." };
  const dayless = renderDetails(aLiveRow({ ...row.item, kind: "tree_day", city: null }, full), 3);
  await screen.findByText("No preferred day");
  await screen.findByText("No changes yet.");
  expect(region()).toMatchSnapshot("without a preferred day");
  dayless.unmount();
  const check = { status: "owed", paymentId: null, amount: "40.00", summary: "Paid too much" };
  renderDetails(aLiveRow({ ...row.item, kind: "payment", ...check }));
  await screen.findByText("No changes yet.");
  expect(region()).toMatchSnapshot("of a check");
});

it("a question without a quote has what they wrote, and how to answer", async () => {
  const row = aLiveRow({
    ...noQuote,
    kind: "question",
    summary: "Text message",
    question: "Please stop texting me",
    wantsNoTexts: true,
    treeOrderId: orderId,
  });
  serveNothing();
  const loading = renderDetails(row);
  expect(region()).toMatchSnapshot("loading");
  loading.unmount();
  serveErrors();
  const failed = renderDetails(row);
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Try again" })).toHaveLength(2));
  expect(region()).toMatchSnapshot("failed");
  failed.unmount();
  serveDetails({}, { calls: calls.slice(0, 1) });
  server.use(
    http.get("/api/desk/questions/:id", () =>
      HttpResponse.json({
        id: row.item.id,
        entries: [
          { id: "e1", kind: "text", words: "Do you sell wreaths?", createdAt: "2026-11-24T18:30:00Z" },
          {
            id: "e2",
            kind: "call",
            words: "Missed call from 603-555-0172",
            createdAt: "2026-11-25T13:00:00Z",
          },
          { id: "e3", kind: "email", words: "Please stop texting me", createdAt: "2026-11-25T14:00:00Z" },
        ],
      }),
    ),
  );
  const loaded = renderDetails(row);
  await screen.findByText("Do you sell wreaths?");
  await screen.findByText("1 try, not reached yet");
  expect(region()).toMatchSnapshot("loaded");
  loaded.unmount();
  const little = { customerKey: null, treeOrderId: null, city: null, email: null, wantsNoTexts: false };
  const { item } = aLiveRow({ ...row.item, ...little });
  const stranger = renderDetails(aLiveRow(item, { problem: "They have written again." }));
  await screen.findByText("Do you sell wreaths?");
  expect(region()).toMatchSnapshot("of a stranger");
  stranger.unmount();
  renderDetails(aLiveRow({ ...row.item, streetAddress: null, otherSender: "bo@example.com" }));
  await screen.findByText("Do you sell wreaths?");
  expect(region()).toMatchSnapshot("about somebody else's tree");
});

const payment = {
  ...noQuote,
  kind: "payment",
  paymentId: orderId,
  phone: null,
  amount: "599.00",
  summary: "Card payment of an unknown payer",
} as const;

it.each([
  ["unassigned", { customerKey: null }],
  ["unassigned", { summary: "Holiday lighting: no quote or order yet" }],
  ["owed", { summary: "Paid twice", question: "Duplicate of November 20", invoiceId: "i1" }],
  ["owed", { summary: "Check paid twice", paymentId: null, email: null, customerKey: null }],
  ["refund_failed", { summary: "The refund failed" }],
  ["refund_or_keep", { terms: "You get it back until 7 days before.\nWe call you first." }],
  ["disputed", { summary: "The bank took it back" }],
  ["payout_failed", { paymentId: null, summary: "Payout to our bank failed" }],
])("a payment's details say what to do if it is %s: %j", async (status, changes) => {
  serveList("/api/payments/:id/suggestions", [
    { kind: "quote", id: "q1", label: "Gerard Thibodeau", detail: "Dover" },
    { kind: "treeOrder", id: "t1", label: "Gerard T.", detail: "Rye" },
    { kind: "user", id: "u1", label: "G. Thibodeau", detail: "g@example.com" },
  ]);
  const { unmount } = renderDetails(aLiveRow({ ...payment, status, ...changes }, { problem: "Not now." }));
  if (status === "unassigned") await screen.findByText(/^Same (email address|customer)$/);
  const isRefundable = /^(owed|re)/.test(status) && !("paymentId" in changes);
  if (isRefundable) await screen.findByRole("button", { name: "Refund" });
  await act(async () => undefined);
  expect(region()).toMatchSnapshot("for owners");
  unmount();
  signIn({ ...admin, role: "office" });
  renderDetails(aLiveRow({ ...payment, status, ...changes }, { gone: status === "unassigned" }));
  await act(async () => undefined);
  expect(region()).toMatchSnapshot("for the office");
});

it("a failed message's details send it again", () => {
  renderDetails(
    aLiveRow({ ...noQuote, kind: "message", summary: "Invoice email", question: "Mailbox full" }),
  );
  expect(region()).toMatchSnapshot();
});

it("the fields for a receipt's address say what is wrong", async () => {
  serveList("/api/payments/:id/suggestions", []);
  const unassigned = { ...payment, status: "unassigned", customerKey: null, email: "g@exmaple.com" };
  const { person } = renderDetails(aLiveRow(unassigned));
  await person.click(screen.getByRole("button", { name: "Correct the receipt's address" }));
  const dialog = await screen.findByRole("dialog");
  await person.clear(screen.getByLabelText("Email"));
  await person.click(screen.getByRole("button", { name: "Send the receipt" }));
  await waitFor(() => expect(screen.getByLabelText("Email")).toBeInvalid());
  expect(outline(dialog)).toMatchSnapshot();
});
