import { publicPageMeta } from "~/lib/seo";
import { PageFrame } from "~/ui/frame/page-frame";
import { Gallery } from "../components/gallery";
import { HeroStage } from "../components/hero-stage";
import { QuoteSection } from "../components/quote-section";
import { Season } from "../components/season";
import { Services } from "../components/services";
import "../landing.css";

/** What search engines and shared links show. */
export function meta() {
  return publicPageMeta({
    title: "Holiday lights on the Seacoast",
    description:
      "Professional Christmas light installation, maintenance and removal across the New Hampshire Seacoast. " +
      "A free, no-obligation quote within 24 hours. Christmas trees delivered, decorations stored.",
    path: "/",
  });
}

/** The front door: the lit house, the packages, the quote form. */
export default function LandingPage() {
  return (
    <PageFrame header="night">
      <HeroStage />
      <Services />
      <Season />
      <QuoteSection />
      <Gallery />
    </PageFrame>
  );
}
