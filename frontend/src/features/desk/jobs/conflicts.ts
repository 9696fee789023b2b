import { statusIn } from "~/api/statuses";
import type { DeskJob } from "~/api/types";

/** Visits that start less than this apart conflict, in milliseconds. */
const CONFLICT_WINDOW = 2 * 60 * 60 * 1000;

type Visit = Pick<DeskJob, "id" | "scheduledDate" | "status">;

const start = ({ scheduledDate }: Visit) => Date.parse(scheduledDate ?? "");
const needsCrew = ({ scheduledDate, status }: Visit) =>
  scheduledDate !== null && !statusIn("job", "calledOff", status);

/** Return whether two visits conflict: neither is canceled, and they start within two hours of each other. */
export function collide(one: Visit, other: Visit): boolean {
  if (one.id === other.id || !needsCrew(one) || !needsCrew(other)) return false;
  return Math.abs(start(one) - start(other)) < CONFLICT_WINDOW;
}

/** Return the ID of each conflicting visit with the visits it conflicts with, earliest first. */
export function findConflicts<Job extends Visit>(visits: readonly Job[]): Map<string, Job[]> {
  const sorted = visits.filter(needsCrew).sort((a, b) => start(a) - start(b));
  const conflicts = new Map<string, Job[]>();
  const add = (job: Job, other: Job) => conflicts.set(job.id, [...(conflicts.get(job.id) ?? []), other]);
  sorted.forEach((job, index) => {
    for (const other of sorted.slice(index + 1)) {
      if (!collide(job, other)) break;
      add(job, other);
      add(other, job);
    }
  });
  return conflicts;
}
