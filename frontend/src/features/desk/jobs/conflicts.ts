import { statusIn } from "~/api/statuses";
import type { DeskJob } from "~/api/types";

/** Two visits that start less than this apart need two crews, in milliseconds. */
const APART = 2 * 60 * 60 * 1000;

type Visit = Pick<DeskJob, "id" | "scheduledDate" | "status">;

const start = ({ scheduledDate }: Visit) => Date.parse(scheduledDate ?? "");
const counts = ({ scheduledDate, status }: Visit) =>
  scheduledDate !== null && !statusIn("job", "calledOff", status);

/** Return whether two visits conflict: neither is canceled, and they start within two hours of each other. */
export function collide(one: Visit, other: Visit): boolean {
  if (one.id === other.id || !counts(one) || !counts(other)) return false;
  return Math.abs(start(one) - start(other)) < APART;
}

/** Return conflicts: the ID of each visit with its conflicting visits, earliest first. */
export function findConflicts<Job extends Visit>(visits: readonly Job[]): Map<string, Job[]> {
  const sorted = visits.filter(counts).sort((a, b) => start(a) - start(b));
  const conflicts = new Map<string, Job[]>();
  const add = (job: Job, other: Job) => conflicts.set(job.id, [...(conflicts.get(job.id) ?? []), other]);
  sorted.forEach((job, place) => {
    for (const other of sorted.slice(place + 1)) {
      if (!collide(job, other)) break;
      add(job, other);
      add(other, job);
    }
  });
  return conflicts;
}
