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
