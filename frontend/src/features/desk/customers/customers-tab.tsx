import { DeskTabBody, DeskTabHeader } from "../shared/desk-tab-header";
import { useDeskParams } from "../shared/use-desk-params";
import { ViewChoice } from "../shared/view-choice";
import { CustomerList } from "./customer-list";
import { CustomerPage } from "./customer-page";
import { Outbox } from "./outbox";

const views = [
  { value: "", label: "All customers", Content: CustomerList },
  { value: "outbox", label: "Outbox", Content: Outbox },
] as const;

/** The tab "Customers": everybody, everything of one person, and every message to them. */
export default function CustomersTab() {
  const { get } = useDeskParams();
  const person = get("person");
  if (person) return <CustomerPage customerKey={person} />;
  const { Content } = views.find(({ value }) => value === get("view")) ?? views[0];
  return (
    <>
      <DeskTabHeader title="Customers">
        <ViewChoice label="View" views={views} />
      </DeskTabHeader>
      <DeskTabBody>
        <Content />
      </DeskTabBody>
    </>
  );
}
