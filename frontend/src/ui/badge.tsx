import { cx } from "~/lib/cx";

/** ring: waiting or inactive · dot: normal · square: a date or a place. */
type Mark = "ring" | "dot" | "square";

const statuses = {
  quote: {
    pending: ["Pending", "ring"],
    quoting: ["Quoting", "dot"],
    reviewed: ["Reviewed", "dot"],
    approved: ["Approved", "dot"],
    service_scheduled: ["Service Scheduled", "square"],
    complete: ["Complete", "dot"],
    complete_storage: ["Complete with Storage", "square"],
    rejected: ["Rejected", "dot"],
  },
  job: {
    scheduled: ["Scheduled", "square"],
    in_progress: ["In Progress", "ring"],
    completed: ["Completed", "dot"],
    cancelled: ["Cancelled", "dot"],
  },
  address: {
    active: ["Active", "dot"],
    subscribed: ["Subscribed", "dot"],
    items_in_storage: ["Items in Storage", "square"],
    inactive: ["Inactive", "ring"],
  },
  invoice: {
    draft: ["Draft", "ring"],
    sent: ["Sent", "dot"],
    paid: ["Paid", "dot"],
    overdue: ["Overdue", "dot"],
    cancelled: ["Cancelled", "dot"],
  },
  "tree-order": {
    pending: ["Pending", "ring"],
    confirmed: ["Confirmed", "dot"],
    scheduled: ["Scheduled", "square"],
    delivered: ["Delivered", "dot"],
    cancelled: ["Cancelled", "dot"],
  },
  subscription: {
    incomplete: ["Not Paid Yet", "ring"],
    active: ["Active", "dot"],
    past_due: ["Past Due", "dot"],
    canceling: ["Canceling", "square"],
    canceled: ["Canceled", "ring"],
    inactive: ["Inactive", "ring"],
  },
} as const satisfies Record<string, Record<string, readonly [string, Mark]>>;

export type StatusKind = keyof typeof statuses;
export type StatusOf<Kind extends StatusKind> = keyof (typeof statuses)[Kind] & string;

function entry<Kind extends StatusKind>(kind: Kind, status: StatusOf<Kind>): readonly [string, Mark] {
  return statuses[kind][status] as readonly [string, Mark];
}

/** The status in words, as customers read it: never the stored value. */
export function statusLabel<Kind extends StatusKind>(kind: Kind, status: StatusOf<Kind>): string {
  return entry(kind, status)[0];
}

/** Every status of a kind, in the order in which things go. */
export function statusesOf<Kind extends StatusKind>(kind: Kind): StatusOf<Kind>[] {
  return Object.keys(statuses[kind]) as StatusOf<Kind>[];
}

const marks: Record<Mark, string> = {
  ring: "rounded-full border-2 border-(--line)",
  dot: "rounded-full bg-(--line)",
  square: "rounded-[2px] bg-(--line)",
};

/** A status as a colored badge whose mark differs too, so that color is never the only sign. */
export function StatusBadge<Kind extends StatusKind>({
  kind,
  status,
}: {
  kind: Kind;
  status: StatusOf<Kind>;
}) {
  const [label, mark] = entry(kind, status);
  const tone = `--status-${kind}-${status.replaceAll("_", "-")}`;
  return (
    <span
      className="inline-flex items-center gap-[0.5em] rounded-sm px-[0.65rem] py-[0.42rem] text-xs leading-none font-[650] whitespace-nowrap"
      style={{
        backgroundColor: `var(${tone}-bg)`,
        color: `var(${tone}-fg)`,
        ["--line" as string]: `var(${tone}-line)`,
      }}
    >
      <span aria-hidden className={cx("size-2 flex-none", marks[mark])} />
      {label}
    </span>
  );
}
