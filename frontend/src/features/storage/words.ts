import { catalog } from "~/api/catalog.gen";
import type { StoragePlanId, StorageSubscription } from "~/api/types";
import { formatDate, formatMoney } from "~/lib/format";

/** Return whether a live plan was canceled. One with a failed payment can be, too, and stays past due until it ends. */
export function isEnding({ status, endsAt }: StorageSubscription): boolean {
  return status === "canceling" || (status === "past_due" && endsAt !== null);
}

/** Return how many properties a plan covers; null: any number. */
export const propertyLimit = (plan: StoragePlanId): number | null =>
  catalog.storagePlans.find(({ id }) => id === plan)?.maxProperties ?? null;

/** Return whether a subscription covers as many properties as its plan allows. */
export function isFull({ plan, addresses }: StorageSubscription): boolean {
  const limit = propertyLimit(plan);
  return limit !== null && addresses.length >= limit;
}

/** What is still charged for a plan that was changed in its last month. */
export const LAST_BILL =
  "If you owe a difference from your plan change, it's charged then, and nothing after that.";

/** Return the status of a subscription as a sentence. */
export function statusSentence({
  status,
  monthlyAmount,
  currentPeriodEnd,
  endsAt,
  nextPaymentDiffers,
}: StorageSubscription): string {
  const amount = formatMoney(monthlyAmount);
  const end = endsAt ?? currentPeriodEnd;
  switch (status) {
    case "incomplete":
      return "Starts with your first payment.";
    case "active":
      if (!currentPeriodEnd) return "Your next payment date will appear here.";
      return nextPaymentDiffers
        ? `Your next payment is on ${formatDate(currentPeriodEnd)}: ${amount}, adjusted for your plan change.`
        : `Your next payment of ${amount} is on ${formatDate(currentPeriodEnd)}.`;
    case "past_due": {
      const failed = "Your last payment didn't go through. Update your card and we'll try again.";
      return endsAt ? `Canceled. Your plan ends on ${formatDate(endsAt)}. ${failed}` : failed;
    }
    case "canceling":
      if (!end) return "Canceled. Your plan ends after the month you've paid for.";
      return nextPaymentDiffers
        ? `Canceled. Your plan ends on ${formatDate(end)}. ${LAST_BILL}`
        : `Canceled. You're paid through ${formatDate(end)}. After that you won't be charged.`;
    case "canceled":
      return end ? `Ended on ${formatDate(end)}.` : "Ended.";
  }
}

/** Return an address as "Home: 41 Marcy Street, Portsmouth". */
export function placeName({ label, street, city }: { label: string; street: string; city: string }): string {
  return [label, `${street}, ${city}`].filter(Boolean).join(": ");
}
