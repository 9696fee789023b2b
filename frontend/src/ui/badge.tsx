import { type StatusKind, type StatusOf, statusColors, statusLabel, statusMark } from "~/api/statuses";
import { cx } from "~/lib/cx";

const marks = {
  ring: "rounded-full border-2 border-(--line)",
  dot: "rounded-full bg-(--line) forced-colors:bg-[CanvasText]",
  square: "rounded-[2px] bg-(--line) forced-colors:bg-[CanvasText]",
};

interface StatusBadgeProps<Kind extends StatusKind> {
  kind: Kind;
  status: StatusOf<Kind>;
  /** Replaces the status's own label. */
  label?: string | undefined;
}

/**
 * A status badge. Statuses differ in their mark as well as their color, so that color is not the only signal. The
 * transparent outline becomes its edge in forced colors, which have no fills.
 */
export function StatusBadge<Kind extends StatusKind>({ kind, status, label }: StatusBadgeProps<Kind>) {
  const { fill, text, line } = statusColors(kind, status);
  return (
    <span
      className="inline-flex items-center gap-[0.5em] rounded-sm px-[0.65rem] py-[0.42rem] text-xs leading-none font-[650] whitespace-nowrap max-[16rem]:whitespace-normal outline-1 -outline-offset-1 outline-transparent"
      style={{ backgroundColor: fill, color: text, ["--line" as string]: line }}
    >
      <span aria-hidden className={cx("size-2 flex-none", marks[statusMark(kind, status)])} />
      {label ?? statusLabel(kind, status)}
    </span>
  );
}
