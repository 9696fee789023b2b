import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { invoiceKeys, treeOrderKeys } from "~/api/keys";
import { easternToday } from "~/lib/eastern";
import { aJob } from "~/test/rows";
import { server, signIn } from "~/test/server";
import { messageKeys, paymentKeys } from "../shared/keys";
import type { QueueItem } from "../shared/types";
import {
  aDeskOrder,
  aDeskQuote,
  aDeskQuoteInDetail,
  admin,
  escapeDialog,
  factsShown,
  hours,
  serveList,
  serveWrite,
} from "../test-desk";
import { aRequest, namesShown, openQueue, rowOf, serveQueue } from "./test-queue";

const orderId = "0198a000-0000-7000-8000-00007be2d310";
const accountId = "0198a000-0000-7000-8000-00007be2d311";
const tree = aRequest("Lucia Marchetti", {
  kind: "tree_order",
  quoteId: null,
  treeOrderId: orderId,
  id: orderId,
  communicationPreference: "sms",
  respondBy: hours(1),
});
const payment = aRequest("", {
  kind: "payment",
  quoteId: null,
  paymentId: "0198a000-0000-7000-8000-0000000000aa",
  id: "0198a000-0000-7000-8000-0000000000aa",
  phone: null,
  communicationPreference: null,
  email: "g.thibodeau@example.com",
  amount: "599.00",
  status: "unassigned",
  customerKey: null,
  respondBy: hours(2),
});
const other = aRequest("Ben Bow", { respondBy: hours(3) });

/** Store empty lists of these, and return a function that says whether all of them will be fetched again. */
function watchLists(queryClient: QueryClient, ...keys: QueryKey[]) {
  for (const key of keys) queryClient.setQueryData(key, { pages: [], pageParams: [] });
  return () => keys.every((key) => queryClient.getQueryState(key)?.isInvalidated);
}
const paymentLists = [invoiceKeys.desk({}), treeOrderKeys.desk({}), paymentKeys.desk({})];

/** Serve the quote or tree order that a row's details load. */
const serveDetails = () =>
  server.use(
    http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuoteInDetail())),
    http.get("/api/tree-orders/:id", () => HttpResponse.json(aDeskOrder())),
  );

