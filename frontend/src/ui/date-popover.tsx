import { ChevronLeft, ChevronRight } from "lucide-react";
import { Popover } from "radix-ui";
import type { RefObject } from "react";
import { type ChevronProps, DayPicker, type DropdownProps, type Modifiers } from "react-day-picker";
import { dayToLocalDate, easternToday, localDateToDay } from "~/lib/eastern";

interface DatePopoverProps {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  range: "upcoming" | "any";
  required: boolean;
  onClose: () => void;
}

const arrow = "grid size-target place-items-center rounded-md hover:bg-surface-2 aria-disabled:opacity-40";
const dayButton =
  "grid size-[2.625rem] place-items-center rounded-md tabular-nums hover:bg-surface-2 " +
  "disabled:text-muted-foreground disabled:line-through disabled:opacity-70 disabled:hover:bg-transparent";

const classNames = {
  month: "grid gap-2",
  month_caption: "flex min-h-target items-center px-2 text-sm font-[650] text-heading",
  dropdowns: "flex gap-1 pr-24",
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

/** The month or the year, where a calendar goes on for decades. */
function Dropdown({ options = [], ...rest }: DropdownProps) {
  return (
    <select
      {...rest}
      className="min-h-target rounded-md border-[1.5px] border-input bg-surface px-2 text-sm font-[650] text-heading"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** Within a dialog, which takes the calendar's own focus back, move it to the chosen day or today again. */
function focusDay(event: Event) {
  const day = (event.target as HTMLElement).querySelector<HTMLElement>('td [tabindex="0"]');
  if (!day) return;
  event.preventDefault();
  day.focus();
}

const anyDay = {
  captionLayout: "dropdown",
  startMonth: dayToLocalDate("2020-01-01"),
  endMonth: dayToLocalDate("2099-12-31"),
} as const;

/** The calendar of a date field: past days are struck through, and selecting the chosen day clears it. */
export default function DatePopover(props: DatePopoverProps) {
  const { id, anchor, value, onChange, range, required, onClose } = props;
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
          className="z-60 rounded-card border border-border bg-surface p-4 shadow-raised outline-none"
          onOpenAutoFocus={focusDay}
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
            required={required}
            selected={selected}
            onSelect={choose}
            today={today}
            defaultMonth={selected ?? today}
            {...(range === "any" ? anyDay : { startMonth: today, disabled: { before: today } })}
            classNames={classNames}
            components={{ Chevron, Dropdown }}
            labels={{ labelDayButton: dayLabel }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
