import { lazy, Suspense, useEffect } from "react";
import { useNavigate } from "react-router";
import { useCurrentUser } from "~/api/auth";
import { takeReturnTo } from "~/lib/return-to";
import { Page, type PageHandle } from "~/ui/page";
import { publicPageMeta } from "~/ui/seo";
import { Gallery } from "../components/gallery";
import { HeroStage } from "../components/hero-stage";
import { QuoteSection } from "../components/quote-section";
import { Season } from "../components/season";
import { Services } from "../components/services";
import "../landing.css";

/** What search engines and shared links show. */
export function meta() {
  return publicPageMeta({
    title: "Christmas Light Installation in Portsmouth, NH",
    description:
      "Professional Christmas light installation, maintenance and removal across the New Hampshire Seacoast. " +
      "A free, no-obligation quote within 24 hours. Christmas trees delivered, decorations stored.",
    path: "/",
  });
}

// Visitors don't see it: its code must not be part of their visit.
const StoragePricing = lazy(async () => {
  const { StoragePricing } = await import("~/features/storage");
  return { default: StoragePricing };
});

/** The header lies over the lit house. */
export const handle: PageHandle = { frame: "night" };

/**
 * The front door: the lit house, the packages, the quote form; for those who are signed in, the storage plans. It holds no
 * state and asks for nothing, so that it never renders again: on a slow phone, that would block the page.
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

/** What only people who are signed in get to see, and the way back to the page that they signed in for. */
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
