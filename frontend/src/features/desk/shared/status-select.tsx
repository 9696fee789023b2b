import { ChevronDown } from "lucide-react";
import { type StatusKind, type StatusOf, statusesOf, statusLabel } from "~/api/statuses";
import { StatusBadge } from "~/ui/badge";

interface StatusSelectProps<Kind extends StatusKind> {
  kind: Kind;
  value: StatusOf<Kind>;
  onChange: (status: StatusOf<Kind>) => void;
  /** What the badge of a status says, and whose colors it has; by default its own. */
  badgeOf?: (status: StatusOf<Kind>) => { status: StatusOf<Kind>; label: string };
  /** What the badge says instead, while the choices keep their names. */
  words?: string | undefined;
  /** Names the select for screen readers: "Status of quote 7be2d310, Eleanor Hayes". */
  label: string;
}

/** A dropdown of all statuses of an entity. It shows the badge, with the browser's select invisible on top of it. */
export function StatusSelect<Kind extends StatusKind>({
  kind,
  value,
  onChange,
  badgeOf = (status) => ({ status, label: statusLabel(kind, status) }),
  words,
  label,
}: StatusSelectProps<Kind>) {
  return (
    <span className="ring-within relative flex min-h-target w-full min-w-0 items-center justify-between gap-2 rounded-md border-[1.5px] border-input bg-surface px-[0.6rem]">
      <span className="min-w-0 overflow-hidden *:whitespace-normal">
        <StatusBadge kind={kind} {...badgeOf(value)} {...(words && { label: words })} />
      </span>
      <ChevronDown className="size-5 flex-none text-muted-foreground" />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as StatusOf<Kind>)}
        className="absolute inset-0 size-full cursor-pointer text-foreground opacity-0"
      >
        {statusesOf(kind).map((status) => (
          <option key={status} value={status}>
            {badgeOf(status).label}
          </option>
        ))}
      </select>
    </span>
  );
}
