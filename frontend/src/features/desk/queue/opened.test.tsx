import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { server } from "~/test/server";
import { aDeskOrder, aDeskQuote, hours } from "../test-desk";
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
  it("say when the customer opened their link to a quote, and who accepted it", async () => {
    const { person } = await openQueue([quote]);
    const changes = { id: quote.id, openedAt: hours(-2.01), acceptedBy: "Pat Nolan" };
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuote(changes))));
    const row = await rowOf("Eleanor Hayes");
    await person.click(row.getByRole("link", { name: "Eleanor Hayes" }));
    expect(await screen.findByText("Opened 2 h ago")).toBeVisible();
    expect(screen.getByText("Pat Nolan")).toBeVisible();
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
    server.use(http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuote({ id: quote.id }))));
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
