import { ChevronLeft, ChevronRight } from "lucide-react";
import { Popover } from "radix-ui";
import type { RefObject } from "react";
import { type ChevronProps, DayPicker, type Modifiers } from "react-day-picker";
import { dayToLocalDate, easternToday, localDateToDay } from "~/lib/eastern";

interface DatePopoverProps {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  onClose: () => void;
}

const arrow = "grid size-target place-items-center rounded-md hover:bg-surface-2 aria-disabled:opacity-40";
const dayButton =
  "grid size-[2.625rem] place-items-center rounded-md tabular-nums hover:bg-surface-2 " +
  "disabled:text-muted-foreground disabled:line-through disabled:opacity-70 disabled:hover:bg-transparent";

const classNames = {
  month: "grid gap-2",
  month_caption: "flex min-h-target items-center px-2 text-sm font-[650] text-heading",
  nav: "absolute top-0 right-0 flex",
  months: "relative",
  button_previous: arrow,
  button_next: arrow,
  month_grid: "border-collapse text-sm",
  weekday: "h-8 text-center text-xs font-normal text-muted-foreground",
  day: "p-0 text-center",
  day_button: dayButton,
  today: "font-bold",
  outside: "invisible",
  selected:
    "[&>button]:forced-selected [&>button]:bg-harbor-900 [&>button]:font-bold [&>button]:text-white dark:[&>button]:bg-lamp-400 dark:[&>button]:text-harbor-950",
};

const dayName = new Intl.DateTimeFormat("en-US", { dateStyle: "full" });

/** "Today, Saturday, December 5, 2026, selected": the name contains the number on the button, for voice control. */
function dayLabel(day: Date, { today, selected }: Modifiers): string {
  return [today && "Today", dayName.format(day), selected && "selected"].filter(Boolean).join(", ");
}

function Chevron({ orientation }: ChevronProps) {
  const Icon = orientation === "left" ? ChevronLeft : ChevronRight;
  return <Icon aria-hidden className="size-5" />;
}

/** The calendar of a date field: past days are struck through, and selecting the chosen day clears it. */
export default function DatePopover({ id, anchor, value, onChange, onClose }: DatePopoverProps) {
  const today = dayToLocalDate(easternToday());
  const selected = value ? dayToLocalDate(value) : undefined;
  const choose = (day: Date | undefined) => {
    onChange(day && localDateToDay(day));
    onClose();
  };
  return (
    <Popover.Root open onOpenChange={(open) => open || onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          align="start"
          sideOffset={8}
          collisionPadding={8}
          aria-label="Choose a date"
          className="z-30 rounded-card border border-border bg-surface p-4 shadow-raised outline-none"
          onCloseAutoFocus={() => anchor.current?.focus()}
          onInteractOutside={(event) => {
            // A click on the field's own button closes it; closing here too would reopen it.
            if (event.target instanceof Node && anchor.current?.contains(event.target))
              event.preventDefault();
          }}
        >
          <DayPicker
            mode="single"
            autoFocus
            selected={selected}
            onSelect={choose}
            today={today}
            startMonth={today}
            defaultMonth={selected ?? today}
            disabled={{ before: today }}
            classNames={classNames}
            components={{ Chevron }}
            labels={{ labelDayButton: dayLabel }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
