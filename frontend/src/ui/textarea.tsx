import type { ComponentProps } from "react";
import { cx } from "~/lib/cx";
import { useFieldControl } from "./field";
import { inputClass } from "./text-input";

/** A text control of several lines; put it inside a `Field`. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  const look = cx(inputClass, "block min-h-24 resize-y", className);
  return <textarea rows={rows} className={look} {...useFieldControl()} {...rest} />;
}
