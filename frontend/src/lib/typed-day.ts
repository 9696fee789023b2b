import { addDays, easternToday } from "./eastern";

/** How long ago a day without a year may be. */
const RECENT_DAYS = 90;

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const iso = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/;
const numbers = /^(?<month>\d{1,2})[/.-](?<day>\d{1,2})(?:[/.-](?<year>\d{4}|\d{2}))?$/;
/** "Nov 25", "November 25th, 2026" and "Wed, Nov 25". */
const words =
  /^(?:[a-z]+,\s*)?(?<month>[a-z]{3,9})\.?\s*(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(?<year>\d{4}))?$/;

/**
 * Return a day typed in one of the usual American formats or in ISO 8601, as `YYYY-MM-DD`; undefined if there is no
 * such day. Without a year it is in the current one or, if `isUpcoming`, the next such day in New Hampshire, unless it
 * was less than three months ago: then it is that day, since nobody means almost a year from now.
 */
export function readTypedDay(text: string, isUpcoming: boolean): string | undefined {
  const typed = text.trim().toLowerCase();
  const parts = (iso.exec(typed) ?? numbers.exec(typed) ?? words.exec(typed))?.groups;
  if (!parts) return undefined;
  const { year, month = "", day } = parts;
  const monthNumber = Number(month) || months.indexOf(month.slice(0, 3)) + 1;
  if (year) return dayOf(year.length === 2 ? 2000 + Number(year) : Number(year), monthNumber, Number(day));
  const today = easternToday();
  const thisYear = Number(today.slice(0, 4));
  const inYear = (year: number) => dayOf(year, monthNumber, Number(day));
  if (!isUpcoming) return inYear(thisYear);
  const days = [thisYear - 1, thisYear, thisYear + 1].map(inYear);
  return days.find((each) => each && each > addDays(today, -RECENT_DAYS));
}

/** Return the day of these numbers; undefined for one that doesn't exist, such as February 30. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
