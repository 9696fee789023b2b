import { useId } from "react";
import { setTheme, type Theme, useTheme } from "~/lib/theme";
import { edgeInputClass } from "./check-mark";
import { useEarlyInput } from "./early-input";

const themes: { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Switch between the light theme, the dark theme and the device's setting. */
export function ThemeSwitch() {
  const theme = useTheme();
  const id = useId();
  useEarlyInput(id);
  return (
    <fieldset id={id} className="flex min-w-0 flex-wrap items-center gap-x-4">
      <legend className="float-left pr-1">Theme</legend>
      {themes.map(({ value, label }) => (
        <label
          key={value}
          className="ring-within relative flex min-h-target items-center rounded-sm px-1 underline-offset-4 has-checked:font-semibold has-checked:text-white has-checked:underline has-checked:decoration-2 hover:text-white"
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => setTheme(value)}
            className={edgeInputClass}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
