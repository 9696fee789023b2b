import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { DeskQuote, DeskQuoteDetails } from "~/api/types";
import { hold } from "~/test/held";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { aLook, aProgress, aYes } from "~/test/rows";
import { server } from "~/test/server";
import { aDeskQuote, aDeskQuoteInDetail, aLine, loaded, serveList, serveWrite } from "../test-desk";
import { QuotePanel } from "./quote-panel";
import QuotesTab from "./quotes-tab";

beforeEach(() => void vi.setSystemTime("2026-11-20T15:00:00Z"));

const idOf = (number: number) => `0198a000-0000-7000-8000-0000000000${String(number).padStart(2, "0")}`;
const answered = { answeredAt: "2026-11-04T15:00:00Z", respondBy: "2026-11-05T15:00:00Z" };
const rows = () => [
  aDeskQuote({
    id: idOf(1),
    email: "Eleanor@Example.com",
    addOns: [],
    respondBy: "2026-11-20T18:30:00Z",
  }),
  aDeskQuote({
    id: idOf(2),
    fullName: "Marcus Bell",
    email: "marcus@example.com",
    city: "Dover",
    servicePackage: "commercial",
    addOns: ["wreaths", "timers"],
    estimate: null,
    respondBy: "2026-11-20T12:00:00Z",
  }),
  aDeskQuote({
    id: idOf(3),
    fullName: "Priya Raman",
    status: "reviewed",
    quoteAmount: "1284.50",
    look: aLook(),
    ...answered,
  }),
  aDeskQuote({
    id: idOf(4),
    fullName: "Ada Quinn",
    status: "quoting",
    hasLines: true,
    progress: aProgress({ step: "requested", next: "price" }),
    ...answered,
  }),
  aDeskQuote({
    id: idOf(5),
    fullName: "Jo Park",
    status: "approved",
    hasLines: true,
    quoteAmount: "742.00",
    servicePackage: "basic",
    ...answered,
  }),
  aDeskQuote({
    id: idOf(6),
    fullName: "Sam Ito",
    status: "service_scheduled",
    hasLines: true,
    quoteAmount: "980.00",
    ...answered,
  }),
  aDeskQuote({ id: idOf(7), fullName: "Lee Fox", status: "rejected", quoteAmount: "310.00", ...answered }),
  // Open without an answer: the status alone doesn't say that the customer was answered.
  aDeskQuote({ id: idOf(8), fullName: "Kim Roy", status: "complete", quoteAmount: "95.00" }),
];
const rowOf = (name: string) =>
  outline(screen.getByText(name, { selector: "b" }).closest("tr") as HTMLElement);

async function openQuotes(quotes: DeskQuote[] = rows(), search = "") {
  serveList("/api/quotes", quotes);
  const page = renderAt(`/admin?tab=quotes${search}`, <QuotesTab />);
  await loaded();
  return page;
}

it("the quotes: each status, with and without lines, a look, an estimate and an answer", async () => {
  await openQuotes();
  expect(outline(screen.getByRole("table"))).toMatchSnapshot();
  expect(screen.getByText("Showing 8 quotes.")).toBeVisible();
});

it("the tab while it loads, without quotes and without matches", async () => {
  const { held, release } = hold();
  server.use(http.get("/api/quotes", () => held.then(() => HttpResponse.json([]))));
  const { unmount } = renderAt("/admin?tab=quotes", <QuotesTab />);
  expect(outline()).toMatchSnapshot("loading");
  release();
  await loaded();
  expect(outline(document.querySelector("h2 ~ *, h2")?.parentElement ?? undefined)).toMatchSnapshot("head");
  expect(outline().split("\n").slice(-12).join("\n")).toMatchSnapshot("empty");
  unmount();
  for (const filter of ["status=quoting", "servicePackage=basic", "city=Dover", "q=zzz"]) {
    const page = await openQuotes([], `&${filter}`);
    expect(screen.getByRole("button", { name: "Show all quotes" })).toBeVisible();
    page.unmount();
  }
  await openQuotes([], "&ordering=createdAt");
  expect(screen.getByText("Requests appear here as they come in.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show all quotes" })).not.toBeInTheDocument();
});

