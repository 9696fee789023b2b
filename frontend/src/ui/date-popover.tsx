import { ChevronLeft, ChevronRight } from "lucide-react";
import { Popover } from "radix-ui";
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import { type ChevronProps, DayPicker, type DropdownProps, type Modifiers } from "react-day-picker";
import { dayToLocalDate, easternToday, localDateToDay } from "~/lib/eastern";
import { commaList } from "~/lib/format";
import { readTypedDay } from "~/lib/typed-day";
import { TextInput } from "./text-input";

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
  return commaList(today && "Today", dayName.format(day), selected && "selected");
}

function Chevron({ orientation }: ChevronProps) {
  const Icon = orientation === "left" ? ChevronLeft : ChevronRight;
  return <Icon className="size-5" strokeWidth={2} />;
}

/** The select for the month or year of a calendar that spans decades. */
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

/** Move the focus to the chosen day or today. Inside a dialog, the calendar's own autofocus is undone. */
function focusDay(event: Event) {
  const day = (event.target as HTMLElement).querySelector<HTMLElement>('td [tabindex="0"]');
  if (!day) return;
  event.preventDefault();
  day.focus();
}

const FIRST_DAY = "2020-01-01";
const LAST_DAY = "2099-12-31";
const anyDay = {
  captionLayout: "dropdown",
  startMonth: dayToLocalDate(FIRST_DAY),
  endMonth: dayToLocalDate(LAST_DAY),
} as const;

/** Return the message for a typed day that can't be chosen in this range; null if it can. */
function problemOf(day: string | undefined, range: "upcoming" | "any"): string | null {
  if (!day) return "We can't read that date. Type it like 12/5 or Dec 5.";
  if (range === "upcoming") return day < easternToday() ? "Please pick today or a later date" : null;
  return day < FIRST_DAY || day > LAST_DAY ? "Please pick a date from 2020 to 2099" : null;
}

interface TypedDayProps {
  range: "upcoming" | "any";
  input: RefObject<HTMLInputElement | null>;
  onChoose: (day: string) => void;
}

/** The other way to choose a day: type it and press Enter. */
function TypedDay({ range, input, onChoose }: TypedDayProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const day = readTypedDay(event.currentTarget.value, range === "upcoming");
    const message = problemOf(day, range);
    setProblem(message);
    if (day && !message) onChoose(day);
  };
  return (
    <div className="mb-2 grid gap-[0.4rem]">
      <label htmlFor={id} className="text-sm font-semibold text-heading">
        Type a date
      </label>
      <TextInput
        ref={input}
        id={id}
        autoComplete="off"
        enterKeyHint="done"
        placeholder="12/5 or Dec 5"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-problem`}
        onChange={() => setProblem(null)}
        onKeyDown={onKeyDown}
      />
      <p
        id={`${id}-problem`}
        role="alert"
        className="max-w-72 text-sm font-[550] text-error-text empty:hidden"
      >
        {problem}
      </p>
    </div>
  );
}

/**
 * The calendar of a date field: past days are struck through, and selecting the chosen day clears it. Typing anywhere
 * in it moves to the field for a typed date.
 */
export default function DatePopover(props: DatePopoverProps) {
  const { id, anchor, value, onChange, range, required, onClose } = props;
  const input = useRef<HTMLInputElement>(null);
  const today = dayToLocalDate(easternToday());
  const selected = value ? dayToLocalDate(value) : undefined;
  const choose = (day: string | undefined) => {
    onChange(day);
    onClose();
  };
  const typeInstead = ({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent) => {
    if (altKey || ctrlKey || metaKey || !/^[\da-z]$/i.test(key) || target instanceof HTMLSelectElement)
      return;
    input.current?.focus(); // the field then receives this key
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
          className="z-60 max-h-(--radix-popover-content-available-height) overflow-y-auto rounded-card border border-border bg-surface p-4 shadow-raised outline-none"
          onKeyDown={typeInstead}
          onOpenAutoFocus={focusDay}
          onCloseAutoFocus={() => anchor.current?.focus()}
          onInteractOutside={(event) => {
            // A click on the field's own button closes it; closing here too would reopen it.
            if (event.target instanceof Node && anchor.current?.contains(event.target))
              event.preventDefault();
          }}
        >
          <TypedDay range={range} input={input} onChoose={choose} />
          <DayPicker
            mode="single"
            autoFocus
            required={required}
            selected={selected}
            onSelect={(day: Date | undefined) => choose(day && localDateToDay(day))}
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
