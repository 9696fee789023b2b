import { useSearchParams } from "react-router";
import type { CurrentUser } from "~/api/types";
import { MyInvoices } from "~/features/invoices/mine";
import { MyJobs } from "~/features/jobs/mine";
import { MyQuotes } from "~/features/quotes/mine";
import { MyStorage } from "~/features/storage/mine";
import { MyTreeOrders } from "~/features/trees/mine";
import { paths } from "~/lib/paths";
import { ButtonLink } from "~/ui/button";
import { TabList, TabPanel, Tabs } from "~/ui/tabs";
import { MyAddresses } from "./my-addresses";
import { NeedsYou } from "./needs-you";
import { YourDetails } from "./your-details";

const tabs = [
  { value: "quotes", label: "Quotes", Content: MyQuotes },
  { value: "services", label: "Services", Content: MyJobs },
  { value: "addresses", label: "Addresses", Content: MyAddresses },
  { value: "invoices", label: "Invoices", Content: MyInvoices },
  { value: "storage", label: "Storage", Content: MyStorage },
  { value: "tree-orders", label: "Tree orders", Content: MyTreeOrders },
] as const;

/** The customer's area, with its open tab in the URL. */
export function MyServices({ user }: { user: CurrentUser }) {
  const [params, setParams] = useSearchParams();
  const open = tabs.find(({ value }) => value === params.get("tab"))?.value ?? "quotes";
  return (
    <Tabs
      value={open}
      // Replace, so that "back" leaves the page instead of going through the tabs.
      onValueChange={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
    >
      <div className="bg-surface">
        <div className="wrap pt-8">
          <div className="grid gap-5 md:flex md:items-end md:justify-between">
            <div>
              <h1 className="text-3xl">My Services</h1>
              <p className="mt-[0.3rem] text-muted-foreground">
                {user.firstName ? `Hi ${user.firstName}, here are your` : "Your"} quotes, visits, addresses,
                invoices and storage.
              </p>
            </div>
            <ButtonLink to={paths.quote}>Request New Quote</ButtonLink>
          </div>
          <NeedsYou />
          <div className="mt-6">
            <TabList label="My Services" value={open} tabs={tabs} />
          </div>
        </div>
      </div>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-10 pt-8 pb-section">
        {tabs.map(({ value, Content }) => (
          <TabPanel key={value} value={value}>
            <Content />
          </TabPanel>
        ))}
        <YourDetails user={user} />
      </div>
    </Tabs>
  );
}
