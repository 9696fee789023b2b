import type { ReactNode } from "react";

/** A key of the keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-[1.375rem] min-w-[1.375rem] place-items-center rounded-sm border border-b-2 border-border bg-surface px-[0.3rem] font-sans text-2xs leading-none font-semibold text-foreground night:border-harbor-500 night:bg-transparent night:text-harbor-200">
      {children}
    </kbd>
  );
}

/** The name of a key together with Ctrl, or ⌘ on a Mac: "Ctrl K". */
export const commandKey = (key: string) => `${/Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl"} ${key}`;

const names: Record<string, string> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  Control: "Ctrl",
};

/** Return what a key, or several pressed together ("Alt+ArrowUp"), is called: "Alt ↑". */
export const keyName = (key: string) =>
  key
    .split("+")
    .map((each) => names[each] ?? each)
    .join(" ");
