import type { Job } from "~/api/types";

/** A visit as the office sees it: with whom to call and where to go. */
export type DeskJob = Job & {
  quote: Job["quote"] & { fullName: string; email: string; phone: string; streetAddress: string };
  /** In the answer to completing an installation whose takedown is not scheduled yet. */
  offersTakedown?: boolean;
  /** An instant in January. */
  suggestedTakedown?: string | null;
};

/** What can be changed about a visit, beside the state of it that was seen. */
export interface JobChange {
  status?: DeskJob["status"];
  scheduledDate?: string | null;
  notes?: string;
  updatedAt?: string;
}

/** A visit to add to a quote. */
export interface ScheduleJob {
  quoteId: string;
  kind: DeskJob["kind"];
  scheduledDate: string | null;
  notes: string;
}
