import { render, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { Mrr, QuoteMetrics, SeasonMetrics, SubscriptionMetrics } from "~/api/types";
import { addDays } from "~/lib/eastern";
import { hold } from "~/test/held";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import AnalyticsTab from "./analytics-tab";
import { ChartTip } from "./components/chart-parts";

const quotes: QuoteMetrics = {
  pendingCount: 7,
  scheduledJobCount: 12,
  packages: {
    basic: { count: 260, percent: 26 },
    premium: { count: 580, percent: 58 },
    commercial: { count: 160, percent: 16 },
  },
  cities: {
    Other: { count: 300, percent: 30 },
    Dover: { count: 210, percent: 21 },
    Portsmouth: { count: 490, percent: 49 },
  },
};
const plans: SubscriptionMetrics = {
  consumer: { count: 42, revenue: 630, canceling: 2, pastDue: 1 },
  business: { count: 17, revenue: 425, canceling: 0, pastDue: 0 },
  enterprise: { count: 3, revenue: 90, canceling: 0, pastDue: 0 },
};
const mrr: Mrr = { mrr: 1145, canceling: 30 };
const season: SeasonMetrics = {
  season: 2026,
  days: [
    { day: "2026-11-20", quotes: 40, treeOrders: 30, quotesLastSeason: 35, treeOrdersLastSeason: 21 },
    { day: "2026-11-21", quotes: 12, treeOrders: 3, quotesLastSeason: 8, treeOrdersLastSeason: 4 },
  ],
  funnel: { requested: 200, quoted: 150, accepted: 100, scheduled: 90, completed: 50, paid: 40 },
  declines: [
    { reason: "price", count: 63 },
    { reason: "somebody_else", count: 27 },
    { reason: "", count: 10 },
  ],
  sources: [
    {
      ...{ heardFrom: "search", source: "google", campaign: "fall-2026" },
      ...{ requests: 62, accepted: 31, treeOrders: 8, paid: 24130.5 },
    },
    {
      ...{ heardFrom: "yard_sign", source: "", campaign: "" },
      ...{ requests: 1, accepted: 1, treeOrders: 0, paid: 860 },
    },
    {
      ...{ heardFrom: "", source: "", campaign: "" },
      ...{ requests: 12, accepted: 0, treeOrders: 1, paid: 0 },
    },
  ],
  otherSources: { count: 0, requests: 0, accepted: 0, treeOrders: 0, paid: 0 },
  revenueByMonth: [{ month: "2026-11", invoices: 12340.5, trees: 640, storage: 1145 }],
  promise: { answered: 200, onTime: 190, percent: 95 },
};

function serve(answers: Record<string, unknown> = {}) {
  const all = { quotes, mrr, subscriptions: plans, season, ...answers };
  for (const [name, answer] of Object.entries(all)) {
    server.use(http.get(`/api/analytics/${name}`, () => HttpResponse.json(answer as object)));
  }
}

// jsdom has no layout, and charts need a size.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 600, 256));
});

async function rowsOf(chart: string) {
  const region = await screen.findByRole("region", { name: `${chart}, as a table` });
  return within(region)
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent));
}

it("shows the four key metrics, with canceling subscriptions listed separately", async () => {
  serve();
  renderAt("/admin?tab=analytics", <AnalyticsTab />);
  expect(await screen.findByText("plus $30 ending soon (not counted)")).toBeVisible();
  const figure = async (label: string, value: string) => {
    const term = await screen.findByText(label);
    await waitFor(() => expect(term.nextElementSibling).toHaveTextContent(value));
  };
  await figure("Pending quotes", "7");
  await figure("Scheduled jobs", "12");
  await figure("Monthly recurring revenue", "$1,145");
  await figure("Active subscriptions", "62");
});