describe("a logged call", () => {
  const openCall = async () => {
    const page = await openQueue([tree, other]);
    const row = await rowOf("Lucia Marchetti");
    await page.person.click(row.getByRole("button", { name: "Log call: Lucia Marchetti" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Log a call with Lucia Marchetti" }));
    return { ...page, dialog };
  };
  const serveCalls = () => {
    server.use(http.get("/api/tree-orders/:id", () => HttpResponse.json(aDeskOrder())));
    return serveWrite("post", "/api/tree-orders/:id/calls", (body) =>
      HttpResponse.json(
        {
          id: "k1",
          note: "",
          retryAt: body.outcome === "reached" ? null : hours(24 * 9),
          ...body,
          authorName: "Nora Field",
          createdAt: hours(0),
        },
        { status: 201 },
      ),
    );
  };

  it("that reached the customer finishes the row, and the focus moves to the next one", async () => {
    const { person, dialog } = await openCall();
    const sent = serveCalls();
    serveQueue([other]);
    await person.click(dialog.getByRole("button", { name: "Log call" }));
    expect(await screen.findByText("Call logged")).toBeVisible();
    // The customer prefers text.
    expect(sent[0]?.body).toEqual({ outcome: "reached", channel: "text", note: "" });
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow"]));
    await waitFor(() => expect(screen.getByRole("link", { name: "Ben Bow" })).toHaveFocus());
  });

  it.each<[boolean, Partial<QueueItem>]>([
    [false, { kind: "quote" }],
    [true, { kind: "question", question: "Why?" }],
    [false, { kind: "accepted", status: "approved" }],
    [true, { kind: "silent" }],
    [true, { kind: "tree_order", quoteId: null, treeOrderId: orderId, id: orderId }],
    [false, { kind: "tree_day", quoteId: null, treeOrderId: orderId, id: orderId }],
    [true, { kind: "message", status: "failed" }],
  ])("that reached the customer finishes the row: %s, %j", async (isOver, changes) => {
    const row = aRequest("Ann Ames", { respondBy: hours(1), ...changes });
    const { person } = await openQueue([row, other]);
    const logged = { note: "", retryAt: null, authorName: "Nora", createdAt: hours(0) };
    serveWrite("post", "/api/:kind/:id/calls", (body) => HttpResponse.json({ ...logged, ...body }));
    await person.click(screen.getByRole("link", { name: "Ann Ames" }));
    const details = within(await screen.findByRole("region", { name: "Ann Ames" }));
    await person.click(details.getAllByRole("button", { name: "Log call" })[0] as HTMLElement);
    const dialog = within(await screen.findByRole("dialog", { name: "Log a call with Ann Ames" }));
    await person.click(dialog.getByRole("button", { name: "Log call" }));
    expect(await screen.findByText("Call logged")).toBeVisible();
    const rest = isOver ? ["Ben Bow"] : ["Ann Ames", "Ben Bow"];
    await waitFor(() => expect(namesShown()).toEqual(rest));
  });

  it("that reached someone who waits for a price leaves their row, and isn't a try", async () => {
    const { person } = await openQueue([other]);
    const sent = serveWrite("post", "/api/quotes/:id/calls", (body) =>
      HttpResponse.json(
        { id: "k1", ...body, retryAt: null, authorName: "Nora", createdAt: hours(0) },
        { status: 201 },
      ),
    );
    await person.click(screen.getByRole("link", { name: "Ben Bow" }));
    await person.keyboard("c");
    const dialog = within(await screen.findByRole("dialog", { name: "Log a call with Ben Bow" }));
    expect(dialog.getByRole("link", { name: "603-555-0172" })).toHaveAttribute("href", "tel:+16035550172");
    await person.click(dialog.getByRole("button", { name: "Log call" }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ outcome: "reached", channel: "email", note: "" }));
    expect(await screen.findByText("Call logged")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(namesShown()).toEqual(["Ben Bow"]);
    expect((await rowOf("Ben Bow")).getByText("Quote")).toBeVisible();
  });

  it("that reached no one is a try, with the time of the next one", async () => {
    const { person, dialog } = await openCall();
    const sent = serveCalls();
    // The row says so before the queue is fetched again.
    server.use(http.get("/api/desk/queue", () => new Promise<Response>(() => undefined)));
    await person.selectOptions(dialog.getByLabelText("Outcome"), "voicemail");
    await person.click(dialog.getByRole("button", { name: "Log call" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ outcome: "voicemail", channel: "text", note: "" });
    const row = await rowOf("Lucia Marchetti");
    expect(await row.findByText("Tree call · 1 try")).toBeVisible();
    expect(row.getByText(/^Again/)).toBeVisible();
  });

  const unsent = {
    outcome: "voicemail",
    channel: "phone",
    note: "",
    retryDay: "2099-12-05",
    retryTime: "13:30",
  };

  it("that reached no one is tried again at the chosen time, in Eastern time", async () => {
    sessionStorage.setItem(`draft:call:tree-orders:${orderId}`, JSON.stringify(unsent));
    const { person, dialog } = await openCall();
    const sent = serveCalls();
    await person.click(dialog.getByRole("button", { name: "Log call" }));
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({
        outcome: "voicemail",
        channel: "phone",
        note: "",
        retryAt: "2099-12-05T18:30:00.000Z",
      }),
    );
    expect(await screen.findByText("Call logged")).toBeVisible();
  });

  it("that reached no one is tried again in the morning of the picked day, unless the time is changed", async () => {
    const { person, dialog } = await openCall();
    const sent = serveCalls();
    await person.selectOptions(dialog.getByLabelText("Outcome"), "voicemail");
    await person.click(dialog.getByLabelText(/^Try again/));
    await person.type(await screen.findByRole("textbox", { name: "Type a date" }), "1/5/2099{Enter}");
    expect(dialog.getByLabelText("Time")).toHaveValue("09:00");
    await person.click(dialog.getByRole("button", { name: "Log call" }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ retryAt: "2099-01-05T14:00:00.000Z" }));
    expect(await screen.findByText("Call logged")).toBeVisible();
  });

  it("that reached the customer after all is not tried again", async () => {
    sessionStorage.setItem(`draft:call:tree-orders:${orderId}`, JSON.stringify(unsent));
    const { person, dialog } = await openCall();
    const sent = serveCalls();
    expect(dialog.getByLabelText("Time")).toHaveValue("13:30");
    await person.selectOptions(dialog.getByLabelText("Outcome"), "reached");
    await person.click(dialog.getByRole("button", { name: "Log call" }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ outcome: "reached" }));
    expect(sent[0]?.body).not.toHaveProperty("retryAt");
  });

  it("that the server refuses stays in the dialog with the reason", async () => {
    const { person, dialog } = await openCall();
    serveWrite("post", "/api/tree-orders/:id/calls", () =>
      HttpResponse.json({ message: "This order is canceled." }, { status: 409 }),
    );
    await person.type(dialog.getByLabelText("Note (optional)"), "Calls back");
    await person.click(dialog.getByRole("button", { name: "Log call" }));
    expect((await screen.findAllByText("This order is canceled."))[0]).toBeVisible();
    expect(dialog.getByLabelText("Note (optional)")).toHaveValue("Calls back");
    await person.click(dialog.getByRole("button", { name: "Close" }));
    expect(namesShown()).toEqual(["Lucia Marchetti", "Ben Bow"]);
  });
});

describe("a day", () => {
  it("is picked for an accepted quote, and the row leaves", async () => {
    vi.setSystemTime("2026-11-20T15:00:00Z"); // before the preferred day
    const accepted = aRequest("Henry Osei", { kind: "accepted", status: "approved", respondBy: hours(1) });
    const { person } = await openQueue([accepted, other]);
    await person.click((await rowOf("Henry Osei")).getByRole("button", { name: "Pick a day: Henry Osei" }));
    expect(await screen.findByText("We couldn't load the details")).toBeVisible();
    await escapeDialog(person);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await person.click((await rowOf("Henry Osei")).getByRole("button", { name: "Pick a day: Henry Osei" }));
    expect(await screen.findByText("We couldn't load the details")).toBeVisible();
    const again = await screen.findByRole("button", { name: "Try again" }); // once the try on opening has failed
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuote({ fullName: "Henry Osei" }))));
    await person.click(again);
    expect(await screen.findByRole("button", { name: "Schedule visit" })).toBeVisible();
    await escapeDialog(person);
    expect(namesShown()).toEqual(["Henry Osei", "Ben Bow"]);
    const sent = serveWrite("post", "/api/jobs", (body) =>
      HttpResponse.json({ id: "j1", ...body }, { status: 201 }),
    );
    await person.click((await rowOf("Henry Osei")).getByRole("button", { name: "Pick a day: Henry Osei" }));
    await person.click(await screen.findByRole("button", { name: "Schedule visit" }));
    await waitFor(() =>
      expect(sent[0]?.body).toMatchObject({ kind: "installation", scheduledDate: expect.any(String) }),
    );
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow"]));
  });

  it("goes to the visit that has none, instead of planning it twice", async () => {
    vi.setSystemTime("2026-11-20T15:00:00Z");
    const accepted = aRequest("Henry Osei", { kind: "accepted", status: "service_scheduled" });
    const { person } = await openQueue([accepted, other]);
    const waiting = aJob({ kind: "installation", scheduledDate: null, notes: "Long ladder" });
    const asked = serveList("/api/jobs", [aJob({ kind: "takedown", scheduledDate: null }), waiting]);
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuote({ fullName: "Henry Osei" }))));
    const sent = serveWrite("patch", "/api/jobs/:id", (body) => HttpResponse.json({ ...waiting, ...body }));
    await person.click((await rowOf("Henry Osei")).getByRole("button", { name: "Pick a day: Henry Osei" }));
    await person.type(await screen.findByLabelText(/^Notes for the crew/), "Snow");
    await person.click(screen.getByRole("button", { name: "Schedule visit" }));
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow"]));
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ unscheduled: "1", status: "scheduled" });
    expect(sent[0]?.body).toEqual({
      scheduledDate: "2026-11-24T14:00:00.000Z",
      notes: "Long ladder\nSnow",
      updatedAt: waiting.updatedAt,
    });
  });

  it("plans no second visit if no day is picked again", async () => {
    const accepted = aRequest("Henry Osei", { kind: "accepted", status: "service_scheduled" });
    const { person } = await openQueue([accepted, other]);
    const waiting = aJob({ kind: "installation", scheduledDate: null, notes: "Long ladder" });
    serveList("/api/jobs", [waiting]);
    const quote = aDeskQuote({ fullName: "Henry Osei", preferredStartDate: null });
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(quote)));
    const added = serveWrite("post", "/api/jobs", () => HttpResponse.json(waiting, { status: 201 }));
    const sent = serveWrite("patch", "/api/jobs/:id", (body) => HttpResponse.json({ ...waiting, ...body }));
    await person.click((await rowOf("Henry Osei")).getByRole("button", { name: "Pick a day: Henry Osei" }));
    await person.type(await screen.findByLabelText(/^Notes for the crew/), "Snow");
    await person.click(screen.getByRole("button", { name: "Schedule visit" }));
    expect(await screen.findByText("Visit already added")).toBeVisible();
    expect(sent[0]?.body).toEqual({ notes: "Long ladder\nSnow", updatedAt: waiting.updatedAt });
    expect(added).toEqual([]);
    expect(namesShown()).toContain("Henry Osei");
  });

  it("goes to the visit that has none only once, although the first response was lost", async () => {
    vi.setSystemTime("2026-11-20T15:00:00Z");
    const accepted = aRequest("Henry Osei", { kind: "accepted", status: "service_scheduled" });
    const { person } = await openQueue([accepted, other]);
    let visit = aJob({ kind: "installation", scheduledDate: null, notes: "Long ladder" });
    server.use(
      http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuote({ fullName: "Henry Osei" }))),
      http.get("/api/jobs", () => HttpResponse.json(visit.scheduledDate ? [] : [visit])),
      http.get("/api/jobs/:id", () => HttpResponse.json(visit)),
    );
    const added = serveWrite("post", "/api/jobs", () => HttpResponse.json(visit, { status: 201 }));
    const sent = serveWrite("patch", "/api/jobs/:id", ({ updatedAt, notes }) => {
      if (updatedAt !== visit.updatedAt)
        return HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 });
      const scheduledDate = "2026-11-24T14:00:00Z";
      visit = { ...visit, scheduledDate, notes: String(notes), updatedAt: "2026-11-20T15:00:01Z" };
      return HttpResponse.error();
    });
    await person.click((await rowOf("Henry Osei")).getByRole("button", { name: "Pick a day: Henry Osei" }));
    await person.type(await screen.findByLabelText(/^Notes for the crew/), "Snow");
    await person.click(screen.getByRole("button", { name: "Schedule visit" }));
    expect(await screen.findByText(/^We don't know whether it was saved/)).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Schedule visit" }));
    expect(await screen.findByText("Visit scheduled")).toBeVisible();
    expect([sent.length, added.length]).toEqual([2, 0]);
  });

  it.each([
    ["another day", { scheduledDate: "2026-11-25T14:00:00Z", notes: "Long ladder\nSnow" }],
    ["that day with other notes", { scheduledDate: "2026-11-24T14:00:00Z", notes: "Long ladder" }],
  ])("isn't saved if someone else has given the visit %s", async (_, theirs) => {
    vi.setSystemTime("2026-11-20T15:00:00Z");
    const accepted = aRequest("Henry Osei", { kind: "accepted", status: "service_scheduled" });
    const { person } = await openQueue([accepted, other]);
    const waiting = aJob({ kind: "installation", scheduledDate: null, notes: "Long ladder" });
    serveList("/api/jobs", [waiting]);
    const message = "Someone else just changed this.";
    server.use(
      http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuote({ fullName: "Henry Osei" }))),
      http.get("/api/jobs/:id", () => HttpResponse.json({ ...waiting, ...theirs })),
      http.patch("/api/jobs/:id", () => HttpResponse.json({ message }, { status: 409 })),
    );
    await person.click((await rowOf("Henry Osei")).getByRole("button", { name: "Pick a day: Henry Osei" }));
    await person.type(await screen.findByLabelText(/^Notes for the crew/), "Snow");
    await person.click(screen.getByRole("button", { name: "Schedule visit" }));
    expect(await screen.findByText("Couldn't schedule the visit")).toBeVisible();
    expect(screen.getByLabelText(/^Notes for the crew/)).toHaveValue("Snow");
  });

  it("can be left open for a takedown, and the row stays", async () => {
    const takedown = {
      kind: "accepted",
      status: "service_scheduled",
      needsTakedown: true,
    } as const;
    const { person } = await openQueue([aRequest("Henry Osei", takedown), other]);
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuote({ fullName: "Henry Osei" }))));
    const sent = serveWrite("post", "/api/jobs", (body) =>
      HttpResponse.json({ id: "j1", ...body }, { status: 201 }),
    );
    await person.click((await rowOf("Henry Osei")).getByRole("button", { name: "Pick a day: Henry Osei" }));
    await person.type(await screen.findByLabelText(/^Notes for the crew/), "Ladder");
    await person.click(screen.getByRole("button", { name: "Schedule visit" }));
    expect(await screen.findByText("Visit added")).toBeVisible();
    expect(screen.getByText("Not scheduled yet.")).toBeVisible();
    const { updatedAt } = aDeskQuote();
    expect(sent[0]?.body).toEqual({
      quoteId: expect.any(String),
      kind: "takedown",
      notes: "Ladder",
      updatedAt,
    });
    expect(namesShown()).toContain("Henry Osei");
  });

  it("is picked for a tree", async () => {
    const { person } = await openQueue([{ ...tree, kind: "tree_day" }, other]);
    // The scheduled day comes before the preferred one, and today can still be chosen.
    const days = { scheduledDeliveryDate: easternToday(), preferredDeliveryDate: "2099-12-05" };
    server.use(http.get("/api/tree-orders/:id", () => HttpResponse.json(aDeskOrder(days))));
    const sent = serveWrite("patch", "/api/tree-orders/:id", (body) => HttpResponse.json(aDeskOrder(body)));
    await person.click((await rowOf("Lucia Marchetti")).getByRole("button", { name: /^Pick a day/ }));
    // Not within its dialog, since another one is there until the order has loaded.
    await person.click(await screen.findByRole("button", { name: "Schedule delivery" }));
    const { scheduledDeliveryDate } = days;
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ status: "scheduled", scheduledDeliveryDate }));
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow"]));
  });
});

