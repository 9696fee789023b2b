import type { DeskJob } from "~/api/types";
import { addDays, easternDay, easternInstant, easternTime } from "~/lib/eastern";
import type { CalendarView } from "./span";

const QUARTER = 15 * 60 * 1000;
/** By how many days an arrow moves a visit. Up and down mean a week where each row is one. */
const days: Record<CalendarView, Record<string, number>> = {
  week: { ArrowLeft: -1, ArrowRight: 1 },
  month: { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 },
};
/** Up and down mean a quarter of an hour where each column is a day. */
const quarters: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** Where an arrow key puts a visit; null for other keys. Its Eastern time of day stays when the day changes. */
export function nudged({ scheduledDate }: DeskJob, key: string, view: CalendarView): string | null {
  if (!scheduledDate) return null;
  const start = new Date(scheduledDate);
  const step = days[view][key];
  if (step) return easternInstant(addDays(easternDay(start), step), easternTime(start));
  const quarter = quarters[key];
  return quarter ? new Date(start.getTime() + quarter * QUARTER).toISOString() : null;
}
