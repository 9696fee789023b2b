import { paths } from "~/lib/paths";
import { Band, liftClass } from "~/ui/band";
import { Page } from "~/ui/page";
import { publicPageMeta } from "~/ui/seo";
import { TreeOrderForm } from "../components/tree-order-form";
import { treeProducts } from "../structured-data";

/** The title, description and preview for search engines and shared links. */
export function meta() {
  return publicPageMeta({
    title: "Christmas tree delivery",
    description:
      "Fresh Christmas trees from 6 to 10 ft, delivered across the New Hampshire Seacoast. Stand, lights, wreaths " +
      "and disposal if you like. We'll call within 24 hours to confirm the day and time.",
    path: paths.trees,
    structuredData: treeProducts(),
  });
}

/** The page to order a delivered tree, which needs no account. */
export default function TreesPage() {
  return (
    <Page
      band={
        <Band
          title="Christmas Tree Delivery"
          lead="Fresh-cut trees, delivered to your door. Pick the day that suits you."
        />
      }
      className={`wrap ${liftClass}`}
    >
      <TreeOrderForm />
    </Page>
  );
}