it("a row that was changed: an amount that sets the status, a wrong amount, someone else's change", async () => {
  const { person } = await openQuotes();
  const amount = screen.getByLabelText("Amount of quote 00000001, Eleanor Hayes");
  await person.type(amount, "500");
  expect(rowOf("Eleanor Hayes")).toMatchSnapshot("typed");
  await person.selectOptions(screen.getByLabelText("Status of quote 00000001, Eleanor Hayes"), "Quoting");
  expect(rowOf("Eleanor Hayes")).toMatchSnapshot("typed, with another status");
  // Escape brings back what the row had.
  const priced = screen.getByLabelText("Amount of quote 00000003, Priya Raman");
  await person.clear(priced);
  await person.type(priced, "5{Escape}");
  expect(priced).toHaveValue("1,284.50");
  await person.clear(amount);
  await person.type(amount, "1.234{Enter}");
  const wrong = await screen.findByRole("alert");
  expect(rowOf("Eleanor Hayes")).toMatchSnapshot("wrong");
  expect(outline(wrong.closest("tr") as HTMLElement)).toMatchSnapshot("why it is wrong");
  const theirs = {
    ...rows()[0],
    status: "quoting",
    quoteAmount: "450.00",
    updatedAt: "2026-11-20T14:00:00Z",
  };
  const history = [{ id: "h1", at: "2026-11-20T14:00:00Z", by: "Ada Whitcomb", changes: [] }];
  server.use(
    http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuoteInDetail(theirs as DeskQuoteDetails))),
    http.get("/api/quotes/:id/history", () => HttpResponse.json(history)),
    http.patch("/api/quotes/:id", () =>
      HttpResponse.json({ message: "Someone else just changed this." }, { status: 409 }),
    ),
  );
  await person.clear(amount);
  await person.type(amount, "500{Enter}");
  const note = (await screen.findByText(/Ada Whitcomb changed this/)).closest("tr") as HTMLElement;
  expect(outline(note)).toMatchSnapshot("someone else's change");
});

it("selected quotes, and the result of a change of all of them", async () => {
  const { person } = await openQuotes();
  await person.click(screen.getByLabelText("Select quote 00000001, Eleanor Hayes"));
  expect(outline(screen.getByRole("region", { name: "Selected quotes" }))).toMatchSnapshot("one");
  expect(rowOf("Eleanor Hayes")).toContain("checked");
  await person.click(screen.getByLabelText("Select quote 00000005, Jo Park"));
  await person.click(screen.getByLabelText("Select quote 00000006, Sam Ito"));
  const { held, release } = hold();
  const sent = serveWrite("post", "/api/quotes/bulk-status", async () => {
    await held;
    return HttpResponse.json({
      changed: [idOf(1)],
      skipped: [
        { id: idOf(5), message: "It was accepted." },
        { id: idOf(99), message: "It no longer exists." },
      ],
    });
  });
  await person.click(screen.getByRole("button", { name: "Change status" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ ids: [idOf(1), idOf(5), idOf(6)], status: "quoting" });
  expect(outline(screen.getByRole("region", { name: "Selected quotes" }))).toMatchSnapshot("pending");
  release();
  const result = await screen.findByRole("region", { name: "Result of the change" });
  expect(outline(result)).toMatchSnapshot("result");
  expect(await screen.findByText("Quote Updated")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Selected quotes" })).not.toBeInTheDocument();
  await person.click(within(result).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("region", { name: "Result of the change" })).not.toBeInTheDocument();
  await person.click(screen.getByLabelText("Select quote 00000001, Eleanor Hayes"));
  await person.click(screen.getByRole("button", { name: "Select all 8" }));
  expect(screen.getByText("8 quotes selected")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Select all/ })).not.toBeInTheDocument();
  server.use(
    http.post("/api/quotes/bulk-status", () =>
      HttpResponse.json({ changed: [idOf(1), idOf(2)], skipped: [] }),
    ),
  );
  await person.click(screen.getByRole("button", { name: "Change status" }));
  expect(await screen.findByText("2 quotes updated")).toBeVisible();
  expect(screen.getByText("2 quotes changed.")).toBeVisible();
});

