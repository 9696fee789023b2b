import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "~/lib/cx";
import { useFieldControl } from "./field";
import { inputClass } from "./text-input";

interface SelectProps extends ComponentProps<"select"> {
  /** Shown while nothing is chosen. Choosing it clears the selection. */
  placeholder?: string | undefined;
  /** The options, unless they are `children`. */
  options?: readonly { value: string; label: string }[] | undefined;
}

/** A styled native select, the best picker on phones. Put it inside a `Field`. */
export function Select({ className, placeholder, options, children, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select className={cx(inputClass, "appearance-none pr-10", className)} {...useFieldControl()} {...rest}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-[0.85rem] size-5 -translate-y-1/2 text-muted-foreground" />
    </span>
  );
}
