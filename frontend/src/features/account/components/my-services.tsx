import { useQuery } from "@tanstack/react-query";
import { type ComponentType, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { CurrentUser } from "~/api/types";
import { easternTime } from "~/lib/eastern";
import { paths } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";
import { ListSkeleton } from "~/ui/list-view";
import { TabList, TabPanel, Tabs } from "~/ui/tabs";
import { waitingWords, whatsNextQuery } from "../whats-next";
import { ContactChoiceCard } from "./contact-choice";
import { WhatsNext } from "./whats-next";
import { YourData } from "./your-data";
import { YourDetails } from "./your-details";

/** Return a tab whose code loads when the tab is opened, or earlier through `load`. */
function tab<Value extends string>(
  value: Value,
  label: string,
  load: () => Promise<{ default: ComponentType }>,
) {
  const Content = lazyPart(load, { title: `We couldn't load your ${label.toLowerCase()}` });
  return { value, label, load, Content };
}

const tabs = [
  tab("quotes", "Quotes", () => import("~/features/quotes/mine")),
  tab("services", "Services", () => import("~/features/jobs/mine")),
  tab("addresses", "Addresses", () => import("./my-addresses")),
  tab("invoices", "Invoices", () => import("./my-money")),
  tab("storage", "Storage", () => import("~/features/storage/mine")),
  tab("tree-orders", "Tree orders", () => import("~/features/trees/mine")),
] as const;

/** Load the code of a tab that is likely to be opened. If that fails, opening the tab tries again. */
const preload = (likely: string) =>
  void tabs
    .find(({ value }) => value === likely)
    ?.load()
    .catch(() => undefined);

/** Return "Good morning, Eleanor.", by the time in New Hampshire. */
function greeting(firstName: string): string {
  const time = easternTime(new Date());
  const part = time < "12:00" ? "morning" : time < "18:00" ? "afternoon" : "evening";
  return firstName ? `Good ${part}, ${firstName}.` : `Good ${part}.`;
}

/** The customer's area, with its open tab in the URL. */
export function MyServices({ user }: { user: CurrentUser }) {
  const [params, setParams] = useSearchParams();
  const { data: next } = useQuery(whatsNextQuery());
  const waiting = next ? waitingWords(next) : null;
  const open = tabs.find(({ value }) => value === params.get("tab"))?.value ?? "quotes";
  return (
    <Tabs
      value={open}
      // Replace, so that the back button leaves the page instead of going through the tabs.
      onValueChange={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
    >
      <div className="bg-surface">
        <div className="wrap pt-8">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:flex md:items-end md:justify-between">
            <div>
              <h1 className="text-3xl">My Services</h1>
              <p className="mt-[0.3rem] wrap-anywhere text-muted-foreground">
                {greeting(user.firstName)}{" "}
                {waiting ?? "Here are your quotes, visits, addresses, invoices and storage."}
              </p>
            </div>
            {/* Only the one thing that waits for the customer is amber. */}
            <ButtonLink to={paths.quote} variant={next && !waiting ? "primary" : "outline"}>
              Request New Quote
            </ButtonLink>
          </div>
          <WhatsNext />
          <div className="mt-6">
            <TabList label="My Services" value={open} tabs={tabs} grid onLikely={preload} />
          </div>
        </div>
      </div>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-10 pt-8 pb-section">
        {tabs.map(({ value, label, Content }) => (
          <TabPanel key={value} value={value}>
            {value === open && (
              <Suspense fallback={<ListSkeleton label={`Loading ${label}`} />}>
                <Content />
              </Suspense>
            )}
          </TabPanel>
        ))}
        <YourDetails user={user} />
        <ContactChoiceCard />
        <YourData />
      </div>
    </Tabs>
  );
}
