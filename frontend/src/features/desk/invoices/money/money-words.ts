import type { Aging, Payout } from "~/api/types";
import { daysBetween, easternDay, easternToday } from "~/lib/eastern";
import { formatDay, formatTime } from "~/lib/format";

const short = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
const long = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });
const full = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
const middle = (month: string) => new Date(`${month}-15T12:00:00Z`);

/** "2026-11" as "Nov". */
export const shortMonth = (month: string) => short.format(middle(month));
/** "2026-11" as "November". */
export const longMonth = (month: string) => long.format(middle(month));
/** "2026-11" as "Nov 2026". */
export const monthAndYear = (month: string) => full.format(middle(month));

type Age = Aging["ages"][number]["age"];

/** The ages of what is due, as labels. */
export const ageNames: Record<Age, string> = {
  later: "Due later",
  this_week: "Due this week",
  overdue_1_10: "1 to 10 days overdue",
  overdue_11_30: "11 to 30 days overdue",
  overdue_over_30: "Over 30 days overdue",
};

export const isOverdue = (age: Age) => age.startsWith("overdue");

/** Return a payout's status as text: "On its way, Mon, Nov 23". */
export function payoutWords({ status, arrivesOn }: Pick<Payout, "status" | "arrivesOn">): string {
  const words = {
    pending: `Scheduled for ${formatDay(arrivesOn)}`,
    in_transit: `On its way, ${formatDay(arrivesOn)}`,
    paid: "In the bank",
    failed: "Failed",
    canceled: "Canceled",
  };
  return words[status];
}

/** Return a dispute's deadline as text: "Answer by Tue, Nov 24, 7:00 PM. That's in 4 days." */
export function deadlineWords(deadline: string): string {
  const days = daysBetween(easternToday(), easternDay(new Date(deadline)));
  if (Date.parse(deadline) < Date.now()) return "The bank's deadline has passed.";
  const left = days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
  return `Answer by ${formatDay(deadline)}, ${formatTime(deadline)}. That's ${left}.`;
}
