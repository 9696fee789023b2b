import { addDays, daysBetween, dayToInstant } from "~/lib/eastern";

export type CalendarView = "week" | "month";

/** The range of days that a calendar view shows, the last included. */
export interface Span {
  first: string;
  last: string;
  /** "November 2026", or "Nov 22 to Nov 28, 2026". */
  title: string;
  /** A day of the previous range, and of the next. */
  before: string;
  after: string;
}

const weekday = (day: string) => new Date(dayToInstant(day)).getUTCDay();
/** The Sunday on or before a day. */
const sunday = (day: string) => addDays(day, -weekday(day));

const words = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  return (day: string) => format.format(new Date(dayToInstant(day)));
};
const monthAndYear = words({ month: "long", year: "numeric" });
const monthAndDay = words({ month: "short", day: "numeric" });
const fullDay = words({ month: "short", day: "numeric", year: "numeric" });

function week(day: string): Span {
  const first = sunday(day);
  const last = addDays(first, 6);
  return {
    first,
    last,
    title: `${monthAndDay(first)} to ${fullDay(last)}`,
    before: addDays(first, -7),
    after: addDays(first, 7),
  };
}

function month(day: string): Span {
  const first = `${day.slice(0, 7)}-01`;
  const after = `${addDays(first, 31).slice(0, 7)}-01`;
  const shownFrom = sunday(first);
  const weeks = Math.ceil(daysBetween(shownFrom, after) / 7);
  return {
    first: shownFrom,
    last: addDays(shownFrom, weeks * 7 - 1),
    title: monthAndYear(first),
    before: `${addDays(first, -1).slice(0, 7)}-01`,
    after,
  };
}

/** Return the range around a day. Weeks begin on Sunday; a month is extended to whole weeks. */
export function spanOf(view: CalendarView, day: string): Span {
  return view === "week" ? week(day) : month(day);
}
