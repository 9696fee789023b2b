import type { ReactNode } from "react";
import { TearOffDay } from "~/ui/tear-off-day";

interface DayRowProps {
  day: string;
  /** The day as text. */
  title: ReactNode;
  children: ReactNode;
}

/** A day as the sheet of a tear-off calendar, and what happens then. */
export function DayRow({ day, title, children }: DayRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-5">
      <TearOffDay day={day} large />
      <div className="flex-[1_1_9rem]">
        <p className="text-lg leading-[1.35] font-[650] text-heading">{title}</p>
        <p className="mt-1 text-sm wrap-anywhere text-muted-foreground">{children}</p>
      </div>
    </div>
  );
}
