import { ChevronDown, ChevronLeft, ChevronUp, TriangleAlert, Users, X } from "lucide-react";
import { type ReactNode, useDeferredValue } from "react";
import { cx } from "~/lib/cx";
import { formatDayTime, shortId } from "~/lib/format";
import { FormAlert } from "~/ui/alert";
import { Note } from "~/ui/note";
import { escapeWithin } from "../shared/escape-within";
import { WhoDidIt } from "./gone-note";
import { kinds } from "./kinds";
import type { LiveRow } from "./live-list";
import { ReachButtons } from "./reach-buttons";
import { useDeadline } from "./row-when";

export interface DetailsProps {
  row: LiveRow;
  /** The row's position in the list, from 1; null once it has left. */
  place: number | null;
  total: number;
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
}

interface DetailsFrameProps extends DetailsProps {
  children: ReactNode;
  /** Stays in view below the details: the reply box or the next step. */
  footer?: ReactNode;
}

/** The frame of a row's details, with the name, the deadline and the contact buttons. Below 64 rem it covers the list. */
export function DetailsFrame({ row, place, total, onMove, onClose, children, footer }: DetailsFrameProps) {
  const { item } = row;
  // Paint the name and the contact buttons first, and the rest right after.
  const isPainted = useDeferredValue(true, false);
  return (
    <section
      data-details={row.key}
      aria-label={item.customerName}
      onKeyDown={escapeWithin(onClose)}
      className="flex min-h-0 min-w-0 flex-col border-border bg-background lg:border-l"
    >
      <header className="grid flex-none grid-cols-[minmax(0,1fr)] gap-1.5 border-b border-border bg-surface px-gutter py-3 lg:px-5">
        <div className="flex flex-wrap items-center gap-1">
          <button
            type="button"
            onClick={onClose}
            className="-ml-2 mr-auto inline-flex min-h-target items-center gap-0.5 rounded-md px-1.5 text-[0.9375rem] font-semibold text-link lg:hidden"
          >
            <ChevronLeft className="size-5" />
            Due now
          </button>
          <h2
            tabIndex={-1}
            className="min-w-0 font-sans text-[1.25rem] leading-[1.3] font-bold tracking-normal wrap-anywhere max-lg:order-last max-lg:basis-full lg:mr-auto lg:flex-1 lg:truncate"
          >
            {item.customerName}
          </h2>
          {place !== null && (
            <span className="mr-1 text-xs whitespace-nowrap text-muted-foreground tabular-nums">
              {place} of {total}
            </span>
          )}
          <IconButton label="Previous" onClick={() => onMove(-1)} Icon={ChevronUp} />
          <IconButton label="Next" onClick={() => onMove(1)} Icon={ChevronDown} />
          <IconButton label="Close" onClick={onClose} Icon={X} className="max-lg:hidden" />
        </div>
        <Meta row={row} isListed={place !== null} />
        <ReachButtons item={item} />
      </header>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-3.5 px-gutter py-3.5 [scrollbar-width:thin] lg:overflow-y-auto lg:px-5">
        {row.gone && (
          <Note icon={Users}>
            <WhoDidIt item={item} />
          </Note>
        )}
        {row.problem && <FormAlert>{row.problem}</FormAlert>}
        {isPainted && children}
      </div>
      {footer}
    </section>
  );
}

/** The deadline, the kind of row, and when it came in. */
function Meta({ row: { item, gone }, isListed }: { row: LiveRow; isListed: boolean }) {
  const { words, isLate, again } = useDeadline(item);
  const { label } = kinds[item.kind];
  const isWaiting = isListed && !gone;
  return (
    <p className="flex flex-wrap gap-x-3.5 gap-y-0.5 text-xs text-muted-foreground">
      {isWaiting && (
        <span
          className={cx(
            "inline-flex items-center gap-[0.35em] tabular-nums",
            isLate ? "font-bold text-error-text" : "font-semibold text-heading",
          )}
        >
          {isLate && <TriangleAlert className="size-4" strokeWidth={1.9} />}
          {isLate ? words.replace("Late", "Late by") : `Due ${words.replace("In", "in")}`}
        </span>
      )}
      {isWaiting && again && <span>{again}</span>}
      <span>
        {label} <span className="tabular-nums">{shortId(item.id)}</span>, {formatDayTime(item.createdAt)}
      </span>
    </p>
  );
}

interface IconButtonProps {
  label: string;
  onClick: () => void;
  Icon: typeof X;
  className?: string;
}

function IconButton({ label, onClick, Icon, className }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={cx(
        "grid size-target flex-none place-items-center rounded-md text-heading hover:bg-surface-2",
        className,
      )}
    >
      <Icon className="size-5" />
    </button>
  );
}

/** A section of the details with its heading. */
export function DetailsPart({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-[650]">{title}</h3>
      {children}
    </section>
  );
}

/** Facts in two columns; those without a value are left out. */
export function KeyValues({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid content-center gap-1.5 text-xs">
      {items
        .filter(({ value }) => Boolean(value))
        .map(({ label, value }) => (
          <div key={label} className="grid grid-cols-[5.25rem_minmax(0,1fr)] gap-2.5">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="font-[550] wrap-anywhere text-heading">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
