import { planName } from "~/api/catalog-names";
import type { StoragePlanId, StorageSubscription } from "~/api/types";
import { formatMoney } from "~/lib/format";
import { myServicesPath } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { statusSentence } from "../words";
import { ChangePlan } from "./change-plan";

interface LiveSubscriptionProps {
  subscription: StorageSubscription;
  /** The plan selected in the dropdown. */
  plan: StoragePlanId;
  onPlan: (plan: StoragePlanId) => void;
}

/** The customer's plan, and the cost of changing to the selected one, which they confirm first. */
export function LiveSubscription({ subscription, plan, onPlan }: LiveSubscriptionProps) {
  return (
    <section aria-label="Your subscription" className="grid gap-5 border-t border-border pt-6">
      <p>
        <b className="text-heading">
          You have {planName(subscription.plan)} storage at {formatMoney(subscription.monthlyAmount)} per
          month.
        </b>{" "}
        {statusSentence(subscription)}
      </p>
      {plan === subscription.plan ? (
        <>
          <p className="text-sm text-muted-foreground">
            Choose another plan above to see what would change. Nothing changes until you confirm.
          </p>
          <div className="grid sm:flex">
            <ButtonLink to={myServicesPath("storage")} variant="outline">
              Manage your storage
            </ButtonLink>
          </div>
        </>
      ) : (
        <ChangePlan subscription={subscription} plan={plan} onKeep={() => onPlan(subscription.plan)} />
      )}
    </section>
  );
}
