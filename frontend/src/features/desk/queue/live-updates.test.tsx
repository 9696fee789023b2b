import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { server } from "~/test/server";
import type { QueueItem } from "../shared/types";
import { aDeskQuote, aDeskQuoteInDetail, hours, serveList, serveWrite } from "../test-desk";
import { aRequest, namesShown, nextPoll, openQueue, priceOf, rowOf, serveQueue } from "./test-queue";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => focusManager.setFocused(undefined));

const ann = aRequest("Ann Ames", { respondBy: hours(1) });
const ben = aRequest("Ben Bow", { respondBy: hours(2) });
const cal = aRequest("Cal Coe", { respondBy: hours(3) });

describe("a new row", () => {
  it("is offered by a button within ten seconds, which shows it in its place", async () => {
    const { person } = await openQueue([ann, cal]);
    serveQueue([ann, ben, cal]);
    await nextPoll();
    const button = await screen.findByRole("button", { name: "1 new request from Ben Bow" });
    expect(namesShown()).toEqual(["Ann Ames", "Cal Coe"]);
    expect(await screen.findByRole("button", { name: "All 3" })).toBeVisible();
    await person.click(button);
    expect(namesShown()).toEqual(["Ann Ames", "Ben Bow", "Cal Coe"]);
    await waitFor(() => expect(screen.getByRole("link", { name: "Ben Bow" })).toHaveFocus());
    expect(button).not.toBeInTheDocument();
  });

  it("is only counted while someone types", async () => {
    const { person } = await openQueue([cal]);
    await person.type(await priceOf("Cal Coe"), "12");
    serveQueue([ann, ben, cal]);
    await nextPoll();
    expect(await screen.findByRole("button", { name: "2 new requests" })).toBeVisible();
    await person.keyboard("50");
    expect(await priceOf("Cal Coe")).toHaveFocus();
    expect(await priceOf("Cal Coe")).toHaveValue("1250");
  });

  it("is shown at once in an empty list", async () => {
    await openQueue([]);
    await screen.findByRole("heading", { name: "All caught up" });
    serveQueue([ann]);
    await nextPoll();
    expect(await screen.findByRole("link", { name: "Ann Ames" })).toBeVisible();
  });
});

