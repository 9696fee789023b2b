/** The tab "Tree Orders". */
export default function TreesTab() {
  return <h2 className="sr-only">Tree Orders</h2>;
}
