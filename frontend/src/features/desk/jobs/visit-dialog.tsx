import { useList } from "~/api/pages";
import { jobKindName } from "~/api/statuses";
import type { DeskJob } from "~/api/types";
import { shortId } from "~/lib/format";
import { Dialog } from "~/ui/dialog";
import { StatusSelect } from "../shared/status-select";
import { useDeskParams } from "../shared/use-desk-params";
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
  const close = () => {
    set({ open: null });
    if (job) focusVisit(job.id);
  };
  return (
    <Dialog
      open={job !== undefined}
      onOpenChange={(open) => open || close()}
      title={job ? `${jobKindName(job.kind)}: ${job.quote.fullName}` : ""}
      description={job && `Job ${shortId(job.id)}`}
    >
      {job && <Visit job={job} onMoved={close} />}
    </Dialog>
  );
}

/** Focus a moved visit, since the calendar has replaced the element that opened the dialog. */
function focusVisit(id: string) {
  setTimeout(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[role="button"][data-visit="${id}"]`)?.focus();
  }, 50);
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