it("has a table for every chart", async () => {
  serve();
  renderAt("/admin?tab=analytics", <AnalyticsTab />);
  expect(await rowsOf("Storage subscriptions")).toEqual([
    ["Plan", "Active", "Past due", "Canceling", "Revenue per month"],
    ["Consumer", "42", "1", "2", "$630"],
    ["Business", "17", "0", "0", "$425"],
    ["Enterprise", "3", "0", "0", "$90"],
  ]);
  expect(await rowsOf("Quotes by package")).toEqual([
    ["Package", "Quotes", "Share"],
    ["Premium", "580", "58%"],
    ["Basic", "260", "26%"],
    ["Commercial", "160", "16%"],
  ]);
  expect(await rowsOf("Quotes by city")).toEqual([
    ["City", "Quotes", "Share"],
    ["Portsmouth", "490", "49%"],
    ["Dover", "210", "21%"],
    ["Other", "300", "30%"],
  ]);
  expect(await rowsOf("Quote requests per day")).toEqual([
    ["Day", "This season", "Last season"],
    ["Nov 20, 2026", "40", "35"],
    ["Nov 21, 2026", "12", "8"],
  ]);
  expect(await rowsOf("Tree orders per day")).toEqual([
    ["Day", "This season", "Last season"],
    ["Nov 20, 2026", "30", "21"],
    ["Nov 21, 2026", "3", "4"],
  ]);
  expect(await rowsOf("From request to paid")).toEqual([
    ["Step", "Requests", "Share"],
    ["Requested", "200", "100%"],
    ["Quoted", "150", "75%"],
    ["Accepted", "100", "50%"],
    ["Scheduled", "90", "45%"],
    ["Completed", "50", "25%"],
    ["Paid", "40", "20%"],
  ]);
  expect(await rowsOf("Why customers declined")).toEqual([
    ["Reason", "Quotes", "Share"],
    ["The price", "63", "63%"],
    ["Chose someone else", "27", "27%"],
    ["No reason given", "10", "10%"],
  ]);
  expect(await rowsOf("Where customers come from")).toEqual([
    ["Source", "Requests", "Accepted", "Tree orders", "Paid"],
    ["Search / google / fall-2026", "62", "31", "8", "$24,130.50"],
    ["Yard sign", "1", "1", "0", "$860"],
    ["Not known", "12", "0", "1", "$0"],
  ]);
  expect(await rowsOf("Answered within 24 hours")).toEqual([
    ["Answered", "Requests and orders"],
    ["On time", "190"],
    ["Late", "10"],
    ["On time, share of all answered", "95%"],
  ]);
  expect(await rowsOf("Revenue by month")).toEqual([
    ["Month", "Invoices", "Trees", "Storage", "Total"],
    ["Nov 2026", "$12,340.50", "$640", "$1,145", "$14,125.50"],
  ]);
});

it("shows totals next to each chart", async () => {
  serve();
  renderAt("/admin?tab=analytics", <AnalyticsTab />);
  const chart = async (name: string) => (await screen.findByRole("group", { name })).textContent;
  expect(await chart("Quote requests per day")).toMatch(/Season 2026\/27 vs\. 2025\/26, day by day/);
  expect(await chart("Quote requests per day")).toMatch(/This season 52Last season 43/);
  expect(await chart("Tree orders per day")).toMatch(/This season 33Last season 25/);
  expect(await chart("Revenue by month")).toMatch(/Invoices \$12,340\.50Trees \$640Storage \$1,145/);
  expect(await chart("Answered within 24 hours")).toMatch(/95%On time190Late10/);
  const bars = screen
    .getByRole("group", { name: "Answered within 24 hours" })
    .querySelectorAll("li span span");
  expect([...bars].map((bar) => bar.getAttribute("style"))).toEqual([
    expect.stringContaining("width: 95%"),
    expect.stringContaining("width: 5%"),
  ]);
  expect(await chart("Storage subscriptions")).toMatch(
    /42 active, \$15 each1 past due, 2 canceling, not counted.*17 active, \$25 eachEnterprise/,
  );
  expect(await chart("From request to paid")).toMatch(/Requested200 · 100%.*Paid40 · 20%/);
  expect(await chart("Why customers declined")).toMatch(/The price63 · 63%Chose someone else27 · 27%/);
});

it("shows a tooltip for each point of a chart", () => {
  const { rerender } = render(<ChartTip heading={(label) => `Day ${label}`} />);
  expect(screen.queryByText(/^Day/)).not.toBeInTheDocument();
  const payload = [
    { name: "Trees", value: 640 },
    { name: "Storage", value: 57 },
  ];
  rerender(<ChartTip active label="5" payload={payload} heading={(label) => `Day ${label}`} />);
  expect(screen.getByText("Day 5")).toBeVisible();
  expect(screen.getByText("Trees: 640")).toBeVisible();
  expect(screen.getByText("Storage: 57")).toBeVisible();
  rerender(<ChartTip active label="5" payload={payload} heading={String} show={(value) => `$${value}`} />);
  expect(screen.getByText("Trees: $640")).toBeVisible();
});

