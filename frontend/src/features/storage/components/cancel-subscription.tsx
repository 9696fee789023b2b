import { planName } from "~/api/catalog-names";
import type { StorageSubscription } from "~/api/types";
import { formatDate } from "~/lib/format";
import { scrollToSection } from "~/lib/scroll-to";
import { ConfirmButton } from "~/ui/confirm-button";
import { toast } from "~/ui/toast";
import { useCancel } from "../api";
import { LAST_BILL } from "../words";

/** The button that cancels a subscription at the end of the paid month, after a confirmation. */
export function CancelSubscription({ subscription }: { subscription: StorageSubscription }) {
  const { id, plan, status, currentPeriodEnd, nextPaymentDiffers } = subscription;
  const cancel = useCancel();
  const until = (end: string | null) =>
    end ? `until ${formatDate(end)}` : "until the end of the month you've paid for";
  const isPaid = status === "active" && currentPeriodEnd && !nextPaymentDiffers;
  const paidThrough = isPaid
    ? `You're paid through ${formatDate(currentPeriodEnd)}.`
    : `Your storage continues ${until(currentPeriodEnd)}.`;
  return (
    <ConfirmButton
      variant="ghost"
      question={`Cancel ${planName(plan)} storage?`}
      description={`${paidThrough} ${whatIsCharged(subscription)} You can change your mind any time before then.`}
      keep="Keep plan"
      confirm="Cancel plan"
      confirming="Processing..."
      failed="Couldn't cancel the plan"
      action={async () => {
        const { endsAt } = await cancel.mutateAsync(id);
        toast({ title: "Plan canceled", description: `Your storage continues ${until(endsAt)}.` });
        // The button disappears, so the card takes the focus.
        scrollToSection(`storage-${id}`);
      }}
    >
      <span>
        Cancel plan<span className="sr-only">: {planName(plan)} storage</span>
      </span>
    </ConfirmButton>
  );
}

/** Return what is still charged after the cancellation. */
function whatIsCharged({ status, nextPaymentDiffers }: StorageSubscription): string {
  if (status !== "past_due") return nextPaymentDiffers ? LAST_BILL : "After that you won't be charged.";
  const open = "What you haven't paid yet is still due"; // it may be more than one month
  return nextPaymentDiffers ? `${open}. ${LAST_BILL}` : `${open}, and nothing more is charged after that.`;
}
