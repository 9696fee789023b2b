import { memo } from "react";
import { packageName } from "~/api/catalog-names";
import { jobKindName } from "~/api/statuses";
import type { DeskJob } from "~/api/types";
import { withoutDay } from "~/features/jobs";
import { formatDate, formatTime, shortId } from "~/lib/format";
import { type Column, DeskRow } from "../shared/desk-table";
import { NameAndEmail } from "../shared/name-and-email";
import { type OpenRow, RowPanel, useOpenRow } from "../shared/row-panel";
import { saveColumn } from "../shared/save-row";
import { JobDetails } from "./job-details";
import { type JobEdit, JobStatus, StatusConflict, useJobEdit } from "./job-status";

/** A visit and what its row's controls need. */
interface JobItem {
  job: DeskJob;
  edit: JobEdit;
  panel: OpenRow;
  what: string;
}

export const jobColumns: readonly Column<JobItem>[] = [
  {
    label: "Customer",
    kind: "lead",
    className: "lg:max-w-56",
    cell: ({ job }) => <NameAndEmail name={job.quote.fullName} email={job.quote.email} />,
  },
  {
    label: "Job",
    sort: "createdAt",
    cell: ({ job }) => (
      <span>
        <span className="tabular-nums">{shortId(job.id)}</span>{" "}
        <span className="text-xs text-muted-foreground lg:block">{jobKindName(job.kind)}</span>
      </span>
    ),
  },
  {
    label: "When",
    sort: "scheduledDate",
    cell: ({ job }) => <When scheduledDate={job.scheduledDate} status={job.status} />,
  },
  {
    label: "Package, city",
    cell: ({ job }) => (
      <span>
        {packageName(job.quote.servicePackage).split(" ")[0]}{" "}
        <span className="text-xs text-muted-foreground lg:block">{job.quote.city}</span>
      </span>
    ),
  },
  {
    label: "Status",
    className: "lg:w-56",
    cell: ({ job, edit, what }) => <JobStatus job={job} edit={edit} what={what} />,
  },
  saveColumn,
];

/** One visit: its status is changed in place, the rest in its panel. */
export const JobRow = memo(function JobRow({ job }: { job: DeskJob }) {
  const edit = useJobEdit(job);
  const panel = useOpenRow(job.id);
  const what = `job ${shortId(job.id)}, ${job.quote.fullName}`;
  return (
    <DeskRow
      columns={jobColumns}
      item={{ job, edit, panel, what }}
      marked={edit.isDirty}
      details={[
        edit.differences.length > 0 && <StatusConflict job={job} edit={edit} />,
        panel.isOpen && (
          <RowPanel {...panel}>
            <JobDetails job={job} />
          </RowPanel>
        ),
      ]}
    />
  );
});

function When({ scheduledDate, status }: Pick<DeskJob, "scheduledDate" | "status">) {
  if (!scheduledDate) return <span className="text-muted-foreground">{withoutDay({ status })}</span>;
  return (
    <time dateTime={scheduledDate} className="tabular-nums">
      {formatDate(scheduledDate)}{" "}
      <span className="text-xs text-muted-foreground lg:block">{formatTime(scheduledDate)} Eastern</span>
    </time>
  );
}