describe("an acceptance by phone that was recorded in the details", () => {
  it("shows the row for its day at once, and not as a new request", async () => {
    const about = { quoteId: aDeskQuote().id, customerName: "Ann Ames" };
    const silent = { ...ann, ...about, kind: "silent" as const };
    const { person } = await openQueue([silent, ben]);
    const quote = aDeskQuoteInDetail({ status: "reviewed", quoteAmount: "1140.00" });
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(quote)));
    const sent = serveWrite("post", "/api/quotes/:id/accept", () => {
      serveQueue([ben, { ...cal, ...about, kind: "accepted" }]);
      return HttpResponse.json(quote);
    });
    await person.click(screen.getByRole("link", { name: "Ann Ames" }));
    await person.click(await screen.findByRole("button", { name: "Accepted by phone" }));
    await person.click(await screen.findByRole("button", { name: "Accept $1,140.00" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    await nextPoll();
    await waitFor(() => expect(namesShown()).toEqual(["Ann Ames", "Ben Bow", "Ann Ames"]));
    expect(screen.queryByRole("button", { name: /new request/ })).not.toBeInTheDocument();
  });
});

describe("what another administrator does", () => {
  it("shows in the row without moving it", async () => {
    await openQueue([ann, ben]);
    serveQueue([ben, { ...ann, tries: 1, retryAt: hours(5), updatedAt: hours(0) }]);
    await nextPoll();
    expect(await (await rowOf("Ann Ames")).findByText("Quote · 1 try")).toBeVisible();
    expect(namesShown()).toEqual(["Ann Ames", "Ben Bow"]);
  });

  it("removes a finished row while no one works on the list", async () => {
    await openQueue([ann, ben]);
    serveQueue([ben]);
    await nextPoll();
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow"]));
  });

  it("leaves a finished row in its place while someone works on the list", async () => {
    const { person } = await openQueue([ann, ben]);
    await person.click(await priceOf("Ben Bow"));
    serveQueue([ben]);
    await nextPoll();
    expect(await (await rowOf("Ann Ames")).findByText("Taken care of")).toBeVisible();
    expect(namesShown()).toEqual(["Ann Ames", "Ben Bow"]);
    act(() => (document.activeElement as HTMLElement).blur());
    await nextPoll();
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow"]));
  });

  it("keeps a finished row with an unsent price in its place", async () => {
    const { person } = await openQueue([ann, ben]);
    serveList("/api/quotes/:id/history", [
      { id: "h2", by: "Ben Ortiz", at: hours(-0.1), changes: [] },
      { id: "h1", by: "Ada Whitcomb", at: hours(-2), changes: [] },
    ]);
    const price = await priceOf("Ann Ames");
    await person.type(price, "1250");
    serveQueue([ben]);
    await nextPoll();
    const row = await rowOf("Ann Ames");
    expect(
      await row.findByText(/Ben Ortiz took care of this on .* What you typed is still here\./),
    ).toBeVisible();
    expect(row.queryByRole("button", { name: /^Send quote/ })).toBeNull();
    expect(price).toHaveFocus();
    await person.keyboard("9");
    expect(price).toHaveValue("1250");
    // It stays until its text is sent or deleted.
    act(() => price.blur());
    await nextPoll();
    expect(namesShown()).toEqual(["Ann Ames", "Ben Bow"]);
    await person.click(row.getByRole("button", { name: "Discard it" }));
    act(() => (document.activeElement as HTMLElement).blur());
    await nextPoll();
    await waitFor(() => expect(namesShown()).toEqual(["Ben Bow"]));
  });

  it("sends the focus past a finished row with an unsent price", async () => {
    const { person } = await openQueue([ann, ben, cal]);
    serveList("/api/quotes/:id/history", []);
    await person.type(await priceOf("Ben Bow"), "1250");
    serveQueue([ann, cal]);
    await nextPoll();
    await waitFor(async () => expect(await priceOf("Ben Bow")).toHaveAttribute("readonly"));
    server.use(http.patch("/api/quotes/:id", () => HttpResponse.json(aDeskQuote({ id: ann.id }))));
    await person.type(await priceOf("Ann Ames"), "900{Enter}");
    expect(await priceOf("Cal Coe")).toHaveFocus();
    await screen.findByText("Quote Updated");
  });

  it("says who changed it last, even if its history was read before", async () => {
    const { person } = await openQueue([ann, ben]);
    serveList("/api/quotes/:id/history", []);
    await person.click(screen.getByRole("link", { name: "Ann Ames" }));
    await person.click(await screen.findByRole("button", { name: "Show history" }));
    expect(await screen.findByText("No changes yet.")).toBeVisible();
    await person.type(await priceOf("Ann Ames"), "1250");
    serveList("/api/quotes/:id/history", [{ id: "h1", by: "Ben Ortiz", at: hours(-0.1), changes: [] }]);
    serveQueue([ben]);
    await nextPoll();
    expect((await screen.findAllByText(/Ben Ortiz took care of this on/))[0]).toBeVisible();
  });

  it.each<[string, Partial<QueueItem>]>([
    ["No reply needed", { kind: "question", question: "Why?", quoteId: null, summary: "Text message" }],
    ["Pick a day", { kind: "tree_day", quoteId: null, treeOrderId: ann.id }],
    ["Assign", { kind: "payment", quoteId: null, status: "unassigned", paymentId: "p1", phone: null }],
    [
      "Correct the receipt's address",
      { kind: "payment", quoteId: null, status: "unassigned", customerKey: null },
    ],
    ["Send again", { kind: "message", quoteId: null, status: "failed" }],
  ])("leaves no step in a finished row's details: %s", async (step, changes) => {
    const { person } = await openQueue([{ ...ann, ...changes, respondBy: hours(-1) }, ben]);
    serveList("/api/payments/:id/suggestions", []);
    serveList("/api/desk/questions/:id/calls", []);
    server.use(http.get("/api/desk/questions/:id", () => HttpResponse.json({ id: ann.id, entries: [] })));
    const link = screen.getByRole("link", { name: "Ann Ames" });
    await person.click(link);
    const details = within(await screen.findByRole("region", { name: "Ann Ames" }));
    expect(await details.findByRole("button", { name: step })).toBeVisible();
    expect(link.closest("li")).toHaveAttribute("data-late");
    serveQueue([ben]);
    await nextPoll();
    expect(await details.findByText("Someone else took care of this.")).toBeVisible();
    expect(details.queryByRole("button", { name: step })).toBeNull();
    expect(link.closest("li")).not.toHaveAttribute("data-late");
  });

  it("leaves no price to send in a finished row's details", async () => {
    const { person } = await openQueue([ann, ben]);
    await person.click(screen.getByRole("link", { name: "Ann Ames" }));
    const details = within(await screen.findByRole("region", { name: "Ann Ames" }));
    expect(await details.findByRole("button", { name: "Send quote" })).toBeVisible();
    serveQueue([ben]);
    await nextPoll();
    expect(await details.findByText("Someone else took care of this.")).toBeVisible();
    expect(details.queryByRole("button", { name: "Send quote" })).toBeNull();
  });

  it("keeps the reply that is being written in the details", async () => {
    const { person } = await openQueue([{ ...ann, kind: "question", question: "Why?" }, ben]);
    await person.click(screen.getByRole("button", { name: "Reply: Ann Ames" }));
    const box = await screen.findByRole("textbox", { name: "Reply to Ann Ames" });
    await person.type(box, "Because");
    const details = within(screen.getByRole("region", { name: "Ann Ames" }));
    expect(details.getByText(/^(Due in|Late by)/)).toBeVisible();
    serveQueue([ben]);
    await nextPoll();
    expect(await screen.findByText("Someone else took care of this.")).toBeVisible();
    expect(details.queryByText(/^(Due in|Late by)/)).toBeNull();
    expect(box).toHaveValue("Because");
    expect(box).toHaveFocus();
    // Its row stays as well, even with the details closed.
    await person.click(details.getByRole("button", { name: "Close" }));
    act(() => (document.activeElement as HTMLElement).blur());
    await nextPoll();
    expect(namesShown()).toEqual(["Ann Ames", "Ben Bow"]);
  });

  it("leaves the row whose details are open in its place", async () => {
    const { person } = await openQueue([ann, ben]);
    await person.click(screen.getByRole("link", { name: "Ann Ames" }));
    await screen.findByRole("region", { name: "Ann Ames" });
    act(() => (document.activeElement as HTMLElement).blur());
    serveQueue([ben]);
    await nextPoll();
    expect(await (await rowOf("Ann Ames")).findByText("Taken care of")).toBeVisible();
    expect(namesShown()).toEqual(["Ann Ames", "Ben Bow"]);
  });

  it("leaves a finished row in its place while a dialog is open", async () => {
    const { person } = await openQueue([{ ...ann, kind: "silent" }, ben]);
    await person.click(screen.getByRole("button", { name: "Log call: Ann Ames" }));
    await screen.findByRole("dialog");
    serveQueue([{ ...ann, kind: "silent" }]);
    await nextPoll();
    expect(await screen.findByText("Taken care of")).toBeInTheDocument();
  });

  it("skips finished rows when the focus moves on", async () => {
    const message = { ...ann, kind: "message" } as const;
    const silent = { ...cal, kind: "silent" } as const;
    const { person } = await openQueue([message, ben, silent]);
    const again = screen.getByRole("button", { name: "Send again: Ann Ames" });
    act(() => again.focus());
    serveQueue([message, silent]);
    await nextPoll();
    expect(await (await rowOf("Ben Bow")).findByText("Taken care of")).toBeVisible();
    server.use(http.post("/api/desk/messages/:id/send-again", () => HttpResponse.json({ id: ann.id })));
    await person.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("link", { name: "Cal Coe" })).toHaveFocus());
  });
});

