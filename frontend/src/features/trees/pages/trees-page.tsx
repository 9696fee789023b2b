export default function TreesPage() {
  return <h1>TreesPage</h1>;
}
