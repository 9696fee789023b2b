import { paths } from "~/lib/paths";
import { publicPageMeta } from "~/ui/seo";
import { TextPage } from "../components/text-page";

/** The title, description and preview for search engines and shared links. */
export function meta() {
  return publicPageMeta({
    title: "Questions and answers",
    description:
      "What people ask before they order: prices, damage, weather, power, cancellation, takedown, storage and " +
      "delivered Christmas trees on the New Hampshire Seacoast.",
    path: paths.faq,
    // The server replaces the token with the questions of the text.
    structuredData: {
      "@context": "https://schema.org",
      "@type": "FAQPage",
      mainEntity: ["@@text.faq.questions@@"],
    },
  });
}

export default function FaqPage() {
  return <TextPage page="faq" title="Questions and answers" lead="What people ask us before they order." />;
}
