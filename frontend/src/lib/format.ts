import { daysBetween, dayToInstant, EASTERN, easternDay, easternToday } from "./eastern";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const wholeDollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

/** Format "1234.50" as "$1,234.50" and whole amounts without cents: "140.00" as "$140". */
export function formatMoney(amount: string | number): string {
  const value = Number(amount);
  return Number.isInteger(value) ? wholeDollars.format(value) : dollars.format(value);
}

/** Format an amount with cents always, for invoices and columns of totals. */
export function formatMoneyExact(amount: string | number): string {
  return dollars.format(Number(amount));
}

/** Format an amount with cents; null if it is zero. */
export function formatIfPositive(amount: string): string | null {
  return Number(amount) > 0 ? formatMoneyExact(amount) : null;
}

/** Format an amount to the dollar, for charts: "37036.75" as "$37,037". */
export function formatDollars(amount: string | number): string {
  return wholeDollars.format(Number(amount));
}

/** Format an amount of a sum with cents, and a real minus sign if it is deducted: "−$718.00". */
export function formatSigned(amount: string | number): string {
  return dollars.format(Number(amount)).replace("-", "\u2212");
}

/** Join words: "Premium, Dover". Missing ones are left out. */
export const commaList = (...words: (string | number | false | null | undefined)[]) =>
  words.filter(Boolean).join(", ");

/** Format a count with its unit: "1 payment", "1,061 payments". */
export const formatCount = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** Format an estimate in whole dollars to the nearest ten, as emails do: 864 and 1674 as "$860 to $1,670". */
export function formatEstimate({ low, high }: { low: number; high: number }): string {
  const shown = (amount: number) => wholeDollars.format(Math.floor((amount + 5) / 10) * 10);
  return `${shown(low)} to ${shown(high)}`;
}

/** Format an estimate to the dollar, for the desk: "$854 to $1,294". */
export function formatEstimateExact({ low, high }: { low: number; high: number }): string {
  return `${wholeDollars.format(low)} to ${wholeDollars.format(high)}`;
}

/** "About $860 to $1,670"; null without an estimate, or with one that needs a visit. */
export function estimateInWords(estimate: { low: number | null; high: number | null } | null): string | null {
  if (!estimate || estimate.low === null || estimate.high === null) return null;
  return `About ${formatEstimate({ low: estimate.low, high: estimate.high })}`;
}

const dateFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: EASTERN,
  month: "short",
  day: "numeric",
  year: "numeric",
});
const shortDateFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: EASTERN,
  month: "short",
  day: "numeric",
});
const longDateFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: EASTERN,
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
});
const dateTimeFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: EASTERN,
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const clock = { hour: "numeric", minute: "2-digit" } as const;
const timeFormat = new Intl.DateTimeFormat("en-US", { timeZone: EASTERN, ...clock });

// A bare day has no zone: read it as noon, or it would show as the day before.
const instant = (value: string) => new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? dayToInstant(value) : value);

/** "Dec 5, 2026", in Eastern time. Takes an ISO instant or a `YYYY-MM-DD` day. */
export function formatDate(value: string): string {
  return dateFormat.format(instant(value));
}

/** "Nov 24": a day of this season, in Eastern time. */
export function formatShortDate(value: string): string {
  return shortDateFormat.format(instant(value));
}

/** "Saturday, December 5, 2026". */
export function formatLongDate(value: string): string {
  return longDateFormat.format(instant(value));
}

/** "Dec 5, 3:20 PM", in Eastern time. */
export function formatDateTime(value: string): string {
  return dateTimeFormat.format(instant(value));
}

/** "9:00 AM", in Eastern time. */
export function formatTime(value: string): string {
  return timeFormat.format(instant(value));
}

const dayFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: EASTERN,
  weekday: "short",
  month: "short",
  day: "numeric",
});

/** "Sat, Nov 28", in Eastern time. Takes an ISO instant or a `YYYY-MM-DD` day. */
export function formatDay(value: string): string {
  return dayFormat.format(instant(value));
}

const weekdayFormat = new Intl.DateTimeFormat("en-US", { timeZone: EASTERN, weekday: "short" });

/** "Sat", in Eastern time. */
export function formatWeekday(value: string): string {
  return weekdayFormat.format(instant(value));
}

/**
 * Return when something happened, as people say it: "Today, 8:10 AM", "Thu, 4:40 PM", "Nov 2, 4:40 PM". Eastern time.
 */
export function formatDayTime(value: string): string {
  const days = daysBetween(easternDay(instant(value)), easternToday());
  if (days === 0) return `Today, ${formatTime(value)}`;
  return days > 0 && days < 7 ? `${formatWeekday(value)}, ${formatTime(value)}` : formatDateTime(value);
}

/** Return whether the browser's local time differs from New Hampshire's. */
function isOtherTimeZone(value: Date): boolean {
  const local = new Intl.DateTimeFormat("en-US", clock);
  return local.format(value) !== timeFormat.format(value);
}

/** "9:00 AM", and "9:00 AM Eastern" for readers in another time zone. */
export function formatZonedTime(value: string): string {
  const time = timeFormat.format(instant(value));
  return isOtherTimeZone(instant(value)) ? `${time} Eastern` : time;
}

/**
 * Return an instant in words: "8:15 PM tomorrow (Thu, Nov 19)". The date keeps it correct if the page stays open
 * overnight. The time zone is named only for readers in another one.
 */
export function formatDeadline(value: Date): string {
  const time = formatZonedTime(value.toISOString());
  const days = daysBetween(easternToday(), easternDay(value));
  const relative = days === 0 ? "today" : days === 1 ? "tomorrow" : null;
  const day = dayFormat.format(value);
  return relative ? `${time} ${relative} (${day})` : `${time} on ${day}`;
}

/** Return the deadline for our response to a request: 24 hours after it came in. */
export function responseDeadline(createdAt: string): Date {
  return new Date(Date.parse(createdAt) + 86_400_000);
}

/** "Patricia Nolan" as "Patricia", without the comma of "Nolan, Patricia". */
export function firstName(name: string): string {
  return (name.trim().split(/\s+/)[0] ?? name).replace(/,+$/, "");
}

/** Return the last eight characters of an ID, which staff and customers read to each other. */
export function shortId(id: string): string {
  return id.slice(-8);
}
