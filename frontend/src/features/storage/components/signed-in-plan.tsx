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
  // Set on the first render, since the form below would request another payment.
  const [paid, setPaid] = useState(returned && isTaken(returned) ? returned : null);
  const onPaid = useCallback((outcome: Ended, isNew: boolean) => {
    setPaid(outcome);
    if (isNew) toastPaid(outcome);
  }, []);
  const failure = returned?.kind === "open" ? returned.reason : null;

  useEffect(() => {
    if (returned) toastPaid(returned);
    if (failure) toast({ title: "Subscription Failed", description: failure, variant: "destructive" });
  }, [returned, failure]);

  if (paid) return <Subscribed outcome={paid} />;
  const live = mine.find(isLive);
  return (
    <>
      <PlanChoice plan={plan} onPlan={onPlan} />
      {live ? (
        <LiveSubscription subscription={live} plan={plan.id} {...{ addressId, onPlan }} />
      ) : (
        <StartSubscription
          choice={{ plan: plan.id, ...(addressId && { addressId }) }}
          price={plan.monthlyPrice}
          reason={failure}
          onPaid={onPaid}
        />
      )}
    </>
  );
}

/** Return whether Stripe has taken the payment or is processing it. */
function isTaken(outcome: Outcome): outcome is Ended {
  return outcome.kind === "succeeded" || outcome.kind === "processing";
}

/** Show the toast for a plan that was just paid. */
function toastPaid({ kind }: Outcome) {
  if (kind !== "succeeded") return;
  toast({ title: "Subscription Successful", description: "Welcome to your storage plan!" });
}
