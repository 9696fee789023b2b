import type { ReactNode } from "react";
import { lazyPart } from "~/ui/lazy-part";

const tab = <Value extends string>(
  value: Value,
  label: string,
  load: () => Promise<{ default: () => ReactNode }>,
) => ({
  value,
  label,
  Content: lazyPart(load, { title: `We couldn't load ${label}`, atDesk: true }),
});

/** The tabs in the order of the day. The code of each is loaded when it is first opened. */
export const tabs = [
  tab("due", "Due now", () => import("../queue/queue-tab")),
  tab("quotes", "Quote Management", () => import("../quotes/quotes-tab")),
  tab("jobs", "Job Scheduling", () => import("../jobs/jobs-tab")),
  tab("trees", "Tree Orders", () => import("../trees/trees-tab")),
  tab("invoices", "Invoices", () => import("../invoices/invoices-tab")),
  tab("customers", "Customers", () => import("../customers/customers-tab")),
  tab("subscriptions", "Subscriptions", () => import("../subscriptions/subscriptions-tab")),
  tab("analytics", "Analytics", () => import("../analytics/analytics-tab")),
] as const;

export type DeskTab = (typeof tabs)[number]["value"];
