import { useState } from "react";
import { jobKindName, statusIn } from "~/api/statuses";
import type { DeskJob } from "~/api/types";
import { easternDay, easternToday } from "~/lib/eastern";
import { formatDate, formatTime, shortId } from "~/lib/format";
import { Dialog } from "~/ui/dialog";
import { PastRow, WasItDone } from "../shared/was-it-done";
import { pastJobsQuery } from "./api";
import { MoveForm } from "./move-form";
import { useUpdateJob } from "./use-update-job";

const isOpen = ({ status, scheduledDate }: DeskJob) =>
  statusIn("job", "open", status) &&
  scheduledDate !== null &&
  easternDay(new Date(scheduledDate)) < easternToday();

/** Past visits that aren't marked as completed or canceled. */
export function PastJobs() {
  return (
    <WasItDone query={pastJobsQuery()} isOpen={isOpen} many="visits">
      {(job) => <PastJob key={job.id} job={job} />}
    </WasItDone>
  );
}

function PastJob({ job }: { job: DeskJob }) {
  const { quote, kind, scheduledDate } = job;
  const update = useUpdateJob();
  const [isMoving, setMoving] = useState(false);
  const mark = (status: DeskJob["status"]) => update.mutate({ job, change: { status } });
  return (
    <>
      <PastRow
        when={scheduledDate ? `${formatDate(scheduledDate)}, ${formatTime(scheduledDate)}` : ""}
        name={quote.fullName}
        detail={[jobKindName(kind), quote.streetAddress, quote.city].filter(Boolean).join(" · ")}
        what={`job ${shortId(job.id)}, ${quote.fullName}`}
        onDone={() => mark("completed")}
        onMove={() => setMoving(true)}
        onCancel={() => mark("cancelled")}
        isPending={update.isPending}
        question="Cancel this visit?"
        warning={`${jobKindName(kind)} for ${quote.fullName}. The quote stays, and you can schedule another visit.`}
        keep="Keep visit"
        confirm="Cancel visit"
      />
      <Dialog
        open={isMoving}
        onOpenChange={setMoving}
        title="Move to another day"
        description={`${jobKindName(kind)} for ${quote.fullName}`}
      >
        <MoveForm job={job} onDone={() => setMoving(false)} />
      </Dialog>
    </>
  );
}
