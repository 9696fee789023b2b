/** The tab "Quote Management". */
export default function QuotesTab() {
  return <h2 className="sr-only">Quote Management</h2>;
}