it("shows an error when the key numbers fail to load, and retries only those that failed", async () => {
  serve();
  let asked = 0;
  const { held, release } = hold();
  server.use(
    http.get("/api/analytics/mrr", () => new HttpResponse(null, { status: 503 })),
    http.get("/api/analytics/quotes", () => new HttpResponse(null, { status: 503 })),
    http.get("/api/analytics/subscriptions", async () => {
      asked += 1;
      await held;
      return HttpResponse.json(plans);
    }),
  );
  const { person } = renderAt("/admin?tab=analytics", <AnalyticsTab />);
  expect(await screen.findByText("We couldn't load the key numbers")).toBeVisible();
  server.use(
    http.get("/api/analytics/mrr", () => HttpResponse.json({ mrr: 1145, canceling: 0 })),
    http.get("/api/analytics/quotes", () => HttpResponse.json(quotes)),
  );
  // The others may still be loading.
  await person.click(screen.getAllByRole("button", { name: "Try again" })[0] as HTMLElement);
  const revenue = await screen.findByText("Monthly recurring revenue");
  expect(revenue.nextElementSibling).toHaveTextContent(/^\$1,145$/);
  const pending = screen.getByText("Pending quotes");
  await waitFor(() => expect(pending.nextElementSibling).toHaveTextContent(/^7$/));
  release();
  const active = screen.getByText("Active subscriptions");
  await waitFor(() => expect(active.nextElementSibling).toHaveTextContent("62"));
  expect(asked).toBe(1);
});

it.each([
  [7, [1, 2, 3, 4, 5, 6, 7].map((place) => `Town ${place}5%`)],
  [12, [...[1, 2, 3, 4, 5, 6].map((place) => `Town ${place}5%`), "6 other towns30%"]],
])("lists all of %i smaller cities in the table, and in the chart if they fit", async (count, labels) => {
  const towns = Array.from({ length: count }, (_, place) => [`Town ${place + 1}`, { count: 5, percent: 5 }]);
  const cities = { Portsmouth: { count: 40, percent: 40 }, ...Object.fromEntries(towns) };
  serve({ quotes: { ...quotes, cities } });
  renderAt("/admin?tab=analytics", <AnalyticsTab />);
  expect(await rowsOf("Quotes by city")).toHaveLength(count + 2);
  const chart = screen.getByRole("group", { name: "Quotes by city" });
  const bars = within(chart).getAllByRole("listitem", { hidden: true });
  expect(bars.map((bar) => bar.textContent)).toEqual(["Portsmouth40%", ...labels]);
});

it("groups the smaller sources in the chart", async () => {
  const sources = Array.from({ length: 20 }, (_, place) => ({
    ...{ heardFrom: "" as const, source: `Source ${place + 1}`, campaign: "" },
    ...{ requests: 2, accepted: 1, treeOrders: 0, paid: 100 },
  }));
  const otherSources = { count: 5, requests: 5, accepted: 0, treeOrders: 1, paid: 9.5 };
  serve({ season: { ...season, sources, otherSources } });
  renderAt("/admin?tab=analytics", <AnalyticsTab />);
  const rows = await rowsOf("Where customers come from");
  expect(rows).toHaveLength(22);
  expect(rows.at(-1)).toEqual(["5 other sources", "5", "0", "1", "$9.50"]);
  const chart = screen.getByRole("group", { name: "Where customers come from" });
  const bars = within(chart).getAllByRole("listitem", { hidden: true });
  expect(bars.map((bar) => bar.textContent)).toEqual([
    ...[1, 2, 3, 4, 5, 6, 7].map((place) => `Source ${place}2 requests, 1 accepted$100`),
    "18 other sources31 requests, 13 accepted, 1 tree order$1,309.50",
  ]);
  const widths = bars.map((bar) => bar.querySelector<HTMLElement>("[style]")?.style.width);
  expect(widths).toEqual([...Array.from({ length: 7 }, () => "8%"), "100%"]);
});

