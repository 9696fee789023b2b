import { type ComponentProps, useRef } from "react";
import { Segmented } from "~/ui/segmented";
import { CarRow } from "./car-row";

const stories = ["1", "2", "3"].map((value) => ({ value, label: value }));
/** Few people know the width of their house in feet, but most can picture cars parked in front of it. */
const widths = [2, 3, 4].map((cars) => ({
  value: String(cars * 15),
  label: (
    <span className="w-full">
      <CarRow count={cars} />
      {cars} cars
      <span className="block text-xs font-medium opacity-80">{cars * 15} ft</span>
    </span>
  ),
}));

const tallClass = "[&_label]:min-h-16";

type Choice = Omit<ComponentProps<typeof Segmented>, "legend" | "options">;

interface HouseChoicesProps {
  storeys: Choice;
  frontWidthFeet: Choice;
  /** Clears both choices; omitted while there are none. */
  onClear?: (() => void) | undefined;
}

/** Two taps that narrow the estimate: how many stories, and how wide the front is. */
export function HouseChoices({ storeys, frontWidthFeet, onClear }: HouseChoicesProps) {
  const choices = useRef<HTMLDivElement>(null);
  const clear = () => {
    onClear?.();
    // The button disappears, so the focus moves to the first choice.
    choices.current?.querySelector("input")?.focus();
  };
  return (
    <div>
      <div ref={choices} className="grid items-end gap-5 sm:grid-cols-[10.5rem_minmax(0,1fr)]">
        <Segmented legend="Stories" optional options={stories} className={tallClass} {...storeys} />
        <Segmented
          legend="How many cars wide is your house?"
          optional
          options={widths}
          className={tallClass}
          {...frontWidthFeet}
        />
      </div>
      {onClear && (
        <button type="button" onClick={clear} className="text-link min-h-target text-sm">
          Clear stories and width
        </button>
      )}
    </div>
  );
}
