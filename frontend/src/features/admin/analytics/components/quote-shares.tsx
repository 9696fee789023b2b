import type { QuoteFigures } from "~/api/types";
import { packageName } from "~/lib/catalog-names";
import { quoteFiguresQuery } from "../api";
import { BarList } from "./bar-list";
import { ChartCard } from "./chart-card";
import { FigureView } from "./figure-view";

type Share = QuoteFigures["packages"]["basic"];

/** The most frequent first; "Other" always last. */
function ranked(shares: Record<string, Share>): [string, Share][] {
  return Object.entries(shares).sort(
    ([nameA, a], [nameB, b]) => Number(nameA === "Other") - Number(nameB === "Other") || b.count - a.count,
  );
}

/** What people ask for, and where they live: shares over all quotes. */
export function QuoteShares() {
  return (
    <FigureView query={quoteFiguresQuery} name="The shares of packages and cities" height="h-48">
      {({ packages, cities }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
          <ShareChart
            title="Quotes by package"
            head="Package"
            color="var(--chart-1)"
            shares={ranked({ ...packages }).map(([id, share]) => [
              packageName(id).split(" ")[0] ?? id,
              share,
            ])}
          />
          <ShareChart title="Quotes by city" head="City" color="var(--chart-5)" shares={ranked(cities)} />
        </div>
      )}
    </FigureView>
  );
}

interface ShareChartProps {
  title: string;
  head: string;
  color: string;
  shares: [string, Share][];
}

function ShareChart({ title, head, color, shares }: ShareChartProps) {
  return (
    <ChartCard
      title={title}
      about="All quotes, rounded"
      table={{
        columns: [head, "Quotes", "Share"],
        rows: shares.map(([name, { count, percent }]) => [
          name,
          count.toLocaleString("en-US"),
          `${percent}%`,
        ]),
      }}
    >
      <BarList
        color={color}
        bars={shares.map(([label, { percent }]) => ({ label, percent, value: `${percent}%` }))}
      />
    </ChartCard>
  );
}
