const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** With less time left than this, a request is marked as due soon. */
const SOON = 4 * HOUR;

export interface PromiseState {
  /** The remaining time, such as "3 h left", "40 min left", "Late by 2 h" or "Late by 3 days". */
  words: string;
  urgency: "calm" | "soon" | "late";
}

/** Return a duration as "40 min", "3 h" or, from 48 hours on, "2 days", rounded down. `length` is in milliseconds. */
export function span(length: number): string {
  if (length < HOUR) return `${Math.floor(length / MINUTE)} min`;
  if (length < 48 * HOUR) return `${Math.floor(length / HOUR)} h`;
  return `${Math.floor(length / (24 * HOUR))} days`;
}

/** Return the time left to respond within 24 hours (specification, section 1). `now` is in milliseconds. */
export function promiseState(respondBy: string, now: number): PromiseState {
  const left = Date.parse(respondBy) - now;
  if (left < 0) return { words: `Late by ${span(-left)}`, urgency: "late" };
  return { words: `${span(left)} left`, urgency: left < SOON ? "soon" : "calm" };
}
