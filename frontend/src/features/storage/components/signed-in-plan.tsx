import { useCallback, useEffect, useState } from "react";
import type { catalog } from "~/api/catalog.gen";
import type { StoragePlanId, StorageSubscription } from "~/api/types";
import type { Ended, Outcome } from "~/features/payments";
import { toast } from "~/ui/toast";
import { isLive } from "../api";
import { LiveSubscription } from "./live-subscription";
import { PlanChoice } from "./plan-choice";
import { StartSubscription } from "./start-subscription";
import { Subscribed } from "./subscribed";

interface SignedInPlanProps {
  plan: (typeof catalog.storagePlans)[number];
  onPlan: (plan: StoragePlanId) => void;
  /** The saved address from the URL. */
  addressId: string | null;
  /** The customer's subscriptions, newest first. */
  mine: StorageSubscription[];
  /** The outcome if the person's bank has just sent them back. */
  returned: Outcome | null;
}

/** The payment for the selected plan, or the change of the customer's plan to it. */
export function SignedInPlan({ plan, onPlan, addressId, mine, returned }: SignedInPlanProps) {
  const [paid, setPaid] = useState<Ended | null>(null);
  const onPaid = useCallback((outcome: Ended, isNews: boolean) => {
    setPaid(outcome);
    if (isNews && outcome.kind === "succeeded") {
      toast({ title: "Subscription Successful", description: "Welcome to your storage plan!" });
    }
  }, []);
  const failure = returned?.kind === "open" ? returned.reason : null;

  useEffect(() => {
    if (returned?.kind === "succeeded" || returned?.kind === "processing") onPaid(returned, true);
    if (failure) toast({ title: "Subscription Failed", description: failure, variant: "destructive" });
  }, [returned, failure, onPaid]);

  if (paid) return <Subscribed outcome={paid} />;
  const live = mine.find(isLive);
  return (
    <>
      <PlanChoice plan={plan} onPlan={onPlan} />
      {live ? (
        <LiveSubscription subscription={live} plan={plan.id} onPlan={onPlan} />
      ) : (
        <StartSubscription
          key={plan.id}
          choice={{ plan: plan.id, ...(addressId && { addressId }) }}
          price={plan.monthlyPrice}
          reason={failure}
          onPaid={onPaid}
        />
      )}
    </>
  );
}
