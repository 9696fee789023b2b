import type { LucideIcon } from "lucide-react";
import { cx } from "~/lib/cx";
import { useDeskParams } from "./use-desk-params";

export interface DeskView {
  /** The value of the query parameter `view`; "" is the default view of the tab. */
  value: string;
  label: string;
  Icon?: LucideIcon;
}

/** The views of a tab. The selected one is in the URL; the filters stay for when its list is shown again. */
export function ViewChoice({ label, views }: { label: string; views: readonly DeskView[] }) {
  const { get, set } = useDeskParams();
  const open = views.find(({ value }) => value === get("view"))?.value ?? "";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not shrink to scroll in its row
    <div
      role="group"
      aria-label={label}
      className="-mx-gutter flex min-w-0 gap-1.5 overflow-x-auto px-gutter py-1 [scrollbar-width:none] lg:-mx-1 lg:px-1"
    >
      {views.map(({ value, label: words, Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={open === value}
          onClick={() => set({ view: value, open: null })}
          className={cx(
            "inline-flex min-h-(--desk-chip) flex-none items-center gap-2 rounded-md border-[1.5px] px-2.5 py-[0.2rem] text-xs font-[550]",
            open === value
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
