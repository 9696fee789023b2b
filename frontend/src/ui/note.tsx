import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "~/lib/cx";

/** A note with an icon, such as "Rather talk it over?" */
export function Note({
  icon: Icon,
  className,
  children,
}: {
  icon: LucideIcon;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={cx(
        "flex gap-[0.7rem] rounded-md bg-surface-2 px-4 py-[0.9rem] text-sm leading-[1.45]",
        className,
      )}
    >
      <Icon className="mt-[0.1em] size-[1.25em] flex-none text-muted-foreground" />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
    </div>
  );
}
