/** Calendar days of the business: in America/New_York, whatever the visitor's time zone is. */
export const EASTERN = "America/New_York";

const dayFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: EASTERN,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The Eastern calendar day of an instant, as `YYYY-MM-DD`. */
export function easternDay(instant: Date): string {
  return dayFormat.format(instant);
}

/** Today in New Hampshire, as `YYYY-MM-DD`. */
export function easternToday(): string {
  return easternDay(new Date());
}

/** Return the instant to send for a picked day: noon UTC, which is the same day in every US time zone. */
export function dayToInstant(day: string): string {
  return `${day}T12:00:00.000Z`;
}

/** Return the day as a `Date` at local midnight, for calendar widgets, which use local time. */
export function dayToLocalDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

/** Return a calendar widget's local date as `YYYY-MM-DD`. */
export function localDateToDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const clockFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: EASTERN,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The Eastern time of day of an instant, as `HH:MM`. */
export function easternTime(instant: Date): string {
  return clockFormat.format(instant);
}

/**
 * Return the instant of a time (`HH:MM`) on an Eastern day, as ISO 8601 in UTC. When the clocks go back, a time that
 * occurs twice means the first; a time that is skipped in spring means one hour later.
 */
export function easternInstant(day: string, time: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // Daylight saving time first: it is the earlier of the two if a time occurs twice.
  const [first, second] = [4, 5].map((hours) => new Date(wanted + hours * 3_600_000));
  const matches = (instant: Date) => easternDay(instant) === day && easternTime(instant) === time;
  return (first && matches(first) ? first : (second as Date)).toISOString();
}

/** Return the day that is a number of days later, or earlier if the number is negative. */
export function addDays(day: string, days: number): string {
  const date = new Date(dayToInstant(day));
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Return the number of days between two days; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(dayToInstant(to)) - Date.parse(dayToInstant(from))) / 86_400_000);
}
