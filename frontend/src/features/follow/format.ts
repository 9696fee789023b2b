import { daysBetween, easternDay, easternToday } from "~/lib/eastern";
import { formatLongDate } from "~/lib/format";

/**
 * "Tuesday, December 1": a day of this season, whose date does not break across lines. Takes an ISO instant or a
 * `YYYY-MM-DD` day; Eastern time.
 */
export function formatFullDay(value: string): string {
  return formatLongDate(value).replace(/ (\d+), \d{4}$/, "\u00a0$1");
}

/** Return how many days from now an ISO instant or a day is, in Eastern time: 0 is today, negative is past. */
export function daysUntil(value: string): number {
  const day = value.length === "YYYY-MM-DD".length ? value : easternDay(new Date(value));
  return daysBetween(easternToday(), day);
}
