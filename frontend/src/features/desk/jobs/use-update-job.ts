import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidate, jobKeys, quoteKeys } from "~/api/keys";
import type { DeskJob, JobChange } from "~/api/types";
import { formatDateTime } from "~/lib/format";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { jobRows } from "../shared/rows";
import { unscheduledQuery } from "./api";
import { putJob } from "./job-cache";
import { useOfferTakedown } from "./takedown-offer";

interface Update {
  /** As it was when the change was made: the server refuses (409) where somebody else has changed it since. */
  job: DeskJob;
  change: Omit<JobChange, "updatedAt">;
}

/**
 * Changes a visit. The page shows the change at once, and takes it back where the server refuses. Completing an
 * installation brings up the question of its takedown.
 */
export function useUpdateJob() {
  const queryClient = useQueryClient();
  const offerTakedown = useOfferTakedown();
  return useMutation({
    mutationFn: ({ job, change }: Update) => jobRows.save(job.id, { ...change, updatedAt: job.updatedAt }),
    onMutate: ({ job, change }) => putJob(queryClient, { ...job, ...change }),
    onError: (error, { job }) => {
      putJob(queryClient, job);
      toastError(error, "Update Failed");
      // A refusal says that the visit is not what this page shows.
      return invalidate(queryClient, jobKeys.all);
    },
    onSuccess: (job, { change }) => {
      putJob(queryClient, job);
      const moved = change.scheduledDate
        ? `Now on ${formatDateTime(change.scheduledDate)}, Eastern.`
        : undefined;
      toast({ title: "Job Updated", description: moved });
      if (job.offersTakedown) offerTakedown(job);
      // The last takedown completes its quote, and a day that was picked leaves the list of those without one.
      void invalidate(queryClient, quoteKeys.all);
      return invalidate(queryClient, unscheduledQuery().queryKey);
    },
  });
}
