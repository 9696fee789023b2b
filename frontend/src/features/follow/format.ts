import { daysBetween, easternDay, easternToday } from "~/lib/eastern";
import { formatLongDate } from "~/lib/format";

/** The number of days within which a date without its year can mean only one day: half a year. */
const NEAR = 182;

/**
 * "Tuesday, December 1", whose date does not break across lines; with the year if it is half a year away. Takes an ISO
 * instant or a `YYYY-MM-DD` day; Eastern time.
 */
export function formatFullDay(value: string): string {
  const isNear = Math.abs(daysUntil(value)) <= NEAR;
  return formatLongDate(value).replace(/ (\d+)(, \d{4})$/, isNear ? "\u00a0$1" : "\u00a0$1$2");
}

/** Return how many days from now an ISO instant or a day is, in Eastern time: 0 is today, negative is past. */
export function daysUntil(value: string): number {
  const day = value.length === "YYYY-MM-DD".length ? value : easternDay(new Date(value));
  return daysBetween(easternToday(), day);
}
