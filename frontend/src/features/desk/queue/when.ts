import { daysBetween, easternDay } from "~/lib/eastern";
import { formatShortDate, formatTime, formatWeekday } from "~/lib/format";
import { span } from "../shared/promise";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
/** Deadlines that are nearer are shown as the time left, in milliseconds. */
const NEAR = 3 * HOUR;

/** Return a duration like `span`, but to the minute below six hours: "39 min", "2 h 10 min", "9 h", "3 days". */
function exactSpan(length: number): string {
  const hours = Math.floor(length / HOUR);
  const minutes = Math.floor((length % HOUR) / MINUTE);
  return hours > 0 && hours < 6 && minutes > 0 ? `${hours} h ${minutes} min` : span(length);
}

/** Return a coming instant as people say it on the day `now`: "2:40 PM", "Sat 8:15 AM", "Dec 27". Eastern time. */
export function shortInstant(instant: string, now: number): string {
  const days = daysBetween(easternDay(new Date(now)), easternDay(new Date(instant)));
  if (days === 0) return formatTime(instant);
  return days < 7 ? `${formatWeekday(instant)} ${formatTime(instant)}` : formatShortDate(instant);
}

/** Return a moment in the past: "just now", "2 h ago", and from a week on "on Nov 12". `now` is in milliseconds. */
export function ago(instant: string, now: number): string {
  const passed = now - Date.parse(instant);
  if (passed < MINUTE) return "just now";
  return passed < WEEK ? `${exactSpan(passed)} ago` : `on ${formatShortDate(instant)}`;
}

/** Return a deadline: "Late 39 min", "In 19 min", "2:40 PM" later today, "Sat 8:15 AM". `now` is in milliseconds. */
export function deadline(respondBy: string, now: number): { words: string; isLate: boolean } {
  const left = Date.parse(respondBy) - now;
  if (left < 0) return { words: `Late ${exactSpan(-left)}`, isLate: true };
  return { words: left < NEAR ? `In ${exactSpan(left)}` : shortInstant(respondBy, now), isLate: false };
}
