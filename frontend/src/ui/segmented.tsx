import type { ComponentProps, ReactNode } from "react";
import { edgeInputClass } from "./check-mark";
import { FieldGroup } from "./field";

interface SegmentedProps<Value extends string>
  extends Omit<ComponentProps<"input">, "value" | "defaultValue" | "type" | "className"> {
  legend: string;
  name: string;
  optional?: boolean | undefined;
  options: readonly { value: Value; label: ReactNode }[];
  /** The controlled value, "" for none. Omit it with react-hook-form's `register`. */
  value?: Value | "" | undefined;
  defaultValue?: Value | undefined;
  onValueChange?: ((value: Value) => void) | undefined;
  help?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
}

/** Radio buttons for a few short choices, in one bar. */
export function Segmented<Value extends string>({
  legend,
  optional,
  options,
  value,
  defaultValue,
  onValueChange,
  help,
  error,
  className,
  ...input
}: SegmentedProps<Value>) {
  const choose = onValueChange && {
    onChange: (event: { target: { value: string } }) => onValueChange(event.target.value as Value),
  };
  return (
    <FieldGroup label={legend} optional={optional} help={help} error={error} className={className} radio>
      <div className="grid auto-cols-[minmax(min-content,1fr)] grid-flow-col max-[16rem]:grid-flow-row min-[24rem]:auto-cols-[minmax(max-content,1fr)] rounded-md border-[1.5px] border-border-strong bg-surface">
        {options.map((option) => (
          <label
            key={option.value}
            className="ring-within relative grid min-h-target place-items-center border-l-[1.5px] border-border-strong px-2 text-center text-sm font-semibold text-heading first:rounded-l-[0.4rem] first:border-l-0 last:rounded-r-[0.4rem] has-checked:bg-secondary has-checked:text-secondary-foreground has-checked:forced-selected has-focus-visible:z-1"
          >
            <input
              type="radio"
              className={edgeInputClass}
              {...input}
              {...choose}
              value={option.value}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
            />
            {option.label}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
