import { Calendar } from "lucide-react";
import { Suspense, useId, useRef, useState } from "react";
import { cx } from "~/lib/cx";
import { formatDate } from "~/lib/format";
import { loadAhead } from "~/lib/load-part";
import { useFieldControl } from "./field";
import { lazyPart } from "./lazy-part";
import { inputClass } from "./text-input";

// The calendar is loaded on demand, since most visitors never open it.
const loadPopover = () => import("./date-popover");
const DatePopover = lazyPart(loadPopover, { title: "We couldn't load the calendar", atDesk: true });
const onIntent = loadAhead(loadPopover);

interface DateFieldProps {
  /** A calendar day, `YYYY-MM-DD`. */
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  /** `upcoming`: today or later. `any`: from 2020 to 2099, with the month and year to select. */
  range?: "upcoming" | "any" | undefined;
  /** Selecting the chosen day again keeps it instead of clearing it. */
  required?: boolean | undefined;
  placeholder?: string;
}

/** The date picker of all forms. Put it inside a `Field`. */
export function DateField({
  value: given,
  onChange,
  range = "upcoming",
  required = false,
  placeholder = "Pick a date",
}: DateFieldProps) {
  // The value may come from a URL that someone has edited.
  const value = given && !Number.isNaN(Date.parse(given)) ? given : undefined;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const popoverId = useId();
  const valueId = useId();
  const { id, "aria-describedby": describedBy, "aria-invalid": invalid } = useFieldControl();

  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? popoverId : undefined}
        // Announce the chosen day, since the accessible name is only the label.
        aria-describedby={cx(valueId, describedBy)}
        data-invalid={invalid}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        onClick={() => setOpen(!open)}
        className={cx(
          inputClass,
          "flex items-center justify-between gap-[0.6rem] text-left data-invalid:border-destructive",
          !value && "text-muted-foreground",
        )}
      >
        <span id={valueId}>{value ? formatDate(value) : placeholder}</span>
        <Calendar className="size-[1.25em] flex-none text-muted-foreground" />
      </button>
      {open && (
        <Suspense>
          <DatePopover
            id={popoverId}
            anchor={button}
            value={value}
            onChange={onChange}
            range={range}
            required={required}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
