import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useSession } from "~/api/auth";
import { catalog } from "~/api/catalog.gen";
import { hasFailed } from "~/api/failed";
import type { StoragePlanId, StorageSubscription } from "~/api/types";
import { useReturnedOutcome } from "~/features/payments";
import { readDraft, writeDraft } from "~/lib/drafts";
import { loginPath, paths } from "~/lib/paths";
import { saveReturnTo, takeReturnTo } from "~/lib/return-to";
import { Band, liftClass } from "~/ui/band";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorState } from "~/ui/error-state";
import { Page } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { isLive, myStorageQuery } from "../api";
import { PlanChoice } from "../components/plan-choice";
import { SignedInPlan } from "../components/signed-in-plan";

export function meta() {
  return privatePageMeta("Storage Subscription Plans");
}

/** The page that sells storage plans. */
export default function SubscribePage() {
  return (
    <Page
      band={<Band title="Storage Subscription Plans" lead="Your decorations, labeled and dry until fall." />}
      className={`wrap ${liftClass} pb-section`}
    >
      <Subscribing />
    </Page>
  );
}

function Subscribing() {
  const { user, isPending } = useSession();
  const mine = useInfiniteQuery({ ...myStorageQuery(), enabled: user !== null });
  const returned = useReturnedOutcome();
  const { plan, setPlan, addressId } = usePlan(mine.data ?? []);

  useEffect(() => {
    // The user has returned from signing in, so the stored return path is no longer needed.
    if (user) takeReturnTo();
  }, [user]);

  if (user && hasFailed(mine)) {
    return <ErrorState title="We couldn't load your storage subscriptions" query={mine} />;
  }
  const isKnown = !isPending && returned !== undefined && (!user || mine.data);
  return (
    <Card className="grid max-w-160 grid-cols-[minmax(0,1fr)] gap-7">
      {!isKnown && <Loading />}
      {isKnown && !user && (
        <>
          <PlanChoice plan={plan} onPlan={setPlan} />
          <SignIn plan={plan.id} />
        </>
      )}
      {isKnown && user && mine.data && (
        <SignedInPlan {...{ plan, addressId, returned }} onPlan={setPlan} mine={mine.data} />
      )}
    </Card>
  );
}

/** The draft key of the plan that a visitor chose before signing in, since the return path does not contain it. */
const CHOSEN_PLAN = "plan";

/**
 * Return the plan in the URL or else the plan that the customer has, started to pay for, or chose before signing in.
 */
function usePlan(mine: StorageSubscription[]) {
  const [params, setParams] = useSearchParams();
  const started = mine.find(isLive) ?? mine.find(({ status }) => status === "incomplete");
  const [chosen] = useState(() => readDraft(CHOSEN_PLAN));
  const byId = (wanted: unknown) => catalog.storagePlans.find(({ id }) => id === wanted);
  const plan = byId(params.get("plan")) ?? byId(started?.plan) ?? byId(chosen) ?? catalog.storagePlans[0];
  const setPlan = (id: StoragePlanId) =>
    setParams(
      (current) => {
        current.set("plan", id);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return { plan, setPlan, addressId: params.get("address") };
}

function Loading() {
  return (
    <SkeletonRegion label="Loading" className="grid gap-7">
      <Skeleton className="h-12" />
      <Skeleton className="h-32" />
      <Skeleton className="h-12" />
    </SkeletonRegion>
  );
}

function SignIn({ plan }: { plan: StoragePlanId }) {
  const leave = () => {
    saveReturnTo(paths.subscribe);
    writeDraft(CHOSEN_PLAN, plan);
  };
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted-foreground">Sign in so we can link the plan to your account.</p>
      <ButtonLink href={loginPath(paths.subscribe)} onClick={leave} block>
        Sign In to Subscribe
      </ButtonLink>
    </div>
  );
}
