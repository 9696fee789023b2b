import { useList } from "~/api/pages";
import { jobKindName } from "~/api/statuses";
import type { DeskJob } from "~/api/types";
import { shortId } from "~/lib/format";
import { Dialog } from "~/ui/dialog";
import { SaveRow } from "../shared/save-row";
import { useDeskParams } from "../shared/use-desk-params";
import { useFocusSoon } from "../shared/use-focus-soon";
import { unscheduledQuery } from "./api";
import { JobDetails } from "./job-details";
import { JobStatus, StatusConflict, useJobEdit } from "./job-status";

interface VisitDialogProps {
  visits: readonly DeskJob[];
}

/** The dialog of the visit that is open over the calendar (`open` in the URL). */
export function VisitDialog({ visits }: VisitDialogProps) {
  const { get, set } = useDeskParams();
  const unscheduled = useList(unscheduledQuery());
  const job = [...visits, ...(unscheduled.data ?? [])].find(({ id }) => id === get("open"));
  const focusSoon = useFocusSoon();
  const close = () => set({ open: null });
  /** Close the dialog, and focus the visit, unless it left the days shown: its element that opened the dialog is gone. */
  const closeMoved = () => {
    close();
    const moved = job && `[role="button"][data-visit="${job.id}"]`;
    if (moved && document.querySelector(moved)) focusSoon(moved);
  };
  return (
    <Dialog
      open={job !== undefined}
      onOpenChange={(open) => open || close()}
      title={job ? `${jobKindName(job.kind)}: ${job.quote.fullName}` : ""}
      description={job && `Job ${shortId(job.id)}`}
    >
      {job && <Visit key={job.id} job={job} onMoved={closeMoved} />}
    </Dialog>
  );
}

interface VisitProps {
  job: DeskJob;
  onMoved: () => void;
}

function Visit({ job, onMoved }: VisitProps) {
  const edit = useJobEdit(job);
  const what = `job ${shortId(job.id)}, ${job.quote.fullName}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {edit.differences.length > 0 && <StatusConflict job={job} edit={edit} />}
      <div className="flex gap-3">
        <div className="min-w-0 flex-1 sm:max-w-64">
          <JobStatus job={job} edit={edit} what={what} />
        </div>
        <SaveRow edit={edit} what={what} />
      </div>
      <JobDetails job={job} narrow onMoved={onMoved} />
    </div>
  );
}
