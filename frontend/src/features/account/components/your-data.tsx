import { Suspense, useRef } from "react";
import { useSearchParams } from "react-router";
import { clearDrafts } from "~/lib/drafts";
import { loadPage } from "~/lib/load-page";
import { paths } from "~/lib/paths";
import { lazyPart } from "~/ui/lazy-part";
import { OPEN } from "~/ui/personal-data/plan";
import { Skeleton } from "~/ui/skeleton";
import { TitledCard } from "~/ui/titled-card";
import { useNear } from "~/ui/use-near";

const PersonalData = lazyPart(
  async () => ({ default: (await import("~/ui/personal-data/personal-data")).PersonalData }),
  { title: "We couldn't load this part" },
);

/** The download of everything we know about the customer, and its erasure. */
export function YourData() {
  const section = useRef<HTMLElement>(null);
  const isNear = useNear(section);
  const [params] = useSearchParams();
  const leave = () => {
    clearDrafts();
    loadPage(paths.home);
  };
  return (
    <TitledCard
      ref={section}
      title="Your data"
      text="Download everything we know about you, or have it erased."
      className="gap-5"
    >
      <Suspense fallback={<Skeleton className="h-24" />}>
        {(isNear || params.has(OPEN)) && <PersonalData customerKey={null} onErased={leave} />}
      </Suspense>
    </TitledCard>
  );
}
