import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { server } from "~/test/server";
import { aDeskOrder, aDeskQuoteInDetail, aLine, hours } from "../test-desk";
import { aRequest, openQueue, rowOf } from "./test-queue";
import { ago } from "./when";

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
    const details = aDeskQuoteInDetail({ id: quote.id, openedAt: hours(-2.01) });
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(details)));
    await person.click(screen.getAllByRole("button", { name: "Try again" })[0] as HTMLElement);
    expect(await screen.findByText("Opened 2 h ago")).toBeVisible();
    expect(screen.queryByText("We couldn't load this quote.")).not.toBeInTheDocument();
  });

  it("say when the customer opened their link to a quote, who accepted it, and what they picked", async () => {
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

  it("say why a customer declined, and that a new version waits for another yes", async () => {
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

  it("say when the customer opened their link to a tree order", async () => {
    const { person } = await openQueue([quote, tree]);
    const opened = aDeskOrder({ id: orderId, openedAt: hours(-0.21) });
    server.use(http.get("/api/tree-orders/:id", () => HttpResponse.json(opened)));
    const row = await rowOf("Lucia Marchetti");
    await person.click(row.getByRole("link", { name: "Lucia Marchetti" }));
    expect(await screen.findByText("Opened 12 min ago")).toBeVisible();
  });

  it("say nothing of a link that nobody has opened", async () => {
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
  ["2026-11-19T15:00:00Z", "3 days ago"],
  ["2026-11-12T15:00:00Z", "on Nov 12"],
])("an opening at %s is %s", (instant, words) => {
  expect(ago(instant, Date.parse("2026-11-22T15:00:00Z"))).toBe(words);
});