function openPanel(quote: DeskQuote, details: Partial<DeskQuoteDetails> = {}) {
  server.use(
    http.get("/api/quotes/:id", () => HttpResponse.json(aDeskQuoteInDetail({ ...quote, ...details }))),
  );
  return renderAt(
    "/admin?tab=quotes",
    <QuotePanel quote={quote} panel={{ isOpen: true, panelId: "panel", toggle: () => {} }} />,
  );
}

it("an open quote with everything, while its parts load and when they fail", async () => {
  const quote = aDeskQuote({
    status: "reviewed",
    quoteAmount: "742.00",
    communicationPreference: "sms",
    phone: "603-555-0188",
    look: aLook(),
    storeys: 2,
    frontWidthFeet: 60,
    squareFootage: 12400,
    heardFrom: "search",
    campaign: { source: "google", name: "fall-2026", medium: "cpc", content: "", term: "lights" },
    comments: "The blue house.\nRing twice.",
    textUpdates: true,
    addOns: ["wreaths", "timers"],
    respondBy: "2026-11-05T15:00:00Z",
    answeredAt: "2026-11-06T15:00:00Z",
  } as Partial<DeskQuote>);
  const { held, release } = hold();
  for (const part of ["calls", "history"])
    server.use(
      http.get(`/api/quotes/:id/${part}`, () => held.then(() => new HttpResponse(null, { status: 500 }))),
    );
  openPanel(quote);
  await screen.findByRole("button", { name: "Accepted by phone" });
  expect(outline()).toMatchSnapshot();
  release();
  await screen.findByText("We couldn't load the history.");
  await screen.findByText("We couldn't load the calls.");
  const parts = screen.getByRole("heading", { name: "Calls" }).closest("section")?.parentElement;
  expect(outline(parts as HTMLElement)).toMatchSnapshot("failed");
});

it("an open quote of a guest with little in it", async () => {
  for (const part of ["calls", "history", "comments"]) serveList(`/api/quotes/:id/${part}`, []);
  const quote = aDeskQuote({
    userId: null,
    streetAddress: "",
    squareFootage: null,
    preferredStartDate: null,
    estimate: null,
    addOns: [],
    status: "service_scheduled",
    respondBy: "2026-11-20T17:00:00Z",
  });
  openPanel(quote);
  await loaded();
  expect(outline()).toMatchSnapshot();
});

it.each<[string, Partial<DeskQuoteDetails>]>([
  [
    "accepted",
    {
      status: "approved",
      quoteAmount: "742.00",
      acceptance: { ...aYes("742.00"), channel: "phone" },
      lines: [aLine({ text: "Cords" }), aLine({ text: "Garland", optional: true, chosen: true })],
    },
  ],
  [
    "accepted before",
    {
      status: "reviewed",
      quoteAmount: "900.00",
      expired: true,
      changes: { wasAccepted: true, quoteAmount: "742.00", revision: 2 } as DeskQuoteDetails["changes"],
    },
  ],
  [
    "declined",
    {
      status: "rejected",
      quoteAmount: "742.00",
      decline: {
        reason: "price",
        note: "Too much for us.",
        declinedAt: "2026-11-19T15:00:00Z",
      } as DeskQuoteDetails["decline"],
    },
  ],
])("the facts and actions of a quote that was %s", async (name, changes) => {
  for (const part of ["calls", "history", "comments"]) serveList(`/api/quotes/:id/${part}`, []);
  const quote = aDeskQuote({ answeredAt: "2026-11-04T15:00:00Z", ...(changes as Partial<DeskQuote>) });
  openPanel(quote, changes);
  await screen.findByText(new RegExp(`^${name}$`, "i"), { selector: "dt" });
  await loaded();
  const region = screen.getByRole("region", { name: "Details" });
  const links = within(region).queryAllByRole("link", { name: /proposal/ });
  const buttons = within(region).queryAllByRole("button", { name: /^(Schedule|Draft)/ });
  expect([...links, ...buttons].map(({ textContent }) => textContent)).toMatchSnapshot("what can follow");
  expect(outline(region.querySelector("dl") as HTMLElement)).toMatchSnapshot();
  expect(within(region).queryByRole("button", { name: "Accepted by phone" })).toBeNull();
});
