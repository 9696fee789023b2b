import { DeskTabBody, DeskTabHeader } from "../shared/desk-tab-header";
import { KeyMetrics } from "./components/key-metrics";
import { QuoteShares } from "./components/quote-shares";
import { SeasonMetrics } from "./components/season-metrics";
import { StorageRevenue } from "./components/storage-revenue";

/** The tab "Analytics": the metrics of the business. */
export default function AnalyticsTab() {
  return (
    <>
      <DeskTabHeader title="Analytics" />
      <DeskTabBody>
        <KeyMetrics />
        <StorageRevenue />
        <QuoteShares />
        <SeasonMetrics />
      </DeskTabBody>
    </>
  );
}