describe("a payment", () => {
  const serveSuggestions = (suggestions: object[]) =>
    server.use(http.get("/api/payments/:id/suggestions", () => HttpResponse.json(suggestions)));
  const serveAssigning = () =>
    serveWrite("post", "/api/payments/:id/assign", () => {
      serveQueue([other]);
      return HttpResponse.json({ id: payment.id });
    });

  it("from an unknown payer is assigned to a search result", async () => {
    serveSuggestions([]);
    const { person } = await openQueue([payment, other]);
    const match = { key: "k", title: "Gerard Thibodeau", detail: "Dover", status: null };
    const asked: (string | null)[] = [];
    server.use(
      http.get("/api/desk/search", ({ request }) => {
        const q = new URL(request.url).searchParams.get("q");
        asked.push(q);
        const quotes = q === "thibodeau" ? [{ ...match, id: other.id }] : [];
        // A guest has no account to assign it to.
        const customers = quotes.map((each) => ({ ...each, id: "Z3Vlc3Q", key: "Z3Vlc3Q", title: "Guest" }));
        return HttpResponse.json({ customers, quotes, treeOrders: [], invoices: [] });
      }),
    );
    const sent = serveAssigning();
    await person.click((await rowOf("Card payment")).getByRole("button", { name: "Assign: Card payment" }));
    await person.type(await screen.findByLabelText("Find a quote, order or customer"), "thibodeau");
    const found = await screen.findByRole("button", { name: /^Gerard Thibodeau/ });
    expect(screen.queryByRole("button", { name: /^Guest/ })).not.toBeInTheDocument();
    expect(asked).toEqual(["thibodeau"]);
    await person.click(found);
    expect(namesShown()).toEqual(["Ben Bow"]);
    await waitFor(() => expect(sent[0]?.body).toEqual({ quoteId: other.id }));
    expect(await screen.findByText("It now belongs to Gerard Thibodeau.")).toBeVisible();
  });

  it("is assigned to a tree order or an account from the search, which says when it fails", async () => {
    serveSuggestions([]);
    const { person } = await openQueue([payment, other]);
    const match = { id: orderId, key: orderId, title: "Lucia", detail: "Dover", status: null };
    let found: object | null = null;
    server.use(
      http.get("/api/desk/search", () =>
        found ? HttpResponse.json(found) : new HttpResponse(null, { status: 500 }),
      ),
    );
    const sent = serveWrite("post", "/api/payments/:id/assign", () =>
      HttpResponse.json({ message: "It is assigned already." }, { status: 409 }),
    );
    const search = async (words: string) => {
      await person.click((await rowOf("Card payment")).getByRole("button", { name: /^Assign/ }));
      const dialog = await screen.findByRole("dialog", { name: "Assign this payment" });
      expect(dialog).toHaveTextContent("$599.00 from g.thibodeau@example.com.");
      await person.type(screen.getByLabelText("Find a quote, order or customer"), words);
    };
    await search("lu"); // the shortest that is searched for
    expect(await screen.findByText("We couldn't search.")).toBeVisible();
    found = { customers: [], quotes: [], treeOrders: [], invoices: [] };
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No matches.")).toBeVisible();
    expect(screen.queryByText("We couldn't search.")).not.toBeInTheDocument();
    await escapeDialog(person);
    const account = { ...match, id: accountId, key: accountId };
    found = { customers: [account], quotes: [], treeOrders: [match], invoices: [] };
    for (const kind of ["Tree order", "Account"]) {
      await search(`lucia ${kind}`);
      await person.click(await screen.findByRole("button", { name: new RegExp(`^Lucia ?${kind} · Dover$`) }));
      expect(await (await rowOf("Card payment")).findByText("It is assigned already.")).toBeVisible();
    }
    expect(sent.map(({ body }) => body)).toEqual([{ treeOrderId: orderId }, { userId: accountId }]);
  });

  it("can't be refunded by office staff, who see what happened to it", async () => {
    const owed = { ...payment, status: "owed", summary: "Paid twice", question: "Stripe says: charged back" };
    const page = await openQueue([{ ...owed, customerName: "Gerard", invoiceId: other.id }, other]);
    signIn({ ...admin, role: "office" });
    await act(() => page.queryClient.invalidateQueries());
    await page.person.click(await screen.findByRole("button", { name: "Open: Gerard" }));
    const details = within(await screen.findByRole("region", { name: "Gerard" }));
    expect(details.getByText("Only owners can issue refunds.")).toBeVisible();
    expect(details.queryByRole("button", { name: "Refund" })).not.toBeInTheDocument();
    expect(details.getByRole("button", { name: "Keep the money" })).toBeVisible();
    expect(await details.findByText("Stripe says: charged back")).toBeVisible();
    expect(factsShown()).toMatchObject({ Amount: "$599.00", Email: payment.email, Invoice: "View invoice" });
  });

  it("to our own bank that failed is handled at Stripe", async () => {
    const payout = { ...payment, status: "payout_failed", paymentId: null, customerName: "Payout" };
    const { person } = await openQueue([payout, other]);
    await person.click((await rowOf("Payout")).getByRole("button", { name: "Open: Payout" }));
    const details = within(await screen.findByRole("region", { name: "Payout" }));
    expect(details.getByText(/^Correct the bank account in Stripe/)).toBeVisible();
    expect(details.queryByRole("button", { name: "Keep" })).toBeNull();
  });

  it.each([
    ["quote", "Quote", "quoteId"],
    ["treeOrder", "Tree order", "treeOrderId"],
    ["user", "Account", "userId"],
  ])("is assigned to a suggested %s with one tap", async (kind, name, field) => {
    serveSuggestions([{ kind, id: other.id, label: "Gerard Thibodeau", detail: "Dover" }]);
    const { person, queryClient } = await openQueue([payment, other]);
    const areStale = watchLists(queryClient, ...paymentLists);
    const sent = serveAssigning();
    await person.click(screen.getByRole("link", { name: "Card payment" }));
    const details = within(await screen.findByRole("region", { name: "Card payment" }));
    const choice = await details.findByRole("button", {
      name: new RegExp(`^Gerard Thibodeau ?${name} · Dover$`),
    });
    choice.focus();
    await person.keyboard("{Enter}");
    await waitFor(() => expect(sent[0]?.body).toEqual({ [field]: other.id }));
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow"]));
    await waitFor(() => expect(areStale()).toBe(true));
  });

  it("gets its receipt's mistyped address corrected", async () => {
    serveSuggestions([]);
    const { person } = await openQueue([{ ...payment, email: "gerard@exmaple.com" }, other]);
    const sent = serveWrite("post", "/api/payments/:id/receipt-email", () =>
      HttpResponse.json({ receiptEmail: "gerard@example.com" }),
    );
    await person.click(screen.getByRole("link", { name: "Card payment" }));
    const details = within(await screen.findByRole("region", { name: "Card payment" }));
    await person.click(await details.findByRole("button", { name: "Correct the receipt's address" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Correct the receipt's address" }));
    const field = dialog.getByLabelText("Email");
    expect(field).toHaveValue("gerard@exmaple.com");
    await person.clear(field);
    await person.type(field, "gerard@example.com");
    serveSuggestions([{ kind: "quote", id: other.id, label: "Gerard Thibodeau", detail: "Dover" }]);
    await person.click(dialog.getByRole("button", { name: "Send the receipt" }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ receiptEmail: "gerard@example.com" }));
    expect(await screen.findByText("Stripe sends the receipt to gerard@example.com.")).toBeVisible();
    expect(await details.findByRole("button", { name: /^Gerard Thibodeau/ })).toBeVisible();
  });

  it("stays open when the dialog over it is closed", async () => {
    serveSuggestions([]);
    const { person } = await openQueue([payment, other]);
    await person.click(screen.getByRole("link", { name: "Card payment" }));
    await person.click(await screen.findByRole("button", { name: "Correct the receipt's address" }));
    const dialog = await screen.findByRole("dialog", { name: "Correct the receipt's address" });
    await person.keyboard("{Escape}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByRole("region", { name: "Card payment" })).toBeVisible();
    await person.click(screen.getByRole("button", { name: "Correct the receipt's address" }));
    await person.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(screen.getByRole("region", { name: "Card payment" })).toBeVisible();
  });

  it("says that its suggestions couldn't be loaded, and loads them again", async () => {
    server.use(http.get("/api/payments/:id/suggestions", () => new HttpResponse(null, { status: 500 })));
    const { person } = await openQueue([payment, other]);
    await person.click(screen.getByRole("link", { name: "Card payment" }));
    expect(await screen.findByText(/^We couldn't load the suggestions\./)).toBeVisible();
    serveSuggestions([{ kind: "quote", id: other.id, label: "Gerard Thibodeau", detail: "Dover" }]);
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: /^Gerard Thibodeau/ })).toBeVisible();
    expect(screen.queryByText(/^We couldn't load the suggestions\./)).not.toBeInTheDocument();
  });

  it("by check is reversed on its invoice", async () => {
    const check = { ...payment, status: "owed", paymentId: null, invoiceId: other.id };
    const { person } = await openQueue([check, other]);
    await person.click(screen.getByRole("link", { name: "Card payment" }));
    expect(await screen.findByText(/^To return the money, pay the customer back/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Keep the money" })).not.toBeInTheDocument();
  });

  it.each(["owed", "refund_failed"])("that is %s is refunded from its row", async (status) => {
    const { person, queryClient } = await openQueue([{ ...payment, status, amount: "75.00" }, other]);
    const areStale = watchLists(queryClient, ...paymentLists);
    const sent = serveWrite("post", "/api/payments/:id/refund", () => {
      serveQueue([other]);
      return HttpResponse.json({ amountRefunded: "0.00", amountRefunding: "75.00" });
    });
    await person.click((await rowOf("Card payment")).getByRole("button", { name: "Refund: Card payment" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Refund this payment?" }));
    await person.type(dialog.getByLabelText("Reason"), "Paid twice");
    await person.click(dialog.getByRole("button", { name: "Refund $75.00" }));
    expect(
      await screen.findByText("Stripe can't be reached right now. We'll send the refund as soon as we can."),
    ).toBeVisible();
    expect(sent[0]?.body).toEqual({ amount: "75.00", reason: "Paid twice" });
    expect(areStale()).toBe(true);
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow"]));
  });

  it.each<[string, Partial<QueueItem>]>([
    ["for a job that won't happen", { quoteId: other.id, invoiceId: "0198a000-0000-7000-8000-0000000000ab" }],
    ["on an invoice without a quote", { invoiceId: "0198a000-0000-7000-8000-0000000000ab" }],
    ["for a tree", { treeOrderId: orderId }],
  ])("%s is refunded or kept beside what was paid and the accepted terms", async (_, subject) => {
    const terms = "You get your deposit back until 7 days before.\nWe call you first.";
    const summary = "Refund or keep $100.00?";
    const { person } = await openQueue([
      { ...payment, ...subject, status: "refund_or_keep", summary, terms },
    ]);
    serveDetails();
    await person.click((await rowOf("Card payment")).getByRole("button", { name: "Decide: Card payment" }));
    const details = within(await screen.findByRole("region", { name: "Card payment" }));
    expect(await details.findByText("You get your deposit back until 7 days before.")).toBeVisible();
    expect(details.getByText(summary)).toBeVisible();
    expect(details.getByRole("button", { name: "Keep the money" })).toBeVisible();
    await person.click(details.getByRole("button", { name: "Refund" }));
    expect(await screen.findByRole("dialog", { name: "Refund this payment?" })).toBeVisible();
  });

  it.each(["owed", "refund_failed"])("that is %s can be kept, with a reason", async (status) => {
    const { person, queryClient } = await openQueue([{ ...payment, status }, other]);
    const areStale = watchLists(queryClient, ...paymentLists);
    const sent = serveWrite("post", "/api/payments/:id/keep", () => {
      serveQueue([other]);
      return HttpResponse.json({ amountKept: "75.00" });
    });
    await person.click(screen.getByRole("link", { name: "Card payment" }));
    const details = within(await screen.findByRole("region", { name: "Card payment" }));
    await person.click(details.getByRole("button", { name: "Keep the money" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Keep this payment?" }));
    await person.type(dialog.getByLabelText("Reason"), "Paid the next visit with it");
    await person.click(dialog.getByRole("button", { name: "Keep the money" }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ reason: "Paid the next visit with it" }));
    await waitFor(() => expect(areStale()).toBe(true));
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow"]));
    expect(await screen.findByRole("region", { name: "Ben Bow" })).toBeVisible();
  });
});

it.each([
  ["Keep", { paymentId: null }, "Keep this payment?", "Cancel"],
  ["Keep", { paymentId: null }, "Keep this payment?", null],
  ["Refund", {}, "Refund this payment?", "Cancel"],
  ["Refund", {}, "Refund this payment?", null],
] as const)(
  "%s (%o) asks first (%s), and leaving with %s changes nothing",
  async (step, changes, title, cancel) => {
    const { person } = await openQueue([{ ...payment, ...changes, status: "owed" }, other]);
    await person.click((await rowOf("Card payment")).getByRole("button", { name: `${step}: Card payment` }));
    const dialog = await screen.findByRole("dialog", { name: title });
    expect(within(dialog).getByText(/\$599\.00/)).toBeVisible();
    await person.type(within(dialog).getByLabelText("Reason"), "Not");
    if (cancel) await person.click(within(dialog).getByRole("button", { name: cancel }));
    else await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(namesShown()).toHaveLength(2);
    const drafts = Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"));
    expect(drafts).toHaveLength(cancel ? 0 : 1);
  },
);

it.each<[string, Partial<QueueItem>]>([
  ["about neither quote nor tree", { quoteId: null }],
  ["about a quote", { quoteId: other.id }],
  ["about a tree", { quoteId: null, treeOrderId: orderId }],
])("a failed message %s is sent again from its details, which say why it failed", async (_, subject) => {
  const summary = "Your price is ready: No such mailbox";
  const message = aRequest("Jun Watanabe", { kind: "message", summary, respondBy: hours(1), ...subject });
  const { person, queryClient } = await openQueue([message, other]);
  serveDetails();
  const isStale = watchLists(queryClient, messageKeys.desk({}));
  server.use(
    http.get("/api/desk/messages/:id", () => new HttpResponse(null, { status: 404 })),
    http.post("/api/desk/messages/:id/send-again", () => {
      serveQueue([other]);
      return HttpResponse.json({ id: message.id });
    }),
  );
  await person.click(screen.getByRole("link", { name: "Jun Watanabe" }));
  const details = within(await screen.findByRole("region", { name: "Jun Watanabe" }));
  expect(details.getByText(summary)).toBeVisible();
  await person.click(details.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("Message sent again")).toBeVisible();
  expect(isStale()).toBe(true);
  expect(namesShown()).toEqual(["Ben Bow"]);
});

it("a failed message is sent again once, and its row comes back if that is refused", async () => {
  const message = aRequest("Jun Watanabe", { kind: "message", respondBy: hours(1) });
  const { person } = await openQueue([message, other]);
  server.use(
    http.post("/api/desk/messages/:id/send-again", () =>
      HttpResponse.json({ message: "It is on its way already." }, { status: 409 }),
    ),
  );
  await person.click((await rowOf("Jun Watanabe")).getByRole("button", { name: "Send again: Jun Watanabe" }));
  expect(await (await rowOf("Jun Watanabe")).findByText("It is on its way already.")).toBeVisible();
  server.use(
    http.post("/api/desk/messages/:id/send-again", () => {
      times += 1;
      serveQueue([other]);
      return HttpResponse.json({ id: message.id });
    }),
  );
  let times = 0;
  await person.dblClick((await rowOf("Jun Watanabe")).getByRole("button", { name: /^Send again/ }));
  expect(await screen.findByText("Message sent again")).toBeVisible();
  expect(times).toBe(1);
  expect(namesShown()).toEqual(["Ben Bow"]);
});
