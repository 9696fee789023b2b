import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { SeasonMetrics as Season } from "~/api/types";
import { outline } from "~/test/outline";
import { renderAt } from "~/test/render";
import { server } from "~/test/server";
import { loaded } from "../test-desk";
import { DayChart } from "./components/day-chart";
import { DeclineReasons } from "./components/decline-reasons";
import { Funnel } from "./components/funnel";
import { KeyMetrics } from "./components/key-metrics";
import { PromiseRate } from "./components/promise-rate";
import { QuoteShares } from "./components/quote-shares";
import { RevenueChart } from "./components/revenue-chart";
import { SeasonMetrics } from "./components/season-metrics";
import { SourceBreakdown } from "./components/source-breakdown";
import { StorageRevenue } from "./components/storage-revenue";

// jsdom has no layout, and charts need a size.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 600, 256));
});

const answer = (name: string, body: object | null) =>
  server.use(
    http.get(`/api/analytics/${name}`, () =>
      body ? HttpResponse.json(body) : new HttpResponse(null, { status: 500 }),
    ),
  );

/** What a chart shows to those who see it: its texts, and the lengths of its bars. */
function seen(): string {
  const charts = [...document.querySelectorAll("[aria-labelledby] > [aria-hidden]")];
  return charts
    .map((chart) => {
      const bars = [...chart.querySelectorAll<HTMLElement>("span[style*=width]")].map(
        ({ style }) => style.width,
      );
      return `${outline(chart)}\nbars: ${bars.join(" ")}`;
    })
    .join("\n\n");
}

async function show(view: ReactNode) {
  const page = renderAt("/admin?tab=analytics", view);
  await loaded();
  return page;
}

const plans = {
  consumer: { count: 42, revenue: 630, canceling: 2, pastDue: 1 },
  business: { count: 17, revenue: 425, canceling: 0, pastDue: 3 },
  enterprise: { count: 0, revenue: 0, canceling: 0, pastDue: 0 },
};
const shares = {
  ...{ pendingCount: 1007, scheduledJobCount: 2012 },
  packages: {
    basic: { count: 260, percent: 26 },
    premium: { count: 1580, percent: 58 },
    commercial: { count: 160, percent: 16 },
  },
};
const aSource = (heardFrom: string, paid: number, changes: Partial<Season["sources"][number]> = {}) =>
  ({
    ...{ heardFrom, source: "", campaign: "", requests: 62, accepted: 31, treeOrders: 8, paid },
    ...changes,
  }) as Season["sources"][number];
const others = { count: 0, requests: 0, accepted: 0, treeOrders: 0, paid: 0 };

it("the storage plans", async () => {
  answer("subscriptions", plans);
  await show(<StorageRevenue />);
  expect(outline()).toMatchSnapshot("read");
  expect(seen()).toMatchSnapshot("seen");
});

it("the shares of packages and cities, the smaller ones together", async () => {
  const city = (count: number) => ({ count, percent: count / 10 });
  const cities = Object.fromEntries(
    [100, 90, 80, 70, 60, 50, 40, 30].map((count, index) => [`City ${index}`, city(count)]),
  );
  answer("quotes", { ...shares, cities });
  const { unmount } = await show(<QuoteShares />);
  expect(outline()).toMatchSnapshot("read");
  expect(seen()).toMatchSnapshot("eight cities, seen");
  unmount();
  answer("quotes", { ...shares, cities: { Other: city(500), ...cities } });
  await show(<QuoteShares />);
  expect(seen()).toMatchSnapshot("nine cities, seen");
});

it("the key numbers: loading, without canceling plans, and failed", async () => {
  answer("quotes", { ...shares, cities: {} });
  answer("subscriptions", plans);
  answer("mrr", { mrr: 1145, canceling: 0 });
  const { unmount } = renderAt("/admin", <KeyMetrics />);
  expect(outline()).toMatchSnapshot("loading");
  expect(document.querySelector("dl")).toHaveAttribute("aria-busy", "true");
  await loaded();
  expect(outline()).toMatchSnapshot("loaded");
  unmount();
  answer("mrr", { mrr: 1145, canceling: 30 });
  const second = await show(<KeyMetrics />);
  expect(outline()).toMatchSnapshot("canceling");
  second.unmount();
  answer("mrr", null);
  renderAt("/admin", <KeyMetrics />);
  await screen.findByText("We couldn't load the key numbers");
  expect(outline()).toMatchSnapshot("failed");
});

