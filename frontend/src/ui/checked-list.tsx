import { Check } from "lucide-react";
import { cx } from "~/lib/cx";

interface CheckedListProps {
  items: readonly string[];
  /** The grid's gap and margins. */
  className?: string;
}

/** A list with a check mark before each item. */
export function CheckedList({ items, className }: CheckedListProps) {
  return (
    <ul className={cx("grid text-sm leading-[1.4]", className)}>
      {items.map((item) => (
        <li key={item} className="flex gap-[0.65em]">
          <Check
            className="mt-[0.05em] size-[1.25em] flex-none text-success night:text-lamp-400"
            strokeWidth={2.4}
          />
          {item}
        </li>
      ))}
    </ul>
  );
}
