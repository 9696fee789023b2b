import type { Job } from "./types";

const kinds: Record<Job["kind"], string> = {
  installation: "Installation",
  service: "Service visit",
  takedown: "Takedown",
};

/** What the crew comes for, in the order of a season. */
export const jobKinds = Object.keys(kinds) as Job["kind"][];

/** "service" as "Service visit". */
export function jobKindName(kind: Job["kind"]): string {
  return kinds[kind];
}
