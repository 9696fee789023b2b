import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { SkeletonRegion } from "~/ui/skeleton";
import { TabList, TabPanel, Tabs } from "~/ui/tabs";
import { DeskTabBody } from "../shared/desk-tab-header";
import { TableSkeleton } from "../shared/table-skeleton";
import { useDeskParams } from "../shared/use-desk-params";
import { type DeskTab, tabs } from "./desk-tabs";
import { useDeskTitle } from "./use-desk-title";
import { usePageKeys } from "./use-page-keys";

/** The desk. Tab, filters, search and open row are in the URL. */
export function Dashboard() {
  const { get, openTab } = useDeskParams();
  const open = tabs.find(({ value }) => value === get("tab"))?.value ?? "due";
  const asked = useRef<string>(open);
  useEffect(() => {
    asked.current = open;
  }, [open]);
  // A click fires twice, on mouse down and on focus. Add only one history entry.
  const choose = (tab: DeskTab) => {
    if (asked.current === tab) return;
    asked.current = tab;
    openTab(tab);
  };
  usePageKeys();
  const waiting = useDeskTitle(tabs.find(({ value }) => value === open)?.label ?? "");
  const labeled = tabs.map(({ value, label }) => ({
    value,
    label,
    ...(value === "due" && waiting !== undefined ? { count: waiting } : {}),
  }));
  return (
    <Tabs value={open} onValueChange={choose} className="flex min-h-0 flex-1 flex-col">
      <TabStrip>
        <TabList label="Desk" value={open} tabs={labeled} dense />
      </TabStrip>
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        {tabs.map(({ value, label, Content }) => (
          <TabPanel
            key={value}
            value={value}
            // `relative`: hidden texts stay in the panel and do not make the page itself scroll.
            className="relative flex min-h-0 flex-1 flex-col -outline-offset-4! not-data-[state=active]:hidden lg:overflow-y-auto print:overflow-visible"
          >
            {/* A panel renders once more while it closes, with the next tab's filters, so its content goes first. */}
            {value === open && (
              <Suspense fallback={<TabSkeleton label={label} />}>
                <Content />
              </Suspense>
            )}
          </TabPanel>
        ))}
      </main>
    </Tabs>
  );
}

/** The row of tabs. */
function TabStrip({ children }: { children: ReactNode }) {
  return (
    <nav
      aria-label="Parts of the desk"
      className="flex-none bg-surface px-gutter shadow-[inset_0_-1px_0_var(--border)] sm:px-[calc(var(--spacing-gutter)-0.6rem)]"
    >
      {children}
    </nav>
  );
}

/** The placeholder of a tab while its code loads. */
function TabSkeleton({ label }: { label: string }) {
  return (
    <DeskTabBody>
      <TableSkeleton label={`Loading ${label}`} />
    </DeskTabBody>
  );
}

/** The desk without its tabs: while the session loads, or with `children` if it could not be loaded. */
export function DashboardSkeleton({ children }: { children?: ReactNode }) {
  return (
    <>
      <TabStrip>
        {children ? (
          <div className="h-11" />
        ) : (
          <SkeletonRegion
            label="Loading the tabs"
            className="flex h-11 items-center"
            bar="h-5 w-full max-w-200"
          />
        )}
      </TabStrip>
      <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 lg:overflow-y-auto">
        {children ?? <TabSkeleton label="the dashboard" />}
      </main>
    </>
  );
}
