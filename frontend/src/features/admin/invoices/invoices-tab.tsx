/** The tab "Invoices". */
export default function InvoicesTab() {
  return <h2 className="sr-only">Invoices</h2>;
}
