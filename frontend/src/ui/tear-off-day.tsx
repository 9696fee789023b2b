import { cx } from "~/lib/cx";
import { formatLongDate } from "~/lib/format";

interface TearOffDayProps {
  /** An ISO instant or a `YYYY-MM-DD` day; shown in Eastern time. */
  day: string;
  /** For the day that a card is about. It is decorative, since the card also has the day in words. */
  large?: boolean;
}

/** A day as the sheet of a tear-off calendar. */
export function TearOffDay({ day, large = false }: TearOffDayProps) {
  const words = formatLongDate(day);
  const [weekday = "", month = "", date = ""] = words.split(/,? /);
  return (
    <div
      className={cx(
        "flex-none self-start overflow-hidden border border-border bg-surface text-center",
        large ? "w-25 rounded-card shadow-card dark:shadow-none" : "w-17 rounded-md",
      )}
    >
      {!large && <span className="sr-only">{words}</span>}
      <span
        aria-hidden
        className={cx(
          "block bg-harbor-900 font-[650] text-white dark:bg-harbor-700",
          large ? "text-xs leading-7" : "text-2xs leading-[1.35rem]",
        )}
      >
        {weekday.slice(0, 3)}
      </span>
      <span
        aria-hidden
        className={cx(
          "display block",
          large ? "text-[2.75rem] leading-[1.15]" : "text-[1.625rem] leading-tight",
        )}
      >
        {date}
      </span>
      <span
        aria-hidden
        className={cx(
          "block text-muted-foreground",
          large ? "pb-2 text-xs" : "pb-[0.4rem] text-2xs leading-none",
        )}
      >
        {large ? month : month.slice(0, 3)}
      </span>
    </div>
  );
}
