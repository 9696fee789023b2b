import type { ReactNode } from "react";
import { formatDayParts } from "../format";

interface DayRowProps {
  day: string;
  /** The day in words. */
  title: string;
  children: ReactNode;
}

/** A day as the sheet of a tear-off calendar, and what happens then. */
export function DayRow({ day, title, children }: DayRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-5">
      <DayTear day={day} />
      <div className="min-w-0 flex-[1_1_9rem]">
        <p className="text-lg leading-[1.35] font-[650] text-heading">{title}</p>
        <p className="mt-1 text-sm wrap-anywhere text-muted-foreground">{children}</p>
      </div>
    </div>
  );
}

/** Decorative: the text beside it says the day. */
function DayTear({ day }: { day: string }) {
  const { weekday, date, month } = formatDayParts(day);
  return (
    <div
      aria-hidden
      className="w-25 flex-none overflow-hidden rounded-card border border-border bg-surface text-center shadow-card dark:shadow-none"
    >
      <span className="block bg-harbor-900 text-xs leading-7 font-[650] text-white dark:bg-harbor-700">
        {weekday}
      </span>
      <span className="display block text-[2.75rem] leading-[1.15]">{date}</span>
      <span className="block pb-2 text-xs text-muted-foreground">{month}</span>
    </div>
  );
}
