/** The tab "Customers". */
export default function CustomersTab() {
  return <h2 className="sr-only">Customers</h2>;
}
