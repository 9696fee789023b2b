import { screen, within } from "@testing-library/react";
import { beforeEach, vi } from "vitest";
import type { QuoteMetrics, SeasonMetrics } from "~/api/types";
import { journey, refusal } from "~/test/journey";
import { openDesk, stopClock } from "../test-desk";

// jsdom has no layout, and charts need a size.
beforeEach(() => {
  stopClock();
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 600, 256));
});

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const tries = () => screen.getAllByRole("button", { name: "Try again" });

const quotes: QuoteMetrics = {
  pendingCount: 1007,
  scheduledJobCount: 12,
  packages: {
    basic: { count: 260, percent: 26 },
    premium: { count: 1580, percent: 58 },
    commercial: { count: 163, percent: 16 },
  },
  cities: {
    Other: { count: 500, percent: 25 },
    Dover: { count: 210, percent: 11 },
    Portsmouth: { count: 497, percent: 24 },
    Exeter: { count: 101, percent: 5 },
    Hampton: { count: 302, percent: 15 },
    Rye: { count: 53, percent: 3 },
    Kittery: { count: 158, percent: 8 },
    Stratham: { count: 97, percent: 4 },
    Newmarket: { count: 85, percent: 5 },
  },
};
const plans = {
  consumer: { count: 42, revenue: 633, canceling: 2, pastDue: 1 },
  business: { count: 17, revenue: 425, canceling: 0, pastDue: 3 },
  enterprise: { count: 0, revenue: 0, canceling: 4, pastDue: 0 },
};

/** Ninety days until November 25, each with other counts. */
const days = Array.from({ length: 90 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 7, 28 + index)).toISOString().slice(0, 10),
  quotes: (index * 7) % 11,
  treeOrders: (index * 5) % 13,
  quotesLastSeason: (index * 3) % 7,
  treeOrdersLastSeason: (index * 2) % 5,
}));
const aSource = (changes: Partial<SeasonMetrics["sources"][number]>) =>
  ({
    heardFrom: "",
    source: "",
    campaign: "",
    requests: 0,
    accepted: 0,
    treeOrders: 0,
    paid: 0,
    ...changes,
  }) as SeasonMetrics["sources"][number];
const season: SeasonMetrics = {
  season: 2026,
  days,
  funnel: { requested: 1200, quoted: 903, accepted: 610, scheduled: 580, completed: 350, paid: 241 },
  declines: [
    { reason: "timing", count: 27 },
    { reason: "price", count: 63 },
    { reason: "", count: 10 },
    { reason: "somebody_else", count: 5 },
    { reason: "other", count: 4 },
    { reason: "changed_mind", count: 2 },
  ],
  sources: [
    aSource({
      heardFrom: "search",
      source: "google",
      campaign: "fall-2026",
      requests: 62,
      accepted: 31,
      treeOrders: 8,
      paid: 24130.5,
    }),
    aSource({ heardFrom: "yard_sign", requests: 1, accepted: 1, paid: 861 }),
    aSource({ requests: 1212, treeOrders: 1, paid: 0 }),
  ],
  otherSources: { count: 3, requests: 14, accepted: 5, treeOrders: 2, paid: 770 },
  revenueByMonth: [
    { month: "2026-11", invoices: 12340.5, trees: 641, storage: 1145 },
    { month: "2026-10", invoices: 8020, trees: 0, storage: 1093 },
  ],
  promise: { answered: 1203, onTime: 1143, percent: 95 },
};
const all = {
  "GET /api/analytics/quotes": quotes,
  "GET /api/analytics/mrr": { mrr: 1058, canceling: 130 },
  "GET /api/analytics/subscriptions": plans,
  "GET /api/analytics/season": season,
};

journey("the numbers load in parts, each after it failed", async ({ open, serve, step }) => {
  serve({
    "GET /api/analytics/quotes": quotes,
    "GET /api/analytics/mrr": refusal(500, "Out of order."),
    "GET /api/analytics/subscriptions": refusal(500, "Out of order."),
    "GET /api/analytics/season": refusal(500, "Out of order."),
  });
  await open(() => openDesk("?tab=analytics"));
  serve({ "GET /api/analytics/subscriptions": plans });
  await step("Load the storage numbers", (person) => person.click(tries()[1] as HTMLElement));
  serve({ "GET /api/analytics/mrr": { mrr: 1058, canceling: 0 } });
  await step("Load the key numbers", (person) => person.click(tries()[0] as HTMLElement));
  await step("Load the season, in vain", (person) => person.click(button("Try again")));
  const early = {
    ...season,
    days: [],
    sources: [],
    otherSources: { ...season.otherSources, count: 0 },
    promise: { answered: 0, onTime: 0, percent: 0 },
  };
  serve({ "GET /api/analytics/season": early });
  await step("Load the season", (person) => person.click(button("Try again")));
});

journey("charts are shown as tables, over more days", async ({ open, serve, step }) => {
  serve(all);
  await open(() => openDesk("?tab=analytics"));
  await step("Twelve weeks", (person) => person.click(screen.getByLabelText("12 weeks")));
  await step("The whole season", (person) => person.click(screen.getByLabelText("Season")));
  await step("The cities as a table", (person) => person.click(button("Show as table: Quotes by city")));
  await step("The revenue as a table too", (person) =>
    person.click(button("Show as table: Revenue by month")),
  );
  await step("The cities as bars again", (person) => person.click(button("Show as table: Quotes by city")));
});

journey("the numbers are fetched again when the tab is opened again", async ({ open, serve, step }) => {
  const start = { ...season, days: days.slice(0, 3) };
  serve({ ...all, "GET /api/analytics/season": start, "GET /api/storage-subscriptions": [] });
  await open(() => openDesk("?tab=analytics"));
  const tab = (name: string) =>
    within(screen.getByRole("tablist", { name: "Desk" })).getByRole("tab", { name });
  await step("To the subscriptions", (person) => person.click(tab("Subscriptions")));
  serve({
    "GET /api/analytics/quotes": { ...quotes, pendingCount: 1008 },
    "GET /api/analytics/mrr": { mrr: 1092, canceling: 0 },
    "GET /api/analytics/season": { ...start, promise: { answered: 1204, onTime: 1143, percent: 94 } },
  });
  await step("Back to the numbers", (person) => person.click(tab("Analytics")));
  await step("The days as a table, and only twelve weeks", async (person) => {
    await person.click(button("Show as table: Tree orders per day"));
    await person.click(screen.getByLabelText("12 weeks"));
  });
});
