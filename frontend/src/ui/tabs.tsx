import { Tabs as RadixTabs } from "radix-ui";
import { type FocusEvent, type ReactNode, useEffect, useRef } from "react";
import { cx } from "~/lib/cx";

interface TabsProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
  /** A `TabList` and a `TabPanel` per tab. */
  children: ReactNode;
}

/** Tabs with arrow keys. The caller controls which one is open. */
export function Tabs<Value extends string>({ onValueChange, ...rest }: TabsProps<Value>) {
  return <RadixTabs.Root onValueChange={(value) => onValueChange(value as Value)} {...rest} />;
}

interface TabListProps<Value extends string> {
  label: string;
  value: Value;
  /** `count`: the number of items that wait in the tab. */
  tabs: readonly { value: Value; label: string; count?: number }[];
  /** 44 px high, for the desk. */
  dense?: boolean;
  /** Three columns on phones, so that every tab is in view, instead of a row that scrolls. */
  grid?: boolean;
  /** Called when the pointer or the focus is on a tab, which is then likely to be opened next. */
  onLikely?: (value: Value) => void;
}

/** Set `data-more` to the sides on which the row continues out of view: "before", "after" or both. */
function markOverflow(row: HTMLDivElement) {
  const { scrollLeft, clientWidth, scrollWidth } = row;
  const isAfter = scrollLeft + clientWidth < scrollWidth - 1;
  row.dataset.more = `${scrollLeft > 1 ? "before" : ""} ${isAfter ? "after" : ""}`;
}

/** The row of tabs. If it is too long, it scrolls, fades out where it continues, and keeps the open tab in view. */
export function TabList<Value extends string>({
  label,
  value,
  tabs,
  grid = false,
  dense = false,
  onLikely,
}: TabListProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  const counted = tabs.some(({ count }) => count !== undefined);
  useEffect(() => {
    const list = row.current;
    if (!list) return;
    const observer = new ResizeObserver(() => markOverflow(list));
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a number that arrives later moves the tabs
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    if (!row.current || !tab) return;
    row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.clientWidth) / 2;
  }, [value, counted]);

  return (
    <RadixTabs.List
      ref={row}
      aria-label={label}
      onScroll={({ currentTarget }) => markOverflow(currentTarget)}
      // Radix focuses a clicked tab by script, and browsers then show the focus ring as they do for the keyboard.
      onPointerDown={({ currentTarget }) => currentTarget.setAttribute("data-pointer", "")}
      onKeyDown={({ currentTarget }) => currentTarget.removeAttribute("data-pointer")}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.removeAttribute("data-pointer");
      }}
      className={cx(
        grid ? "grid grid-cols-3 max-[16rem]:grid-cols-1 sm:flex" : "flex",
        "data-[more~=after]:mask-r-from-85% data-[more~=before]:mask-l-from-85%",
        "relative -mx-(--spacing-gutter) gap-1 overflow-x-auto px-gutter shadow-[inset_0_-1px_0_var(--border)] [scrollbar-width:none] sm:mx-0 sm:px-0",
      )}
    >
      {tabs.map((tab) => (
        <RadixTabs.Trigger
          key={tab.value}
          value={tab.value}
          data-tab={tab.value}
          onPointerEnter={() => onLikely?.(tab.value)}
          onFocus={() => onLikely?.(tab.value)}
          className={cx(
            "flex-none border-b-[3px] border-transparent py-2 text-sm font-semibold",
            dense ? "min-h-11 px-[0.6rem]" : "min-h-12 px-[0.9rem]",
            "text-muted-foreground transition-colors duration-(--duration-base) hover:text-heading",
            "aria-selected:border-lamp-500 aria-selected:text-heading aria-selected:forced-selected",
            // An inset ring, because the scrolling row would clip it.
            "-outline-offset-4! focus-visible:shadow-none! in-data-pointer:outline-none!",
          )}
        >
          {tab.label}
          {tab.count !== undefined && " "}
          {tab.count !== undefined && (
            <span className="ml-[0.25em] rounded-sm bg-secondary px-[0.4rem] py-1 text-2xs leading-none font-bold text-secondary-foreground tabular-nums forced-selected">
              {tab.count.toLocaleString("en-US")} <span className="sr-only">waiting</span>
            </span>
          )}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
  );
}

/** The content of a tab. It is rendered only while the tab is open. */
export function TabPanel({
  value,
  className = "rounded-card",
  children,
}: {
  value: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <RadixTabs.Content value={value} className={className}>
      {children}
    </RadixTabs.Content>
  );
}
