import { useQuery } from "@tanstack/react-query";
import { ArrowRight, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "~/lib/cx";
import { draftsPath, unbilledPath, unscheduledPath } from "../shared/lists-elsewhere";
import { countsQuery } from "../shared/queue-counts";
import { useDeskParams } from "../shared/use-desk-params";
import { kindNames, kinds } from "./kinds";
import type { LiveRow } from "./live-list";

const chip =
  "inline-flex min-h-(--desk-chip) flex-none items-center gap-[0.45em] rounded-md border px-2.5 text-xs font-[550] tabular-nums";

/**
 * Return the number of rows of each kind, without those that this person has just finished and the server still counts.
 * Undefined until the counts have loaded.
 */
export function useCounts(city: string, rows: readonly LiveRow[]) {
  const { data } = useQuery(countsQuery(city));
  if (!data) return undefined;
  // A request in the same millisecond was sent after the response, to fetch what has changed.
  const done = rows.filter(
    ({ acted }) => acted === "pending" || (acted !== null && acted > data.requestedAt),
  );
  const counts = { ...data.kinds };
  let late = data.late;
  for (const { item } of done) {
    counts[item.kind] = Math.max(0, counts[item.kind] - 1);
    if (Date.parse(item.respondBy) < data.requestedAt) late -= 1;
  }
  const { unbilled, drafts, unscheduled } = data;
  return {
    all: Math.max(0, data.all - done.length),
    late: Math.max(0, late),
    kinds: counts,
    unbilled,
    drafts,
    unscheduled,
  };
}

export type Counts = NonNullable<ReturnType<typeof useCounts>>;

/**
 * The filters by kind, each with its number of rows. The selected one is in the URL. Visits that need a day, work that
 * still has to be invoiced and invoices that still have to be sent are on lists of their own, so their numbers are links.
 */
export function KindChips({ counts }: { counts: Counts | undefined }) {
  const { get, set } = useDeskParams();
  const kind = get("kind");
  const late = get("late");
  const choose = (next: { kind?: string; late?: string }) =>
    set({ kind: next.kind ?? null, late: next.late ?? null, open: null });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not shrink to scroll in its row
    <div
      role="group"
      aria-label="Show"
      className="-mx-gutter flex gap-1.5 overflow-x-auto px-gutter py-[3px] [scrollbar-width:none] lg:-mx-[3px] lg:px-[3px]"
    >
      <Chip label="All" count={counts?.all} chosen={!kind && !late} onClick={() => choose({})} />
      <Chip
        label="Late"
        count={counts?.late}
        chosen={late !== ""}
        onClick={() => choose({ late: "true" })}
        icon={<TriangleAlert className="size-4" strokeWidth={1.9} />}
      />
      {kindNames.map((name) => (
        <Chip
          key={name}
          label={kinds[name].plural}
          count={counts?.kinds[name]}
          chosen={kind === name}
          onClick={() => choose({ kind: name })}
        />
      ))}
      <ListLink label="Unscheduled" count={counts?.unscheduled} to={unscheduledPath} />
      <ListLink label="Not invoiced" count={counts?.unbilled} to={unbilledPath} />
      <ListLink label="Drafts not sent" count={counts?.drafts} to={draftsPath} />
    </div>
  );
}

/** A link to a list elsewhere, shown while there is anything on it. */
function ListLink({ label, count, to }: { label: string; count: number | undefined; to: string }) {
  if (!count) return null;
  return (
    <Link to={to} className={cx(chip, "border-border-strong bg-surface text-heading hover:bg-surface-2")}>
      {label} <span className="font-semibold text-muted-foreground">{count.toLocaleString("en-US")}</span>
      <ArrowRight className="size-4" strokeWidth={1.9} />
    </Link>
  );
}

interface ChipProps {
  label: string;
  count: number | undefined;
  chosen: boolean;
  onClick: () => void;
  /** Only the chip for late rows has one. */
  icon?: ReactNode;
}

function Chip({ label, count, chosen, onClick, icon }: ChipProps) {
  const isLate = icon !== undefined && count !== 0;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onClick}
      className={cx(
        chip,
        chosen
          ? "border-secondary bg-secondary text-secondary-foreground forced-selected"
          : "border-border-strong bg-surface hover:bg-surface-2",
        !chosen && (isLate ? "font-bold text-error-text" : "text-heading"),
      )}
    >
      {icon}
      {label}{" "}
      {count !== undefined && (
        <span className={cx("font-semibold", !chosen && !isLate && "text-muted-foreground")}>
          {count.toLocaleString("en-US")}
        </span>
      )}
    </button>
  );
}
