import { RotateCw, TriangleAlert } from "lucide-react";
import { cx } from "~/lib/cx";
import { formatCount } from "~/lib/format";
import type { QueueItem } from "../shared/types";
import { useNow } from "../shared/use-now";
import { kinds } from "./kinds";
import { deadline, shortInstant } from "./when";

/** Return a row's deadline and the time of the next try as text. */
export function useDeadline({ respondBy, retryAt }: QueueItem) {
  const now = useNow();
  const due = deadline(respondBy, now);
  const again = retryAt && Date.parse(retryAt) > now ? `Again ${shortInstant(retryAt, now)}` : null;
  return { ...due, again };
}

/** A row's deadline, its kind and the number of tries. */
export function RowWhen({ item }: { item: QueueItem }) {
  const { words, isLate, again } = useDeadline(item);
  const { label, Icon } = kinds[item.kind];
  const tries = item.tries > 0 && ` · ${formatCount(item.tries, "try", "tries")}`;
  const First = isLate ? TriangleAlert : again ? RotateCw : null;
  return (
    <div className="min-w-0 max-md:flex max-md:gap-2.5">
      <p
        className={cx(
          "flex items-center gap-[0.35em] whitespace-nowrap tabular-nums",
          isLate ? "font-bold text-error-text" : "font-semibold text-heading",
        )}
      >
        {First && <First aria-hidden className="size-4 flex-none" strokeWidth={1.9} />}
        {again && !isLate ? again : words}
      </p>
      <p className="flex min-w-0 items-center gap-[0.4em] text-xs text-muted-foreground">
        <Icon className="size-4 flex-none" />
        <span className="truncate">
          {label}
          {tries}
          {again && isLate && ` · ${again.replace("Again", "again")}`}
        </span>
      </p>
    </div>
  );
}
