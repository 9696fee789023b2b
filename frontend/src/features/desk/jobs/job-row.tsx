import { useQueryClient } from "@tanstack/react-query";
import { memo, useId } from "react";
import { packageName } from "~/api/catalog-names";
import { jobKindName, type StatusOf, statusLabel } from "~/api/statuses";
import type { DeskJob, RevisedJob } from "~/api/types";
import { formatDate, formatTime, shortId } from "~/lib/format";
import { ConflictNote } from "../shared/conflict-note";
import { DeskCell, DeskDetailRow, DeskRow } from "../shared/desk-table";
import { EmailText } from "../shared/email-text";
import { RowPanel, RowToggle, useOpenRow } from "../shared/row-panel";
import { jobRows } from "../shared/rows";
import { SaveRow } from "../shared/save-row";
import { StatusSelect } from "../shared/status-select";
import { useRowEdit } from "../shared/use-row-edit";
import { jobAffects } from "./api";
import { putJob } from "./job-cache";
import { JobDetails } from "./job-details";
import { useOfferTakedown } from "./takedown-offer";

export const jobColumns = [
  { label: "Customer" },
  { label: "Job", sort: "createdAt" },
  { label: "When", sort: "scheduledDate" },
  { label: "Package, city" },
  { label: "Status" },
  { label: "Actions", srOnlyLabel: true },
] as const;

const readJob = ({ status }: DeskJob) => ({ status });

function useJobEdit(job: DeskJob) {
  const queryClient = useQueryClient();
  const offerTakedown = useOfferTakedown();
  return useRowEdit({
    rows: jobRows,
    row: job,
    read: readJob,
    body: (changed) => ({ body: changed }),
    saved: "Job Updated",
    affects: jobAffects,
    onSaved: (saved: RevisedJob) => {
      putJob(queryClient, saved);
      if (saved.offersTakedown) offerTakedown(saved);
    },
  });
}

/** One visit: its status is changed in place, the rest in its panel. */
export const JobRow = memo(function JobRow({ job }: { job: DeskJob }) {
  const edit = useJobEdit(job);
  const { isOpen, toggle } = useOpenRow(job.id);
  const panelId = useId();
  const what = `job ${shortId(job.id)}, ${job.quote.fullName}`;
  const overtaken = edit.differences.length > 0;
  return (
    <>
      <DeskRow marked={edit.isDirty} open={isOpen || overtaken}>
        <DeskCell label="Customer" kind="lead" className="lg:max-w-56">
          <b className="block font-[650] text-heading">{job.quote.fullName}</b>
          <span className="text-xs text-muted-foreground">
            <EmailText address={job.quote.email} />
          </span>
        </DeskCell>
        <DeskCell label="Job">
          <span>
            <span className="tabular-nums">{shortId(job.id)}</span>{" "}
            <span className="text-xs text-muted-foreground lg:block">{jobKindName(job.kind)}</span>
          </span>
        </DeskCell>
        <DeskCell label="When">
          <When scheduledDate={job.scheduledDate} />
        </DeskCell>
        <DeskCell label="Package">
          <span>
            {packageName(job.quote.servicePackage).split(" ")[0]}{" "}
            <span className="text-xs text-muted-foreground lg:block">{job.quote.city}</span>
          </span>
        </DeskCell>
        <DeskCell label="Status" className="lg:w-56">
          <StatusSelect
            kind="job"
            label={`Status of ${what}`}
            value={edit.values.status}
            onChange={(status) => edit.change({ status })}
          />
        </DeskCell>
        <DeskCell label="Actions" kind="action">
          <SaveRow edit={edit} what={what} />
          <RowToggle isOpen={isOpen} onToggle={toggle} what={what} panelId={panelId} />
        </DeskCell>
      </DeskRow>
      {overtaken && (
        <DeskDetailRow columns={jobColumns.length}>
          <ConflictNote
            kind="jobs"
            id={job.id}
            differences={edit.differences}
            show={(_, status) => ({ label: "Status", words: statusLabel("job", status as StatusOf<"job">) })}
            onTakeTheirs={edit.reset}
          />
        </DeskDetailRow>
      )}
      {isOpen && (
        <DeskDetailRow columns={jobColumns.length}>
          <RowPanel id={panelId} onClose={toggle}>
            <JobDetails job={job} />
          </RowPanel>
        </DeskDetailRow>
      )}
    </>
  );
});

function When({ scheduledDate }: { scheduledDate: string | null }) {
  if (!scheduledDate) return <span className="text-muted-foreground">No day yet</span>;
  return (
    <time dateTime={scheduledDate} className="tabular-nums">
      {formatDate(scheduledDate)}{" "}
      <span className="text-xs text-muted-foreground lg:block">{formatTime(scheduledDate)} Eastern</span>
    </time>
  );
}
