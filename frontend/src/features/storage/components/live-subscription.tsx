import { planName } from "~/api/catalog-names";
import type { StoragePlanId, StorageSubscription } from "~/api/types";
import { formatMoney } from "~/lib/format";
import { myServicesPath } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { isFull, statusSentence } from "../words";
import { ChangePlan } from "./change-plan";

interface LiveSubscriptionProps {
  subscription: StorageSubscription;
  /** The plan selected in the dropdown. */
  plan: StoragePlanId;
  /** The saved address that the customer wants a plan for. */
  addressId: string | null;
  onPlan: (plan: StoragePlanId) => void;
}

/** The customer's plan, and the cost of changing to the selected one, which they confirm first. */
export function LiveSubscription({ subscription, plan, addressId, onPlan }: LiveSubscriptionProps) {
  const isMissing = addressId !== null && subscription.addresses.every(({ id }) => id !== addressId);
  return (
    <section aria-label="Your subscription" className="grid gap-5 border-t border-border pt-6">
      <p>
        <b className="text-heading">
          You have {planName(subscription.plan)} storage at {formatMoney(subscription.monthlyAmount)} per
          month.
        </b>{" "}
        {statusSentence(subscription)}
      </p>
      {isMissing && (
        <p>
          {isFull(subscription)
            ? "Your plan has no room for the address you chose. Change to a larger one, then add the address under Storage."
            : "Your plan has room for the address you chose. Add it under Storage."}
        </p>
      )}
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