it.each([
  [8, 0, [1, 2, 3, 4, 5, 6, 7, 8].map((place) => `Source ${place}`)],
  [9, 0, [...[1, 2, 3, 4, 5, 6, 7].map((place) => `Source ${place}`), "2 other sources"]],
  [7, 1, [...[1, 2, 3, 4, 5, 6, 7].map((place) => `Source ${place}`), "1 other source"]],
  [8, 1, [...[1, 2, 3, 4, 5, 6, 7].map((place) => `Source ${place}`), "2 other sources"]],
])("has a bar for each of %i sources and %i others if they fit", async (count, others, labels) => {
  const sources = Array.from({ length: count }, (_, place) => ({
    ...{ heardFrom: "" as const, source: `Source ${place + 1}`, campaign: "" },
    ...{ requests: 0, accepted: 0, treeOrders: 0, paid: 100 },
  }));
  const otherSources = { count: others, requests: 0, accepted: 0, treeOrders: 0, paid: others };
  serve({ season: { ...season, sources, otherSources } });
  renderAt("/admin?tab=analytics", <AnalyticsTab />);
  expect(await rowsOf("Where customers come from")).toHaveLength(1 + count + (others > 0 ? 1 : 0));
  const chart = screen.getByRole("group", { name: "Where customers come from" });
  const bars = within(chart).getAllByRole("listitem", { hidden: true });
  expect(bars.map((bar) => bar.textContent?.replace(/\$.*/, ""))).toEqual(labels);
});

it("shows the last four weeks, twelve weeks or the season", async () => {
  const days = Array.from({ length: 100 }, (_, place) => ({
    ...{ day: addDays("2026-07-01", place), quotes: 1, treeOrders: 0, quotesLastSeason: 0 },
    treeOrdersLastSeason: 0,
  }));
  serve({ season: { ...season, days } });
  const { person } = renderAt("/admin?tab=analytics", <AnalyticsTab />);
  const daysShown = async () => (await rowsOf("Quote requests per day")).slice(1).map(([day]) => day);
  expect(await daysShown()).toHaveLength(28);
  expect((await daysShown()).at(-1)).toBe("Oct 8, 2026");
  await person.click(screen.getByRole("radio", { name: "12 weeks" }));
  expect(await daysShown()).toHaveLength(84);
  await person.click(screen.getByRole("radio", { name: "Season" }));
  expect(await daysShown()).toHaveLength(100);
});

it("can show a chart as its table", async () => {
  serve();
  const { person } = renderAt("/admin?tab=analytics", <AnalyticsTab />);
  const button = await screen.findByRole("button", { name: "Show as table: From request to paid" });
  const table = screen.getByRole("region", { name: "From request to paid, as a table" });
  expect(table).toHaveClass("sr-only");
  expect(table, "Tab would stop at something invisible").not.toHaveAttribute("tabindex");
  await person.click(button);
  expect(button).toHaveAttribute("aria-pressed", "true");
  expect(table).not.toHaveClass("sr-only");
});

it("renders without any data", async () => {
  const nothing = { count: 0, percent: 0 };
  const none = { count: 0, revenue: 0, canceling: 0, pastDue: 0 };
  serve({
    quotes: {
      pendingCount: 0,
      scheduledJobCount: 0,
      packages: { basic: nothing, premium: nothing, commercial: nothing },
      cities: {},
    },
    mrr: { mrr: 0, canceling: 0 },
    subscriptions: { consumer: none, business: none, enterprise: none },
    season: {
      ...season,
      days: [],
      sources: [],
      funnel: { requested: 0, quoted: 0, accepted: 0, scheduled: 0, completed: 0, paid: 0 },
      revenueByMonth: [],
      promise: { answered: 0, onTime: 0, percent: 0 },
    },
  });
  renderAt("/admin?tab=analytics", <AnalyticsTab />);
  expect(await screen.findByText("No answers yet this season.")).toBeVisible();
  expect(screen.queryByText(/NaN/)).not.toBeInTheDocument();
  expect(await rowsOf("From request to paid")).toContainEqual(["Requested", "0", "0%"]);
  expect(screen.getByText("No requests yet this season.")).toBeVisible();
});

it("shows an error when loading fails and can retry", async () => {
  serve();
  server.use(
    http.get("/api/analytics/season", () => HttpResponse.json({ message: "Down" }, { status: 503 })),
  );
  const { person } = renderAt("/admin?tab=analytics", <AnalyticsTab />);
  expect(await screen.findByText("We couldn't load this season's numbers")).toBeVisible();
  expect(await screen.findByText("$1,145")).toBeVisible();
  serve();
  await person.click(screen.getByRole("button", { name: /Try again/ }));
  expect(await rowsOf("From request to paid")).toContainEqual(["Accepted", "100", "50%"]);
});
