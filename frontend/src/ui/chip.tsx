import type { ComponentProps } from "react";
import { cx } from "~/lib/cx";
import { CheckMark, chosenClass } from "./check-mark";

/** A checkbox as a chip, for a few short extras side by side. */
export function Chip({ className, children, ...input }: Omit<ComponentProps<"input">, "type">) {
  return (
    <label
      className={cx(
        "ring-within relative inline-flex min-h-target items-center gap-[0.5em] rounded-md border-[1.5px] border-border-strong bg-surface px-[0.9rem] py-[0.3rem] text-sm font-[550] text-foreground",
        chosenClass,
        className,
      )}
    >
      <CheckMark {...input} />
      {children}
    </label>
  );
}
