import { daysBetween, easternDay, easternToday } from "~/lib/eastern";
import { formatLongDate } from "~/lib/format";

/** "Tuesday, December 1": a day of this season. Takes an ISO instant or a `YYYY-MM-DD` day; Eastern time. */
export function formatFullDay(value: string): string {
  return formatLongDate(value).replace(/, \d{4}$/, "");
}

/** Return how many days from now an ISO instant or a day is, in Eastern time: 0 is today, negative is past. */
export function daysUntil(value: string): number {
  const day = value.length === "YYYY-MM-DD".length ? value : easternDay(new Date(value));
  return daysBetween(easternToday(), day);
}
