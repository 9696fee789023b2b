import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod";
import { type JobKind, jobKindName, jobKinds, statusIn } from "~/api/statuses";
import type { DeskQuote } from "~/api/types";
import { easternInstant, easternToday } from "~/lib/eastern";
import { formatDateTime, shortId } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { FormField } from "~/ui/form/fields";
import { useAppForm } from "~/ui/form/use-app-form";
import { Segmented } from "~/ui/segmented";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { daylessJobsQuery, useScheduleJob } from "./create-from-quote";
import { FormDialog } from "./form-dialog";
import { MORNING, openStartSchema, StartFields } from "./start-fields";

const scheduleSchema = openStartSchema.extend({ kind: z.enum(jobKinds), notes: text({ max: 5000 }) });
const resolver = zodResolver(scheduleSchema);

/** The kinds of visits that a quote can get: once it was rejected, only the takedown of lights that are up. */
function kindsFor({ status }: DeskQuote) {
  const kinds: readonly JobKind[] = statusIn("quote", "declined", status) ? ["takedown"] : jobKinds;
  return kinds.map((value) => ({ value, label: jobKindName(value) }));
}

interface ScheduleDialogProps {
  quote: DeskQuote;
  /** The kind of visit that is due. Without it, the dialog starts with the installation. */
  kind?: JobKind;
  onClose: () => void;
  /** Called with the start of the new visit; undefined if it has no day. */
  onScheduled?: (scheduledDate: string | undefined) => void;
}

function useSchedule({ quote, kind: due, onClose, onScheduled }: ScheduleDialogProps) {
  const kind = due ?? "installation";
  const queryClient = useQueryClient();
  const schedule = useScheduleJob();
  // Loaded when the dialog opens, so that the server notices if someone else schedules the same visit until it is sent.
  useQuery(daylessJobsQuery(quote.id));
  const wished = quote.preferredStartDate;
  return useAppForm({
    resolver,
    defaults: {
      kind,
      day: kind === "installation" && wished && wished >= easternToday() ? wished : "",
      time: MORNING,
      notes: "",
    },
    draft: `schedule:${due ?? "any"}:${quote.id}`,
    send: async ({ kind, day, time, notes }, idempotencyKey) => {
      const scheduledDate = day ? easternInstant(day, time) : undefined;
      const unscheduled = await queryClient.ensureQueryData(daylessJobsQuery(quote.id));
      const dayless = unscheduled.find((job) => job.kind === kind);
      await schedule.mutateAsync({
        body: {
          quoteId: quote.id,
          kind,
          notes,
          updatedAt: quote.updatedAt,
          ...(scheduledDate ? { scheduledDate } : {}),
        },
        idempotencyKey,
        dayless,
      });
      return { scheduledDate, isNew: !dayless };
    },
    failed: { title: "Couldn't schedule the visit" },
    onSent: ({ scheduledDate, isNew }) => {
      if (scheduledDate)
        toast({ title: "Visit scheduled", description: `${formatDateTime(scheduledDate)}, Eastern time.` });
      else toast({ title: isNew ? "Visit added" : "Visit already added", description: "Not scheduled yet." });
      onScheduled?.(scheduledDate);
      onClose();
    },
  });
}

/** The dialog that adds a visit to a quote, with or without a date. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { quote, onClose } = props;
  const visit = useSchedule(props);
  const { register, formState } = visit.form;
  return (
    <FormDialog
      of={visit}
      title="Schedule a visit"
      description={`For ${quote.fullName}, quote ${shortId(quote.id)}, ${quote.city}.`}
      label="Schedule visit"
      pendingLabel="Scheduling..."
      onClose={onClose}
    >
      <Segmented
        legend="Kind of visit"
        options={kindsFor(quote)}
        error={formState.errors.kind?.message}
        {...register("kind")}
      />
      <StartFields of={visit} optional />
      <FormField of={visit} name="notes" label="Notes for the crew" optional>
        <Textarea maxLength={5000} />
      </FormField>
    </FormDialog>
  );
}
