import type { StorageSubscription } from "~/api/types";
import { formatDate, formatMoney } from "~/lib/format";

/** Return whether a live plan was canceled. One with a failed payment can be, too, and stays past due until it ends. */
export function isEnding({ status, endsAt }: StorageSubscription): boolean {
  return status === "canceling" || (status === "past_due" && endsAt !== null);
}

/** Return the status of a subscription as a sentence. */
export function statusSentence({
  status,
  monthlyAmount,
  currentPeriodEnd,
  endsAt,
}: StorageSubscription): string {
  const amount = formatMoney(monthlyAmount);
  const end = endsAt ?? currentPeriodEnd;
  switch (status) {
    case "incomplete":
      return "Starts with your first payment.";
    case "active":
      return currentPeriodEnd
        ? `Your next payment of ${amount} is on ${formatDate(currentPeriodEnd)}.`
        : "Your next payment date will appear here.";
    case "past_due": {
      const failed = "Your last payment didn't go through. Update your card and we'll try again.";
      return endsAt ? `Canceled. Your plan ends on ${formatDate(endsAt)}. ${failed}` : failed;
    }
    case "canceling":
      return end
        ? `Canceled. You're paid through ${formatDate(end)}. After that you won't be charged.`
        : "Canceled. Your plan ends after the month you've paid for.";
    case "canceled":
      return end ? `Ended on ${formatDate(end)}.` : "Ended.";
  }
}

/** Return an address as "Home: 41 Marcy Street, Portsmouth". */
export function placeName({ label, street, city }: { label: string; street: string; city: string }): string {
  return [label, `${street}, ${city}`].filter(Boolean).join(": ");
}
