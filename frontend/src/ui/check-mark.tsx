import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "~/lib/cx";

const input = "peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed";

// In forced colors the browser replaces our colors with the system's, so the marks use the system's selection color.
const forcedMark =
  "forced-colors:peer-checked:forced-color-adjust-none forced-colors:peer-checked:border-[Highlight]";

/** A checkbox: an invisible input on top of a drawn box. Put it inside a label. */
export function CheckMark(props: Omit<ComponentProps<"input">, "type" | "className">) {
  return (
    <span className="relative grid size-5 flex-none">
      <input type="checkbox" className={input} {...props} />
      <span
        aria-hidden
        // The check is hidden, not transparent: forced colors would paint a transparent one.
        className={cx(
          "pointer-events-none grid place-items-center rounded-sm border-[1.5px] border-border-strong bg-surface",
          "*:invisible peer-checked:*:visible",
          "peer-checked:border-secondary peer-checked:bg-secondary peer-checked:text-secondary-foreground",
          "forced-colors:peer-checked:bg-[Highlight] forced-colors:peer-checked:text-[HighlightText]",
          forcedMark,
        )}
      >
        <Check className="size-[0.9rem]" strokeWidth={3} />
      </span>
    </span>
  );
}

/** A radio button, drawn the same way. */
export function RadioMark(props: Omit<ComponentProps<"input">, "type" | "className">) {
  return (
    <span className="relative grid size-5 flex-none">
      <input type="radio" className={input} {...props} />
      <span
        aria-hidden
        className={cx(
          "pointer-events-none rounded-full border-[1.5px] border-border-strong bg-surface",
          "peer-checked:border-[6px] peer-checked:border-harbor-900 dark:peer-checked:border-lamp-400",
          forcedMark,
        )}
      />
    </span>
  );
}

/**
 * The input of a choice without a visible mark (a segment, a swatch): a strip at the label's edge, so that the text
 * stays clickable.
 */
export const edgeInputClass = "absolute inset-y-0 left-0 w-2 cursor-pointer opacity-0";

/** A selected row has a mark, a fill and a border. */
export const chosenClass =
  "has-checked:border-selected-border has-checked:bg-selected " +
  "has-checked:not-has-focus-visible:shadow-[inset_0_0_0_1px_var(--selected-border)] " +
  "forced-colors:has-checked:border-[Highlight]";
