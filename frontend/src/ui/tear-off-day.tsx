import { formatLongDate } from "~/lib/format";

/** A day as the sheet of a tear-off calendar. Takes an ISO instant or a `YYYY-MM-DD` day; Eastern time. */
export function TearOffDay({ day }: { day: string }) {
  const words = formatLongDate(day);
  const [weekday = "", month = "", date = ""] = words.split(/,? /);
  return (
    <div className="w-17 flex-none self-start overflow-hidden rounded-md border border-border bg-surface text-center">
      <span className="sr-only">{words}</span>
      <span
        aria-hidden
        className="block bg-harbor-900 text-2xs leading-[1.35rem] font-[650] text-white dark:bg-harbor-700"
      >
        {weekday.slice(0, 3)}
      </span>
      <span aria-hidden className="display block text-[1.625rem] leading-tight">
        {date}
      </span>
      <span aria-hidden className="block pb-[0.4rem] text-2xs leading-none text-muted-foreground">
        {month.slice(0, 3)}
      </span>
    </div>
  );
}
