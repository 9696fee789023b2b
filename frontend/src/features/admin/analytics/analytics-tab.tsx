/** The tab "Analytics". */
export default function AnalyticsTab() {
  return <h2 className="sr-only">Analytics</h2>;
}
