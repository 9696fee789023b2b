import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidate, jobKeys } from "~/api/keys";
import type { DeskJob, JobChange } from "~/api/types";
import { formatDateTime } from "~/lib/format";
import { toast } from "~/ui/toast";
import { toastError } from "~/ui/toast-error";
import { jobRows } from "../shared/rows";
import { jobAffects, pastJobsQuery, unscheduledQuery } from "./api";
import { putJob } from "./job-cache";
import { useOfferTakedown } from "./takedown-offer";

interface Update {
  /** The visit on the screen. The server rejects the change (409) if someone else has changed it since. */
  job: DeskJob;
  change: Omit<JobChange, "updatedAt">;
}

/**
 * Change a visit. The page shows the change at once, and reverts it after an error. Completing an installation offers
 * its takedown.
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
      // An error may mean that this page is out of date.
      return invalidate(queryClient, jobKeys.all);
    },
    onSuccess: (job, { change }) => {
      putJob(queryClient, job);
      const moved = change.scheduledDate
        ? `Now on ${formatDateTime(change.scheduledDate)}, Eastern.`
        : undefined;
      toast({ title: "Job Updated", description: moved });
      if (job.offersTakedown) offerTakedown(job);
      void invalidate(queryClient, ...jobAffects);
      // A scheduled visit leaves the list of unscheduled ones.
      return invalidate(queryClient, unscheduledQuery().queryKey, pastJobsQuery().queryKey);
    },
  });
}
