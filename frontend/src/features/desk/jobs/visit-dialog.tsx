import { useList } from "~/api/pages";
import { jobKindName, visitBadge } from "~/api/statuses";
import type { DeskJob } from "~/api/types";
import { shortId } from "~/lib/format";
import { Dialog } from "~/ui/dialog";
import { StatusSelect } from "../shared/status-select";
import { useDeskParams } from "../shared/use-desk-params";
import { useFocusSoon } from "../shared/use-focus-soon";
import { unscheduledQuery } from "./api";
import { JobDetails } from "./job-details";
import { useUpdateJob } from "./use-update-job";

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
      {job && <Visit job={job} onMoved={closeMoved} />}
    </Dialog>
  );
}

interface VisitProps {
  job: DeskJob;
  onMoved: () => void;
}

function Visit({ job, onMoved }: VisitProps) {
  const update = useUpdateJob();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="sm:max-w-64">
        <StatusSelect
          kind="job"
          badgeOf={(status) => visitBadge(status, job.scheduledDate)}
          label={`Status of job ${shortId(job.id)}, ${job.quote.fullName}`}
          value={job.status}
          disabled={update.isPending}
          onChange={(status) => update.mutate({ job, change: { status } })}
        />
      </div>
      <JobDetails job={job} narrow onMoved={onMoved} />
    </div>
  );
}
