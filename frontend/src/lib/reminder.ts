import { addDays, easternInstant } from "./eastern";

/**
 * Return the sentence that promises a reminder of a day (`YYYY-MM-DD`); "" from 4:00 PM Eastern on the day before. The
 * server sends reminders at 5:00 PM, and none to someone who hears of the day within the hour before
 * (`is_too_late_to_remind`).
 */
export function reminderWords(day: string): string {
  const last = easternInstant(addDays(day, -1), "16:00");
  return Date.now() <= Date.parse(last) ? "We'll remind you the evening before." : "";
}
