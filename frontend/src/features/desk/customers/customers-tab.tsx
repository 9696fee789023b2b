import { useDeskParams } from "../shared/use-desk-params";
import { ViewTab } from "../shared/view-tab";
import { CustomerList } from "./customer-list";
import { CustomerPage } from "./customer-page";
import { Outbox } from "./outbox";

const views = [
  { value: "", label: "All customers", Content: CustomerList },
  { value: "outbox", label: "Outbox", Content: Outbox },
] as const;

/** The tab "Customers": the list, one customer's page, or the outbox. */
export default function CustomersTab() {
  const { get } = useDeskParams();
  const person = get("person");
  return person ? <CustomerPage customerKey={person} /> : <ViewTab title="Customers" views={views} />;
}
