import { Tabs as RadixTabs } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";
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
  tabs: readonly { value: Value; label: string }[];
}

/** The row of tabs. On phones it scrolls sideways and keeps the open tab visible. */
export function TabList<Value extends string>({ label, value, tabs }: TabListProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    if (!row.current || !tab) return;
    row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.clientWidth) / 2;
  }, [value]);

  return (
    <RadixTabs.List
      ref={row}
      aria-label={label}
      className="relative -mx-(--spacing-gutter) flex gap-1 overflow-x-auto px-gutter shadow-[inset_0_-1px_0_var(--border)] [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      {tabs.map((tab) => (
        <RadixTabs.Trigger
          key={tab.value}
          value={tab.value}
          data-tab={tab.value}
          className={cx(
            "min-h-12 flex-none border-b-[3px] border-transparent px-[0.9rem] py-2 text-sm font-semibold",
            "text-muted-foreground transition-colors duration-(--duration-base) hover:text-heading",
            "aria-selected:border-lamp-500 aria-selected:text-heading aria-selected:forced-selected",
            // An inset ring, because the scrolling row would clip it.
            "-outline-offset-4! focus-visible:shadow-none!",
          )}
        >
          {tab.label}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
  );
}

/** The content of a tab. It is rendered only while the tab is open. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <RadixTabs.Content value={value} className="rounded-card">
      {children}
    </RadixTabs.Content>
  );
}
