/** Calendar days as the business reckons them: in America/New_York, whatever the visitor's clock says. */
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

/** The instant sent for a picked day: noon UTC is the same day in Eastern time and everywhere in the US. */
export function dayToInstant(day: string): string {
  return `${day}T12:00:00.000Z`;
}

/** The day as a local `Date` at midnight, for calendar widgets that think in local time. */
export function dayToLocalDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

/** The other way round: a widget's local date as `YYYY-MM-DD`. */
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
 * The instant of a time of day (`HH:MM`) on an Eastern day, as ISO 8601 in UTC. A time that comes twice, when the
 * clocks go back, is the first one; one that is skipped in spring is an hour later.
 */
export function easternInstant(day: string, time: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // Daylight saving first: it is the earlier of the two where a time comes twice.
  const [first, second] = [4, 5].map((hours) => new Date(wanted + hours * 3_600_000));
  const fits = (instant: Date) => easternDay(instant) === day && easternTime(instant) === time;
  return (first && fits(first) ? first : (second as Date)).toISOString();
}

/** The day that many days later, or earlier for a negative number. */
export function addDays(day: string, days: number): string {
  const date = new Date(dayToInstant(day));
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** How many days lie between two days; negative where the second is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(dayToInstant(to)) - Date.parse(dayToInstant(from))) / 86_400_000);
}
