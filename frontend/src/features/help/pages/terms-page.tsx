import { paths } from "~/lib/paths";
import { publicPageMeta } from "~/ui/seo";
import { TextPage } from "../components/text-page";

/** The title, description and preview for search engines and shared links. */
export function meta() {
  return publicPageMeta({
    title: "Terms",
    description:
      "How quotes, prices, payment, tree orders, storage plans, texts and cancellation work, in plain sentences.",
    path: paths.terms,
  });
}

export default function TermsPage() {
  return <TextPage page="terms" title="Terms" lead="How quotes, payment, trees and storage work with us." />;
}