describe("a poll", () => {
  it.each([
    [55, "100"],
    [201, "200"], // the most that the server returns
  ])("fetches all rows with one request after %i rows were loaded", async (length, limit) => {
    const many = Array.from({ length }, (_, place) => aRequest(`C ${place}`, { respondBy: hours(place) }));
    const { person } = await openQueue([ann]);
    const urls: URL[] = [];
    server.use(
      http.get("/api/desk/queue", ({ request }) => {
        const url = new URL(request.url);
        urls.push(url);
        if (url.searchParams.has("cursor")) return HttpResponse.json(many.slice(50));
        const rows = many.slice(0, Number(url.searchParams.get("limit")));
        const link = rows.length < length ? '</api/desk/queue?cursor=2>; rel="next"' : "";
        return HttpResponse.json(rows, { headers: { Link: link } });
      }),
    );
    await nextPoll();
    await person.click(await screen.findByText("Show more"));
    await waitFor(() => expect(namesShown()).toHaveLength(length));
    urls.length = 0;
    await nextPoll();
    await waitFor(() => expect(urls).toHaveLength(1));
    expect(urls[0]?.searchParams.get("limit")).toBe(limit);
  });

  it("pauses while the page is hidden, and resumes at once when it is shown again", async () => {
    await openQueue([ann]);
    const asked = serveQueue([{ ...ann, respondBy: hours(-1) }, ben]);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    act(() => focusManager.setFocused(false));
    let counted = 0;
    const count = ({ request }: { request: Request }) => {
      if (request.url.endsWith("/counts")) counted += 1;
    };
    server.events.on("request:start", count);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await waitFor(() => expect(counted).toBeGreaterThan(0));
    server.events.removeListener("request:start", count);
    expect(asked).toHaveLength(0);
    expect(counted).toBe(1);
    await waitFor(() => expect(document.title).toMatch(/^\(1\) Due now/)); // its title still counts the late ones
    act(() => focusManager.setFocused(true));
    expect(await screen.findByRole("button", { name: "1 new request from Ben Bow" })).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  it("that fails leaves the list as it was and says so", async () => {
    await openQueue([ann]);
    server.use(http.get("/api/desk/queue", () => new HttpResponse(null, { status: 500 })));
    await nextPoll();
    expect(
      await screen.findByText("We couldn't refresh this list. What you see may be out of date."),
    ).toBeVisible();
    expect(namesShown()).toEqual(["Ann Ames"]);
  });

  it("that was on its way during an action doesn't bring the row back", async () => {
    const { person } = await openQueue([ann, ben]);
    let respond = () => {};
    server.use(
      http.get("/api/desk/queue", async () => {
        await new Promise<void>((resolve) => {
          respond = resolve;
        });
        return HttpResponse.json([ann, ben]);
      }),
      http.patch("/api/quotes/:id", () => HttpResponse.json(aDeskQuote({ id: ann.id }))),
    );
    await nextPoll();
    await person.type(await priceOf("Ann Ames"), "900{Enter}");
    await screen.findByText("Quote Updated");
    await act(async () => respond());
    expect(namesShown()).toEqual(["Ben Bow"]);
  });
});
