import { choices, statuses } from "./catalog.gen";

export type StatusKind = keyof typeof statuses;
export type StatusOf<Kind extends StatusKind> = keyof (typeof statuses)[Kind]["members"] & string;
type GroupOf<Kind extends StatusKind> = keyof (typeof statuses)[Kind]["groups"];

export type JobKind = keyof typeof choices.jobKind;

interface Look {
  label: string;
  tone: string;
  mark: "ring" | "dot" | "square";
}

function lookOf<Kind extends StatusKind>(kind: Kind, status: StatusOf<Kind>): Look {
  return (statuses[kind].members as Record<string, Look>)[status] as Look;
}

/** Return the label of a status. */
export function statusLabel<Kind extends StatusKind>(kind: Kind, status: StatusOf<Kind>): string {
  return lookOf(kind, status).label;
}

/** ring: waiting or inactive · dot: normal · square: a date or a place. */
export function statusMark<Kind extends StatusKind>(kind: Kind, status: StatusOf<Kind>): Look["mark"] {
  return lookOf(kind, status).mark;
}

/** The CSS values of a status's colors. */
export function statusColors<Kind extends StatusKind>(kind: Kind, status: StatusOf<Kind>) {
  const { tone } = lookOf(kind, status);
  return { fill: `var(--tone-${tone}-bg)`, text: `var(--tone-${tone}-fg)`, line: `var(--tone-${tone}-line)` };
}

/** Return all statuses of a kind, in the order of the process. */
export function statusesOf<Kind extends StatusKind>(kind: Kind): StatusOf<Kind>[] {
  return Object.keys(statuses[kind].members) as StatusOf<Kind>[];
}

/** Return all statuses of a kind with their labels, for a filter. */
export const statusOptions = (kind: StatusKind) =>
  statusesOf(kind).map((value) => ({ value: value as string, label: statusLabel(kind, value) }));

/**
 * Return whether a status belongs to a group that the backend declares.
 * @example statusIn("invoice", "payable", invoice.status)
 */
export function statusIn<Kind extends StatusKind>(
  kind: Kind,
  group: GroupOf<Kind>,
  status: StatusOf<Kind>,
): boolean {
  const { groups } = statuses[kind] as { groups: Record<GroupOf<Kind>, readonly string[]> };
  return groups[group].includes(status);
}

/**
 * Return what the badge of a visit in this status says, and whose colors it has. A visit without a day is not called
 * scheduled.
 */
export function visitBadge(
  status: StatusOf<"job">,
  scheduledDate: string | null,
): { status: StatusOf<"job">; label: string } {
  return scheduledDate === null && statusIn("job", "upcoming", status)
    ? { status: "in_progress", label: "Unscheduled" }
    : { status, label: statusLabel("job", status) };
}

/** The kinds of jobs, in the order of a season. */
export const jobKinds = Object.keys(choices.jobKind) as [JobKind, ...JobKind[]];

/** "service" as "Service visit". */
export function jobKindName(kind: JobKind): string {
  return choices.jobKind[kind];
}
