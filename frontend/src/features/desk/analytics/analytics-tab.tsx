import { DeskTabBody, DeskTabHeader } from "../shared/desk-tab-header";
import { KeyFigures } from "./components/key-figures";
import { QuoteShares } from "./components/quote-shares";
import { SeasonMetrics } from "./components/season-figures";
import { StorageRevenue } from "./components/storage-revenue";

/** The tab "Analytics": the figures of the business, each chart with its table. */
export default function AnalyticsTab() {
  return (
    <>
      <DeskTabHeader title="Analytics" />
      <DeskTabBody>
        <KeyFigures />
        <StorageRevenue />
        <QuoteShares />
        <SeasonMetrics />
      </DeskTabBody>
    </>
  );
}
