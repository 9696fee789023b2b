import type { DeskJob } from "~/api/types";
import { addDays, easternDay, easternInstant, easternTime } from "~/lib/eastern";
import { MORNING } from "../shared/start-fields";
import type { CalendarView } from "./span";

/**
 * Return when a visit starts after it is dropped on the calendar. The place is an Eastern day or time: "2026-11-24" or
 * "2026-11-24T09:30:00-05:00". Dropped on a day, a visit keeps its time; an unscheduled one starts in the morning.
 */
export function droppedOn(place: string, { scheduledDate }: DeskJob): string {
  const clock = scheduledDate ? easternTime(new Date(scheduledDate)) : MORNING;
  return easternInstant(place.slice(0, 10), place.slice(11, 16) || clock);
}

const QUARTER = 15 * 60 * 1000;
/** The number of days by which an arrow key moves a visit. In the month view, each row is a week. */
const days: Record<CalendarView, Record<string, number>> = {
  week: { ArrowLeft: -1, ArrowRight: 1 },
  month: { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 },
};
/** In the week view, up and down move a visit by 15 minutes. */
const quarters: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** Return where an arrow key moves a visit; null for other keys. The Eastern time stays when the day changes. */
export function nudged({ scheduledDate }: DeskJob, key: string, view: CalendarView): string | null {
  if (!scheduledDate) return null;
  const start = new Date(scheduledDate);
  const step = days[view][key];
  if (step) return easternInstant(addDays(easternDay(start), step), easternTime(start));
  const quarter = quarters[key];
  return quarter ? new Date(start.getTime() + quarter * QUARTER).toISOString() : null;
}
