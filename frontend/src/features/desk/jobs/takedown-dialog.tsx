import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { invalidate, jobKeys } from "~/api/keys";
import type { RevisedJob } from "~/api/types";
import { easternDay, easternInstant, easternTime } from "~/lib/eastern";
import { formatDateTime } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { FormField } from "~/ui/form/fields";
import { useAppForm } from "~/ui/form/use-app-form";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { FormDialog } from "../shared/form-dialog";
import { MORNING, StartFields, startSchema } from "../shared/start-fields";
import { jobAffects, scheduleJob } from "./api";

const resolver = zodResolver(startSchema.extend({ notes: text({ max: 5000 }) }));

interface TakedownDialogProps {
  /** The response to completing it. */
  installation: RevisedJob;
  onClose: () => void;
}

/** Offers to schedule a completed installation's takedown in January, on the day that the server suggests. */
export function TakedownDialog({ installation, onClose }: TakedownDialogProps) {
  const queryClient = useQueryClient();
  const { quote, quoteId, suggestedTakedown } = installation;
  const suggestion = suggestedTakedown ? new Date(suggestedTakedown) : null;
  const takedown = useAppForm({
    resolver,
    defaults: {
      day: suggestion ? easternDay(suggestion) : "",
      time: suggestion ? easternTime(suggestion) : MORNING,
      notes: "",
    },
    draft: `takedown:${quoteId}`,
    send: async ({ day, time, notes }, idempotencyKey) => {
      const scheduledDate = easternInstant(day, time);
      await scheduleJob({ quoteId, kind: "takedown", scheduledDate, notes }, idempotencyKey);
      return scheduledDate;
    },
    failed: { title: "Couldn't schedule the takedown" },
    onSent: (scheduledDate) => {
      toast({ title: "Takedown scheduled", description: `${formatDateTime(scheduledDate)}, Eastern time.` });
      void invalidate(queryClient, jobKeys.all, ...jobAffects);
      onClose();
    },
  });
  return (
    <FormDialog
      of={takedown}
      title="Schedule the takedown?"
      description={`The installation for ${quote.fullName} in ${quote.city} is complete. The lights come down in January.`}
      label="Schedule takedown"
      pendingLabel="Scheduling..."
      cancelLabel="Not now"
      onClose={onClose}
    >
      <StartFields of={takedown} />
      <FormField of={takedown} name="notes" label="Notes for the crew" optional>
        <Textarea maxLength={5000} />
      </FormField>
    </FormDialog>
  );
}
