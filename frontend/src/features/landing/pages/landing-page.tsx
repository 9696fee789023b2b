import { Suspense, useEffect } from "react";
import { useNavigate } from "react-router";
import { useCurrentUser } from "~/api/auth";
import { takeReturnTo } from "~/lib/return-to";
import { lazyPart } from "~/ui/lazy-part";
import { Page, type PageHandle } from "~/ui/page";
import { publicPageMeta } from "~/ui/seo";
import { Gallery } from "../components/gallery";
import { HeroStage } from "../components/hero-stage";
import { QuoteSection } from "../components/quote-section";
import { Season } from "../components/season";
import { Services } from "../components/services";
import "../landing.css";

/** The title, description and preview for search engines and shared links. */
export function meta() {
  return publicPageMeta({
    title: "Christmas Light Installation in Portsmouth, NH",
    description:
      "Professional Christmas light installation, maintenance and removal across the New Hampshire Seacoast. " +
      "A free, no-obligation quote within 24 hours. Christmas trees delivered, decorations stored.",
    path: "/",
  });
}

// Loaded on demand, because only signed-in customers see it.
const StoragePricing = lazyPart(
  async () => {
    const { StoragePricing } = await import("~/features/storage");
    return { default: StoragePricing };
  },
  { title: "We couldn't load the storage plans" },
);

/** The header is drawn over the illustrated house. */
export const handle: PageHandle = { frame: "night" };

/**
 * The landing page: the illustrated house, the packages, the quote form and, for signed-in customers, the storage
 * plans. It has no state or queries, so that it never rerenders, which would block the page on a slow phone.
 */
export default function LandingPage() {
  return (
    <Page>
      <HeroStage />
      <Services />
      <Season />
      <QuoteSection />
      <StoragePlans />
      <Gallery />
    </Page>
  );
}

/** The section for signed-in customers, and the redirect to the page that they signed in for. */
function StoragePlans() {
  const { user } = useCurrentUser();
  const navigate = useNavigate();

  useEffect(() => {
    if (!user) return;
    const returnTo = takeReturnTo();
    if (returnTo) navigate(returnTo, { replace: true });
  }, [user, navigate]);

  if (!user) return null;
  return (
    <Suspense>
      <StoragePricing />
    </Suspense>
  );
}
