import { screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { Quote } from "~/api/types";
import { factsOf } from "~/test/facts";
import { renderAt } from "~/test/render";
import { aLine, aLook, anInvoice, aProgress, aQuote, aQuoteInDetail } from "~/test/rows";
import { server } from "~/test/server";
import { MyQuotes } from "./components/my-quotes";

/** Open the list. The mock reads `rows` for each request, so a test can change them. */
function openQuotes(...rows: Quote[]) {
  server.use(
    http.get("/api/quotes", () => HttpResponse.json(rows)),
    http.get("/api/quotes/:id", () => HttpResponse.json(aQuoteInDetail(rows[0]))),
  );
  return { rows, ...renderAt("/list", <MyQuotes />) };
}

const quoteCard = async () => within(await screen.findByRole("article"));

describe("a quote", () => {
  it("shows its service, status and price", async () => {
    openQuotes(aQuote({ progress: aProgress({ replyBy: "2030-11-05T15:00:00Z" }) }));
    const quote = await quoteCard();
    expect(await quote.findAllByText("Your turn: accept or ask.")).toHaveLength(1);
    expect(quote.getByText("We'll reply to you")).toBeVisible();
    expect(quote.getByRole("heading", { name: "Premium Installation" })).toBeVisible();
    expect(screen.getByRole("article")).toHaveTextContent("Quote a41f09c2, requested Nov 3, 2026$1,284.50");
    expect(factsOf(screen.getByRole("article"))).toMatchObject({
      Address: "41 Marcy Street, Portsmouth",
      "Square footage": "2,400",
      "Preferred start": "Nov 24, 2026",
      "Add-ons": "Wreaths & Garland",
    });
  });

  it.each([
    ["approved", "accepted", "day"],
    ["service_scheduled", "scheduled", "visit"],
  ] as const)(
    "that is %s shows the deposit while it is due, and what was accepted",
    async (status, step, next) => {
      const accepted = aQuote({ status, progress: aProgress({ step, next }) });
      openQuotes({ ...accepted, streetAddress: "" });
      const deposit = { fromAcceptance: true, dueDate: null, firstAmount: "318.75", dueNow: "318.75" };
      const refund = "You get your deposit back in full until 3 days before we install.";
      const details = aQuoteInDetail({
        ...accepted,
        invoices: [anInvoice({ id: "i0" }), anInvoice(deposit)],
        terms: {
          version: 2,
          sentences: ["Your price holds.", "A deposit keeps your day.", "No refunds on storage.", refund],
        },
        lines: [
          aLine(),
          aLine({ id: "l2", amount: "10.10" }),
          aLine({ id: "l3", text: "Timer", optional: true }),
        ],
        acceptance: {
          acceptedBy: "Eleanor Hayes",
          channel: "phone",
          acceptedAt: "2026-11-20T15:02:00Z",
          quoteAmount: "200.10",
          revision: 1,
          terms: { version: 2, sentences: [] },
        },
      });
      server.use(http.get("/api/quotes/:id", () => HttpResponse.json(details)));
      const quote = await quoteCard();
      expect(await quote.findByText("Pay the deposit: $318.75.")).toBeVisible();
      expect(quote.getByText(refund)).toBeVisible();
      for (const other of [/price holds/, /keeps your day/, /refunds on storage/])
        expect(quote.queryByText(other)).not.toBeInTheDocument();
      expect(quote.getByRole("link", { name: "Pay $318.75" })).toHaveAttribute(
        "href",
        "/checkout?invoice=i1&part=first",
      );
      const summary = quote.getByText("What you accepted").parentElement;
      expect(summary).toHaveTextContent(
        "Included, 2 lines$200.10Total$200.10Accepted by Eleanor Hayes, by phone, on",
      );
      expect(screen.getByRole("article")).toHaveTextContent("CityPortsmouth");
    },
  );

  it("that fails to load can be reloaded", async () => {
    const { person } = openQuotes(aQuote());
    server.use(http.get("/api/quotes/:id", () => new HttpResponse(null, { status: 500 }), { once: true }));
    const quote = await quoteCard();
    expect(await quote.findByText("We couldn't load this quote")).toBeVisible();
    await person.click(quote.getByRole("button", { name: "Try again" }));
    expect(await quote.findByRole("button", { name: "Accept $1,284.50" })).toBeVisible();
  });

  it("that was accepted elsewhere since the list loaded shows what is next", async () => {
    const { rows } = openQuotes(aQuote());
    server.use(
      http.get("/api/quotes/:id", () => {
        rows[0] = aQuote({ status: "approved", progress: aProgress({ step: "accepted", next: "day" }) });
        return HttpResponse.json(aQuoteInDetail(rows[0]));
      }),
    );
    const quote = await quoteCard();
    expect(await quote.findByText("We'll write or call you")).toBeVisible();
    expect(quote.queryByText("Loading this quote")).not.toBeInTheDocument();
  });

  it("shows the chosen look, in words too", async () => {
    openQuotes(aQuote({ look: aLook() }));
    const quote = await quoteCard();
    const picture = quote.getByRole("img", {
      name: "Premium Installation, warm white lights, with Wreaths & Garland",
    });
    expect(picture).toHaveAttribute("src", "/api/looks/p-warm-w/card.svg?v=1");
    expect(quote.getByText("Warm white")).toBeVisible();
  });

  it("shows its estimate until it has a price", async () => {
    const requested = aProgress({ step: "requested", next: "price" });
    const { unmount } = openQuotes(aQuote({ status: "pending", quoteAmount: null, progress: requested }));
    expect((await quoteCard()).getByText("About $850 to $1,290")).toBeVisible();
    unmount();
    // Staff have set a price but have not sent it.
    const { unmount: leave } = openQuotes(aQuote({ status: "quoting", progress: requested }));
    expect((await quoteCard()).queryByText("$1,284.50")).not.toBeInTheDocument();
    leave();
    openQuotes(aQuote());
    const quote = await quoteCard();
    expect(quote.queryByText("Estimate")).not.toBeInTheDocument();
    expect(quote.getAllByText(/\$1,284\.50/)[0]).toBeVisible();
  });

  it("shows no picture without a look", async () => {
    openQuotes(aQuote({ look: null }));
    expect((await quoteCard()).queryByRole("img")).not.toBeInTheDocument();
  });

  it.each([
    ["requested", "Requested", 0],
    ["priced", "Priced", 1],
    ["accepted", "Accepted", 2],
    ["scheduled", "Scheduled", 3],
    ["done", "Done", 4],
  ] as const)("stands at a step: %s", async (step, label, done) => {
    openQuotes(aQuote({ progress: aProgress({ step, next: null }) }));
    const steps = within((await quoteCard()).getByRole("list", { name: "Progress" }));
    expect(steps.getAllByRole("listitem")).toHaveLength(5);
    expect(steps.getByText(label).closest("li")).toHaveAttribute("aria-current", "step");
    expect(steps.queryAllByText(", done")).toHaveLength(done);
  });

  it("shows only a badge when it was declined or rejected", async () => {
    openQuotes(aQuote({ status: "rejected", quoteAmount: null, progress: null }));
    const quote = await quoteCard();
    expect(quote.getByText("Closed")).toBeVisible();
    expect(quote.queryByRole("list", { name: "Progress" })).not.toBeInTheDocument();
  });

  it.each([
    { status: "pending" },
    { status: "approved" },
    { status: "reviewed", quoteAmount: null },
  ] as const)("asks for no answer: %o", async (changes) => {
    openQuotes(aQuote(changes));
    expect((await quoteCard()).queryByRole("button", { name: /^Accept/ })).not.toBeInTheDocument();
  });
});

describe("the customer's response to a price", () => {
  it("accepts the price shown after a confirmation", async () => {
    const { person, rows } = openQuotes(aQuote());
    let body: unknown;
    server.use(
      http.post("/api/quotes/:id/accept", async ({ request }) => {
        body = await request.json();
        rows[0] = aQuote({
          status: "approved",
          progress: aProgress({ step: "accepted", next: "day", by: "2030-11-04T15:00:00Z" }),
        });
        return HttpResponse.json(rows[0]);
      }),
    );
    await person.click(await screen.findByRole("button", { name: "Accept $1,284.50" }));
    const question = within(screen.getByRole("alertdialog", { name: "Accept this quote for $1,284.50?" }));
    expect(question.getByRole("button", { name: "Not yet" })).toHaveFocus();
    const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
    expect(question.getByText(/Your price holds until/)).toBeVisible();
    expect(screen.getByRole("alertdialog")).toHaveAccessibleDescription(
      /^You're accepting \$1,284.50 for Premium Installation in Portsmouth. We'll contact you to s/,
    );
    await person.click(question.getByRole("button", { name: "Accept $1,284.50" }));

    expect(await screen.findByText("Quote accepted")).toBeVisible();
    expect(screen.getByText("Thanks! You'll see your date under Services.")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("article")).toHaveFocus());
    expect(scroll.mock.contexts).toEqual([screen.getByRole("article")]);
    expect(body).toEqual({ quoteAmount: "1284.50", termsVersion: 1 });
    expect((await quoteCard()).getByText("We'll call to set your day")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Accept/ })).not.toBeInTheDocument();
  });

  it("is refused when the price has changed, and the new price is shown", async () => {
    const { person, rows } = openQuotes(aQuote());
    const message = "The price has changed to $1,350.00. Please review it again.";
    server.use(
      http.post("/api/quotes/:id/accept", () => {
        rows[0] = aQuote({ quoteAmount: "1350.00" });
        return HttpResponse.json({ message }, { status: 409 });
      }),
    );
    await person.click(await screen.findByRole("button", { name: /^Accept/ }));
    await person.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: /^Accept/ }));

    expect(await screen.findByText("Couldn't accept the quote")).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(await screen.findByRole("button", { name: "Accept $1,350.00" })).toBeVisible();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("is sent once by a double click", async () => {
    const { person } = openQuotes(aQuote());
    let sent = 0;
    server.use(
      http.post("/api/quotes/:id/accept", async () => {
        sent += 1;
        await delay(50);
        return HttpResponse.json(aQuote({ status: "approved" }));
      }),
    );
    await person.click(await screen.findByRole("button", { name: /^Accept/ }));
    await person.dblClick(within(screen.getByRole("alertdialog")).getByRole("button", { name: /^Accept/ }));
    expect(await screen.findByText("Quote accepted")).toBeVisible();
    expect(sent).toBe(1);
  });

  it("is sent with the same key after a lost response and a reload, and another price with a new one", async () => {
    const { person, rows, unmount } = openQuotes(aQuote());
    const keys: (string | null)[] = [];
    server.use(
      http.post("/api/quotes/:id/accept", ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        if (keys.length === 2) rows[0] = aQuote({ quoteAmount: "1350.00" });
        return HttpResponse.error();
      }),
    );
    const accept = async (price: string) => {
      const count = keys.length;
      await person.click(await screen.findByRole("button", { name: `Accept ${price}` }));
      await person.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: /^Accept/ }));
      await waitFor(() => expect(keys).toHaveLength(count + 1));
      await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    };
    await accept("$1,284.50");
    unmount();
    renderAt("/list", <MyQuotes />);
    await accept("$1,284.50");
    await accept("$1,350.00");
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("asks again with the same key after a lost response", async () => {
    const { person } = openQuotes(aQuote({ status: "rejected", progress: null }));
    const keys: (string | null)[] = [];
    server.use(
      http.post("/api/quotes/:id/ask-again", ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        return HttpResponse.error();
      }),
    );
    for (const count of [1, 2]) {
      await person.click(await screen.findByRole("button", { name: "Ask for it again" }));
      await waitFor(() => expect(keys).toHaveLength(count));
      await waitFor(() =>
        expect(screen.getByRole("button", { name: /^Ask/ })).not.toHaveAttribute("aria-disabled"),
      );
    }
    expect(keys[1]).toBe(keys[0]);
  });

  it("declines", async () => {
    const { person, rows } = openQuotes(aQuote());
    server.use(
      http.post("/api/quotes/:id/decline", () => {
        rows[0] = aQuote({ status: "rejected", progress: null });
        return HttpResponse.json(rows[0]);
      }),
    );
    await person.click(await screen.findByRole("button", { name: "Decline" }));
    expect(await screen.findByRole("dialog")).toHaveAccessibleDescription(
      "You're declining $1,284.50 for Premium Installation in Portsmouth. We won't schedule the work.",
    );
    await person.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Decline" }));
    const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
    await person.click(
      within(await screen.findByRole("dialog", { name: "Decline this quote?" })).getByRole("button", {
        name: "Decline quote",
      }),
    );
    expect(await screen.findByText("Quote declined")).toBeVisible();
    await waitFor(() => expect(screen.getByText("Closed")).toBeVisible());
    expect(screen.getByRole("article")).toHaveFocus();
    expect(scroll.mock.contexts).toEqual([screen.getByRole("article")]);
    expect(screen.getByText("Still want lights?")).toBeVisible();
    const message = "We're closed for the season.";
    server.use(http.post("/api/quotes/:id/ask-again", () => HttpResponse.json({ message }, { status: 409 })));
    await person.click(screen.getByRole("button", { name: "Ask for it again" }));
    expect(await screen.findByText("Couldn't ask for it again")).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
  });

  it("accepts a proposal with choices and an updated total", async () => {
    const timer = aLine({
      id: "timer",
      text: "Smart timer",
      amount: "25.00",
      unitPrice: "25.00",
      quantity: "1.00",
      optional: true,
    });
    const offered = { hasLines: true, revision: 3, quoteAmount: "190.00", validUntil: "2030-12-20" };
    const { person, rows } = openQuotes(aQuote(offered));
    let body: unknown;
    server.use(
      http.get("/api/quotes/:id", () =>
        HttpResponse.json(aQuoteInDetail({ ...rows[0], lines: [aLine(), timer] })),
      ),
      http.post("/api/quotes/:id/accept", async ({ request }) => {
        body = await request.json();
        rows[0] = aQuote({
          ...offered,
          status: "approved",
          progress: aProgress({ step: "accepted", next: "day" }),
        });
        return HttpResponse.json(rows[0]);
      }),
    );
    expect(await screen.findByText(/Good through Fri, Dec 20/)).toBeVisible();
    await person.click(screen.getByRole("checkbox", { name: /Smart timer/ }));
    await person.click(screen.getByRole("button", { name: "Accept $215.00" }));
    const question = within(screen.getByRole("alertdialog", { name: "Accept this quote for $215.00?" }));
    await person.click(question.getByRole("button", { name: "Accept $215.00" }));
    expect(await screen.findByText("Quote accepted")).toBeVisible();
    expect(body).toEqual({ quoteAmount: "215.00", revision: 3, chosen: ["timer"], termsVersion: 1 });
    expect(sessionStorage, "the next proposal starts without these choices").toHaveLength(0);
  });

  it("asks again for a price that has expired", async () => {
    const { person, rows } = openQuotes(
      aQuote({
        expired: true,
        validUntil: "2026-11-02",
        progress: aProgress({ step: "priced", next: null }),
      }),
    );
    server.use(
      http.post("/api/quotes/:id/ask-again", () => {
        rows[0] = aQuote({
          status: "quoting",
          quoteAmount: null,
          progress: aProgress({ step: "requested", next: "price" }),
        });
        return HttpResponse.json(rows[0]);
      }),
    );
    const quote = await quoteCard();
    expect(quote.getByText("This price was good through Mon, Nov 2.")).toBeVisible();
    expect(quote.queryByText("Still want lights?")).not.toBeInTheDocument();
    expect(quote.queryByRole("button", { name: /^Accept/ })).not.toBeInTheDocument();
    await person.click(quote.getByRole("button", { name: "Ask for it again" }));
    expect(await quote.findByText("We have your request.")).toBeVisible();
    expect(screen.getByRole("article")).toHaveFocus();
    expect(quote.queryByRole("button", { name: "Ask for it again" })).not.toBeInTheDocument();
  });
});
