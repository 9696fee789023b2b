import { memo } from "react";
import { packageName } from "~/api/catalog-names";
import { jobKindName, type StatusOf, visitBadge } from "~/api/statuses";
import type { DeskJob, RevisedJob } from "~/api/types";
import { withoutDay } from "~/features/jobs";
import { formatDate, formatTime, shortId } from "~/lib/format";
import { ConflictNote } from "../shared/conflict-note";
import { type Column, DeskRow } from "../shared/desk-table";
import { NameAndEmail } from "../shared/name-and-email";
import { type OpenRow, RowPanel, useOpenRow } from "../shared/row-panel";
import { jobRows } from "../shared/rows";
import { saveColumn } from "../shared/save-row";
import { StatusSelect } from "../shared/status-select";
import { type RowEdit, useRowEdit } from "../shared/use-row-edit";
import { jobAffects } from "./api";
import { JobDetails } from "./job-details";
import { useOfferTakedown } from "./takedown-offer";

/** A visit and what its row's controls need. */
interface JobItem {
  job: DeskJob;
  edit: RowEdit<ReturnType<typeof readJob>>;
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
    cell: ({ job, edit, what }) => (
      <StatusSelect
        kind="job"
        badgeOf={(status) => visitBadge(status, job.scheduledDate)}
        label={`Status of ${what}`}
        value={edit.values.status}
        onChange={(status) => edit.change({ status })}
      />
    ),
  },
  saveColumn,
];

const readJob = ({ status }: DeskJob) => ({ status });

function useJobEdit(job: DeskJob) {
  const offerTakedown = useOfferTakedown();
  return useRowEdit({
    rows: jobRows,
    row: job,
    read: readJob,
    body: (changed) => ({ body: changed }),
    saved: "Job Updated",
    affects: jobAffects,
    onSaved: (saved: RevisedJob) => {
      if (saved.offersTakedown) offerTakedown(saved);
    },
  });
}

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
        edit.differences.length > 0 && (
          <ConflictNote
            kind="jobs"
            id={job.id}
            differences={edit.differences}
            show={(_, status) => ({
              label: "Status",
              words: visitBadge(status as StatusOf<"job">, job.scheduledDate).label,
            })}
            onTakeTheirs={edit.reset}
          />
        ),
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
