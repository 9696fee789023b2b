import { type StatusOf, visitBadge } from "~/api/statuses";
import type { DeskJob, RevisedJob } from "~/api/types";
import { ConflictNote } from "../shared/conflict-note";
import { jobRows } from "../shared/rows";
import { StatusSelect } from "../shared/status-select";
import { type RowEdit, useRowEdit } from "../shared/use-row-edit";
import { jobAffects, pastJobsQuery, unscheduledQuery } from "./api";
import { useOfferTakedown } from "./takedown-offer";

const readJob = ({ status }: DeskJob) => ({ status });

export type JobEdit = RowEdit<ReturnType<typeof readJob>>;

/**
 * Edit a visit's status, which is saved with a button: on the way to another status, the arrow keys pass through
 * "Completed", which tells the customer.
 */
export function useJobEdit(job: DeskJob): JobEdit {
  const offerTakedown = useOfferTakedown();
  return useRowEdit({
    rows: jobRows,
    row: job,
    read: readJob,
    body: (changed) => ({ body: changed }),
    saved: "Job Updated",
    affects: [...jobAffects, unscheduledQuery().queryKey, pastJobsQuery().queryKey],
    onSaved: (saved: RevisedJob) => {
      if (saved.offersTakedown) offerTakedown(saved);
    },
  });
}

interface JobStatusProps {
  job: DeskJob;
  edit: JobEdit;
  /** Names the visit: "job 7be2d310, Eleanor Hayes". */
  what: string;
}

/** The dropdown of a visit's status. */
export function JobStatus({ job, edit, what }: JobStatusProps) {
  return (
    <StatusSelect
      kind="job"
      badgeOf={(status) => visitBadge(status, job.scheduledDate)}
      label={`Status of ${what}`}
      value={edit.values.status}
      onChange={(status) => edit.change({ status })}
    />
  );
}

/** The note that someone else has changed the status meanwhile. */
export function StatusConflict({ job, edit }: Omit<JobStatusProps, "what">) {
  return (
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
  );
}
