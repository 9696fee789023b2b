/** 2026 as "2026/27": a season runs from July to June. */
export function seasonName(year: number): string {
  return `${year}/${String((year + 1) % 100).padStart(2, "0")}`;
}

/** Return the last `count` days, or all if it is 0. */
export function lastDays<Day>(days: readonly Day[], count: number): readonly Day[] {
  return count > 0 ? days.slice(-count) : days;
}

/** Return a rounded percentage; 0 if the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole > 0 ? Math.round((part / whole) * 100) : 0;
}

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** "2026-11" as "Nov 2026". */
export function monthName(month: string): string {
  return monthFormat.format(new Date(`${month}-15T12:00:00Z`));
}

const dayFormat = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** "2026-11-05" as "Nov 5": the axis has no space for the year. */
export function dayName(day: string): string {
  return dayFormat.format(new Date(`${day}T12:00:00Z`));
}
