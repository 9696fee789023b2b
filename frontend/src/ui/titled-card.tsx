import { type ComponentProps, useId } from "react";
import { cx } from "~/lib/cx";
import { Card } from "./card";

interface TitledCardProps extends ComponentProps<"section"> {
  title: string;
  /** Below the title. */
  text?: string;
}

/** A part of a page in a card, under its heading. */
export function TitledCard({ title, text, className, children, ...section }: TitledCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="scroll-mt-4" {...section}>
      <Card className={cx("grid grid-cols-[minmax(0,1fr)]", className)}>
        <div>
          <h2 id={id} className="font-sans text-xl leading-[1.27] font-bold tracking-normal">
            {title}
          </h2>
          {text && <p className="mt-1 text-sm text-muted-foreground">{text}</p>}
        </div>
        {children}
      </Card>
    </section>
  );
}
