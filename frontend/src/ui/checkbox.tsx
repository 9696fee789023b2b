import type { ComponentProps } from "react";
import { cx } from "~/lib/cx";
import { CheckMark } from "./check-mark";

/** A single checkbox with its label. */
export function Checkbox({ className, children, ...input }: Omit<ComponentProps<"input">, "type">) {
  return (
    <label
      className={cx(
        "ring-within relative flex min-h-target items-center gap-3 rounded-sm text-sm",
        className,
      )}
    >
      <CheckMark {...input} />
      {children}
    </label>
  );
}
