import { type ReactNode, useId } from "react";
import { cx } from "~/lib/cx";
import { Card } from "~/ui/card";

interface SectionProps {
  title: string;
  /** Below the title. */
  text?: string;
  /** At the right of the title. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of the page under its heading. */
export function Section({ title, text, aside, className, children }: SectionProps) {
  const id = useId();
  return (
    <Card
      role="group"
      aria-labelledby={id}
      className={cx("grid grid-cols-[minmax(0,1fr)] content-start gap-3.5", className)}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={id} className="text-xl">
          {title}
        </h3>
        {aside && <div className="text-xs text-muted-foreground">{aside}</div>}
        {text && <p className="basis-full text-sm text-muted-foreground">{text}</p>}
      </div>
      {children}
    </Card>
  );
}
