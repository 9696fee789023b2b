import type { ComponentProps, ReactNode } from "react";
import { cx } from "~/lib/cx";
import { CheckMark, chosenClass, RadioMark } from "./check-mark";

interface OptionRowProps extends Omit<ComponentProps<"input">, "title" | "type"> {
  type: "radio" | "checkbox";
  title: ReactNode;
  description?: ReactNode;
  price?: ReactNode;
}

/** A choice with a price. The whole row is clickable. Group rows in a `FieldGroup`. */
export function OptionRow({ type, title, description, price, className, ...input }: OptionRowProps) {
  const Mark = type === "radio" ? RadioMark : CheckMark;
  return (
    <label
      className={cx(
        "ring-within relative grid min-h-13 grid-cols-[auto_minmax(0,1fr)_auto] max-[16rem]:grid-cols-[auto_minmax(0,1fr)] items-center gap-[0.8rem] rounded-md border-[1.5px] border-input bg-surface px-[0.95rem] py-[0.7rem] text-sm leading-[1.35]",
        chosenClass,
        className,
      )}
    >
      <Mark {...input} />
      <span>
        <span className="block text-[1rem] font-[650] wrap-anywhere text-heading">{title}</span>
        {description && <span className="text-xs text-muted-foreground">{description}</span>}
      </span>
      {price && (
        <span className="font-[650] whitespace-nowrap text-heading max-[16rem]:col-start-2">{price}</span>
      )}
    </label>
  );
}
