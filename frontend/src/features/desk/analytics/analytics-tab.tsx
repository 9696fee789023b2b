import { KeyFigures } from "./components/key-figures";
import { QuoteShares } from "./components/quote-shares";
import { SeasonMetrics } from "./components/season-figures";
import { StorageRevenue } from "./components/storage-revenue";

/** The tab "Analytics": the figures of the business, each chart with its table. */
export default function AnalyticsTab() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="sr-only">Analytics</h2>
      <KeyFigures />
      <StorageRevenue />
      <QuoteShares />
      <SeasonMetrics />
    </div>
  );
}
