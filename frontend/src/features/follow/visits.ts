import { statusIn } from "~/api/statuses";
import type { QuoteJob } from "~/api/types";
import { daysUntil } from "./format";

export type DatedVisit = QuoteJob & { scheduledDate: string };

const byDate = (a: DatedVisit, b: DatedVisit) => Date.parse(a.scheduledDate) - Date.parse(b.scheduledDate);

/** Return the visits scheduled for today or later, the next one first. */
export function visitsToCome(jobs: readonly QuoteJob[]): DatedVisit[] {
  return jobs
    .filter(
      (visit): visit is DatedVisit => visit.scheduledDate !== null && statusIn("job", "open", visit.status),
    )
    .filter(({ scheduledDate }) => daysUntil(scheduledDate) >= 0)
    .sort(byDate);
}
