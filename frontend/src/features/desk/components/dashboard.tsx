import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { lazyPart } from "~/ui/lazy-part";
import { Skeleton, SkeletonRegion } from "~/ui/skeleton";
import { TabList, TabPanel, Tabs } from "~/ui/tabs";
import { TableSkeleton } from "../shared/table-skeleton";
import { useDeskParams } from "../shared/use-desk-params";

const tab = <Value extends string>(
  value: Value,
  label: string,
  load: () => Promise<{ default: () => ReactNode }>,
) => ({
  value,
  label,
  Content: lazyPart(load, { title: `We couldn't load ${label}`, atDesk: true }),
});

/** The tabs in order. The code of each is loaded when it is first opened. */
const tabs = [
  tab("due", "Due now", () => import("../queue/queue-tab")),
  tab("quotes", "Quote Management", () => import("../quotes/quotes-tab")),
  tab("jobs", "Job Scheduling", () => import("../jobs/jobs-tab")),
  tab("subscriptions", "Subscriptions", () => import("../subscriptions/subscriptions-tab")),
  tab("analytics", "Analytics", () => import("../analytics/analytics-tab")),
  tab("trees", "Tree orders", () => import("../trees/trees-tab")),
  tab("invoices", "Invoices", () => import("../invoices/invoices-tab")),
  tab("customers", "Customers", () => import("../customers/customers-tab")),
] as const;

type DeskTab = (typeof tabs)[number]["value"];

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
  return (
    <Tabs value={open} onValueChange={choose}>
      <div className="bg-surface">
        <div className="wrap pt-8">
          <Heading />
          <div className="mt-6">
            <TabList label="Admin dashboard" value={open} tabs={tabs} />
          </div>
        </div>
      </div>
      <div className="wrap pt-7 pb-section">
        {tabs.map(({ value, label, Content }) => (
          <TabPanel key={value} value={value}>
            {/* Not left to the panel alone: it draws once more while it closes, with the filters of the next tab. */}
            {value === open && (
              <Suspense fallback={<TableSkeleton label={`Loading ${label}`} />}>
                <Content />
              </Suspense>
            )}
          </TabPanel>
        ))}
      </div>
    </Tabs>
  );
}

function Heading() {
  return (
    <>
      <p className="text-sm text-muted-foreground">
        <span>System Administrator</span>, <span>Full Management Dashboard</span>
      </p>
      <h1 className="mt-[0.2rem] text-3xl">Admin dashboard</h1>
    </>
  );
}

/** The placeholder of the dashboard while the session loads. */
export function DashboardSkeleton() {
  return (
    <>
      <SkeletonRegion label="Loading the dashboard" className="bg-surface">
        <div className="wrap grid gap-4 pt-8">
          <Skeleton className="h-5 w-80 max-w-full" />
          <Skeleton className="h-10 w-64 max-w-full" />
          <Skeleton className="mt-2 h-11 w-full max-w-200" />
        </div>
      </SkeletonRegion>
      <div className="wrap pt-7">
        <TableSkeleton label="Loading the dashboard" />
      </div>
    </>
  );
}
