import type { StorageSubscription } from "~/api/types";
import { formatDate, formatMoney } from "~/lib/format";

/** How a subscription stands, in a sentence. */
export function standing({ status, monthlyAmount, currentPeriodEnd, endsAt }: StorageSubscription): string {
  const amount = formatMoney(monthlyAmount);
  const end = endsAt ?? currentPeriodEnd;
  switch (status) {
    case "incomplete":
      return "It starts with its first payment, which has not been made yet.";
    case "active":
      return currentPeriodEnd
        ? `The next payment of ${amount} is on ${formatDate(currentPeriodEnd)}.`
        : `${amount} a month.`;
    case "past_due":
      return "The last payment did not go through. Update your card, and we try again.";
    case "canceling":
      return end
        ? `Canceled. It goes on until ${formatDate(end)}, and nothing more is charged.`
        : "Canceled. It ends with the month that is paid.";
    case "canceled":
      return end ? `It ended on ${formatDate(end)}.` : "It has ended.";
  }
}

/** "Home: 41 Marcy Street, Portsmouth". */
export function placeName({ label, street, city }: { label: string; street: string; city: string }): string {
  return [label, `${street}, ${city}`].filter(Boolean).join(": ");
}
