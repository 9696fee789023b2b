import type { ComponentProps } from "react";
import { cx } from "~/lib/cx";

/** A white card on snow. Do not nest cards. `flush` leaves the padding to the content. */
export function Card({ className, flush = false, ...rest }: ComponentProps<"div"> & { flush?: boolean }) {
  return (
    <div
      className={cx(
        "rounded-card border border-border bg-surface shadow-card dark:shadow-none",
        !flush && "p-card",
        className,
      )}
      {...rest}
    />
  );
}
