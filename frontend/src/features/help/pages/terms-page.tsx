import { paths } from "~/lib/paths";
import { publicPageMeta } from "~/ui/seo";
import { TextPage } from "../components/text-page";

/** What search engines and shared links show. */
export function meta() {
  return publicPageMeta({
    title: "Terms",
    description:
      "How quotes, prices, payment, tree orders, storage plans, texts and cancellation work, in plain sentences.",
    path: paths.terms,
  });
}

/** How ordering from us works, in plain sentences. */
export default function TermsPage() {
  return <TextPage page="terms" title="Terms" lead="How quotes, payment, trees and storage work with us." />;
}
