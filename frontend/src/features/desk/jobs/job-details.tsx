import { packageName } from "~/api/catalog-names";
import type { DeskJob } from "~/api/types";
import { visitFacts } from "~/features/jobs";
import { cx } from "~/lib/cx";
import { commaList, formatMoneyExact, shortId } from "~/lib/format";
import { Facts } from "~/ui/record-card";
import { ContactLinks } from "../shared/contact-links";
import { HistoryList } from "../shared/history-list";
import { linkFact, quotePath } from "../shared/record-links";
import { PanelPart } from "../shared/row-panel";
import { MoveForm } from "./move-form";
import { NotesForm } from "./notes-form";

interface JobDetailsProps {
  job: DeskJob;
  /** One column, for a dialog. */
  narrow?: boolean;
  /** Called after the visit was moved. */
  onMoved?: (() => void) | undefined;
}

/** The details of a visit: contact, time, notes and history. */
export function JobDetails({ job, narrow = false, onMoved }: JobDetailsProps) {
  const { quote, scheduledDate } = job;
  return (
    <>
      <ContactLinks name={quote.fullName} phone={quote.phone} email={quote.email} />
      <Facts
        items={[
          ...visitFacts(job),
          {
            label: "Address",
            value: commaList(quote.streetAddress, quote.city),
            wide: true,
          },
          { label: "Package", value: packageName(quote.servicePackage) },
          { label: "Amount", value: quote.quoteAmount && formatMoneyExact(quote.quoteAmount) },
          linkFact("Quote", quotePath(job.quoteId), shortId(job.quoteId)),
        ]}
      />
      <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-6", !narrow && "lg:grid-cols-3 lg:gap-8")}>
        <PanelPart title={scheduledDate ? "Move" : "Pick a day"}>
          <MoveForm key={job.id} job={job} onDone={onMoved} />
        </PanelPart>
        <PanelPart title="Notes for the crew">
          <NotesForm key={job.id} job={job} />
        </PanelPart>
        <PanelPart title="History">
          <HistoryList kind="jobs" id={job.id} />
        </PanelPart>
      </div>
    </>
  );
}
