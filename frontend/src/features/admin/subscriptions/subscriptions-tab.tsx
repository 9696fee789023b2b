/** The tab "Subscriptions". */
export default function SubscriptionsTab() {
  return <h2 className="sr-only">Subscriptions</h2>;
}
