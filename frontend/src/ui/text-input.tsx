import type { ComponentProps } from "react";
import { cx } from "~/lib/cx";
import { useFieldControl } from "./field";

/** The classes of text controls. */
export const inputClass =
  "w-full min-h-(--control) rounded-md border-[1.5px] border-input bg-surface px-[0.85rem] py-(--control-y) " +
  "text-(length:--field-text) leading-[1.4] text-foreground placeholder:text-muted-foreground " +
  "disabled:border-border disabled:bg-surface-2 disabled:text-muted-foreground " +
  "aria-invalid:border-destructive aria-invalid:not-focus-visible:shadow-[inset_0_0_0_1px_var(--destructive)]";

/** A one-line text control; put it inside a `Field`. */
export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input type={type} className={cx(inputClass, className)} {...useFieldControl()} {...rest} />;
}
