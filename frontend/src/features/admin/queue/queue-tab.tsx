/** The tab "Due now". */
export default function QueueTab() {
  return <h2 className="sr-only">Due now</h2>;
}
