import type { LucideIcon } from "lucide-react";
import { cx } from "~/lib/cx";

interface ChipRowProps {
  /** Names the choice for screen readers: "Status". */
  label: string;
  options: readonly { value: string; label: string; Icon?: LucideIcon }[];
  chosen: string;
  onChoose: (value: string) => void;
}

/** A choice as a row of chips that scrolls sideways on phones. */
export function ChipRow({ label, options, chosen, onChoose }: ChipRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not shrink to scroll in its row
    <div
      role="group"
      aria-label={label}
      className="-mx-gutter flex min-w-0 gap-1.5 overflow-x-auto px-gutter py-1 [scrollbar-width:none] lg:-mx-1 lg:px-1"
    >
      {options.map(({ value, label: words, Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => onChoose(value)}
          className={cx(
            "inline-flex min-h-(--desk-chip) flex-none items-center gap-2 rounded-md border-[1.5px] px-2.5 py-[0.2rem] text-xs font-[550]",
            chosen === value
              ? "border-secondary bg-secondary text-secondary-foreground forced-selected"
              : "border-border-strong bg-surface text-foreground hover:bg-surface-2",
          )}
        >
          {Icon && <Icon className="size-[1.25em]" />}
          {words}
        </button>
      ))}
    </div>
  );
}