it.each<[string, ReactNode]>([
  [
    "requests per day",
    <DayChart
      key="days"
      title="Quote requests per day"
      about="Season 2026/27"
      days={[
        { day: "2026-11-20", now: 1040, before: 35 },
        { day: "2026-11-21", now: 12, before: 8 },
      ]}
    />,
  ],
  [
    "why customers declined",
    <DeclineReasons
      key="declines"
      season={2026}
      declines={(["price", "timing", "somebody_else", "changed_mind", "other", ""] as const).map(
        (reason, index) => ({ reason, count: 1000 - 100 * index }),
      )}
    />,
  ],
  [
    "the funnel",
    <Funnel
      key="funnel"
      season={2026}
      funnel={{ requested: 2000, quoted: 1500, accepted: 1000, scheduled: 90, completed: 50, paid: 40 }}
    />,
  ],
  [
    "the empty funnel",
    <Funnel
      key="none"
      season={1999}
      funnel={{ requested: 0, quoted: 0, accepted: 0, scheduled: 0, completed: 0, paid: 0 }}
    />,
  ],
  [
    "answers in time",
    <PromiseRate key="promise" season={2026} promise={{ answered: 2000, onTime: 1900, percent: 95 }} />,
  ],
  ["no answers", <PromiseRate key="none" season={2026} promise={{ answered: 0, onTime: 0, percent: 0 }} />],
  [
    "revenue",
    <RevenueChart
      key="revenue"
      months={[
        { month: "2026-11", invoices: 12340.5, trees: 640, storage: 1145 },
        { month: "2026-12", invoices: 100, trees: 20, storage: 3 },
      ]}
    />,
  ],
  [
    "the sources",
    <SourceBreakdown
      key="sources"
      season={2026}
      sources={[
        aSource("search", 24130.5, {
          source: "google",
          campaign: "fall-2026",
          requests: 1062,
          accepted: 1031,
        }),
        aSource("yard_sign", 860, { requests: 1, accepted: 1, treeOrders: 0 }),
        aSource("", 0, { requests: 0, accepted: 0, treeOrders: 1 }),
      ]}
      others={others}
    />,
  ],
  [
    "eight sources",
    <SourceBreakdown
      key="eight"
      season={2026}
      sources={Array.from({ length: 8 }, (_, index) =>
        aSource("", 800 - 100 * index, { source: `Source ${index}` }),
      )}
      others={others}
    />,
  ],
  [
    "nine sources",
    <SourceBreakdown
      key="nine"
      season={2026}
      sources={Array.from({ length: 9 }, (_, index) =>
        aSource("", 900 - 100 * index, { source: `Source ${index}` }),
      )}
      others={others}
    />,
  ],
  [
    "one source and others",
    <SourceBreakdown
      key="others"
      season={2026}
      sources={[aSource("mail", 10)]}
      others={{ count: 1, requests: 1, accepted: 2, treeOrders: 3, paid: 4 }}
    />,
  ],
  ["no sources", <SourceBreakdown key="none" season={2026} sources={[]} others={others} />],
])("a chart of the season: %s", async (_, chart) => {
  await show(chart);
  expect(outline()).toMatchSnapshot("read");
  expect(seen()).toMatchSnapshot("seen");
});

it("a chart can be shown as its table, and again as a chart", async () => {
  const { person } = await show(
    <Funnel
      season={2026}
      funnel={{ requested: 4, quoted: 3, accepted: 2, scheduled: 1, completed: 1, paid: 1 }}
    />,
  );
  const button = screen.getByRole("button", { name: "Show as table: From request to paid" });
  expect(button).toHaveAttribute("aria-pressed", "false");
  await person.click(button);
  expect(button).toHaveAttribute("aria-pressed", "true");
  expect(seen()).toBe("");
  await person.click(button);
  expect(seen()).toContain("Requested");
});

it("the season's days that are shown", async () => {
  const days = Array.from({ length: 100 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 7, 1 + index)).toISOString().slice(0, 10),
    ...{ quotes: 1, treeOrders: 10, quotesLastSeason: 100, treeOrdersLastSeason: 1000 },
  }));
  answer("season", {
    ...{ season: 2026, days, declines: [], sources: [], otherSources: others, revenueByMonth: [] },
    funnel: { requested: 0, quoted: 0, accepted: 0, scheduled: 0, completed: 0, paid: 0 },
    promise: { answered: 0, onTime: 0, percent: 0 },
  });
  const { person } = await show(<SeasonMetrics />);
  const sums = () => seen().match(/This season .*|Last season .*/g);
  expect(outline(screen.getByRole("radiogroup", { name: "Days shown" }))).toMatchSnapshot();
  expect(screen.getAllByText("Season 2026/27 vs. 2025/26, day by day")).toHaveLength(2);
  expect(sums()).toMatchSnapshot("4 weeks");
  await person.click(screen.getByRole("radio", { name: "12 weeks" }));
  expect(sums()).toMatchSnapshot("12 weeks");
  await person.click(screen.getByRole("radio", { name: "Season" }));
  expect(sums()).toMatchSnapshot("season");
});

it.each([
  ["subscriptions", <StorageRevenue key="plans" />],
  ["quotes", <QuoteShares key="shares" />],
  ["season", <SeasonMetrics key="season" />],
])("the charts of %s while they load, and when that fails", async (name, view) => {
  answer(name, null);
  renderAt("/admin?tab=analytics", view);
  expect(outline()).toMatchSnapshot("loading");
  await screen.findByText(/^We couldn't load/);
  expect(outline()).toMatchSnapshot("failed");
});
