import { useQuery } from "@tanstack/react-query";
import { Suspense, useRef } from "react";
import { hasFailed } from "~/api/failed";
import { ErrorState } from "~/ui/error-state";
import { lazyPart } from "~/ui/lazy-part";
import { SkeletonRegion } from "~/ui/skeleton";
import { TitledCard } from "~/ui/titled-card";
import { useNear } from "~/ui/use-near";
import { contactChoiceQuery } from "../api";

const ContactChoiceForm = lazyPart(() => import("./contact-choice-form"), {
  title: "We couldn't load the form",
});

/** How the customer wants to be reached about all of their quotes and orders. */
export function ContactChoiceCard() {
  const section = useRef<HTMLElement>(null);
  const isNear = useNear(section);
  const query = useQuery({ ...contactChoiceQuery, enabled: isNear });
  const { data } = query;
  return (
    <TitledCard ref={section} title="How we reach you" className="gap-5">
      {data ? (
        <Suspense fallback={<FormSkeleton />}>
          <ContactChoiceForm choice={data} />
        </Suspense>
      ) : hasFailed(query) ? (
        <ErrorState title="We couldn't load how we reach you" query={query} />
      ) : (
        <FormSkeleton />
      )}
    </TitledCard>
  );
}

function FormSkeleton() {
  return <SkeletonRegion label="Loading how we reach you" bar="h-72 w-full" />;
}
