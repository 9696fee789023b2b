import { Check } from "lucide-react";
import { cx } from "~/lib/cx";

/** The drawn box of a checkbox. It follows the invisible `peer` input before it. */
export function CheckMark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "grid flex-none place-items-center rounded-sm border-[1.5px] border-border-strong bg-surface text-transparent " +
          "peer-checked:border-secondary peer-checked:bg-secondary peer-checked:text-secondary-foreground",
        className ?? "size-5",
      )}
    >
      <Check className="size-[0.9rem]" strokeWidth={3} />
    </span>
  );
}

/** The drawn circle of a radio button. It follows the invisible `peer` input before it. */
export function RadioMark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "flex-none rounded-full border-[1.5px] border-border-strong bg-surface " +
          "peer-checked:border-[6px] peer-checked:border-harbor-900 dark:peer-checked:border-lamp-400",
        className ?? "size-5",
      )}
    />
  );
}

/** The input itself: it fills its row, so the whole row is the target. */
export const hiddenInputClass =
  "peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed";

/** A chosen row shows it three times: mark, fill and border. */
export const chosenClass =
  "has-checked:border-selected-border has-checked:bg-selected " +
  "has-checked:not-has-focus-visible:shadow-[inset_0_0_0_1px_var(--selected-border)]";
