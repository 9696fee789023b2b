import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import * as z from "zod";
import { invalidate, jobKeys } from "~/api/keys";
import type { RevisedJob } from "~/api/types";
import { easternDay, easternInstant, easternTime } from "~/lib/eastern";
import { formatDateTime } from "~/lib/format";
import { text } from "~/lib/zod-messages";
import { DateField } from "~/ui/date-field";
import { Dialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { TextInput } from "~/ui/text-input";
import { Textarea } from "~/ui/textarea";
import { toast } from "~/ui/toast";
import { FormButtons } from "../shared/form-buttons";
import { jobAffects, scheduleJob } from "./api";

const takedownSchema = z.object({
  day: z.string().min(1, "Pick a day"),
  time: z.string().regex(/^\d{2}:\d{2}$/, "Enter a time like 9:00"),
  notes: text({ max: 5000 }),
});
const resolver = zodResolver(takedownSchema);

interface TakedownDialogProps {
  /** The answer that completed it. */
  installation: RevisedJob;
  onClose: () => void;
}

/** After an installation: the takedown in January, with the day that the server suggests. */
export function TakedownDialog({ installation, onClose }: TakedownDialogProps) {
  const { quote } = installation;
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title="Schedule the takedown?"
      description={`The installation for ${quote.fullName} in ${quote.city} is complete. The lights come down in January.`}
    >
      <TakedownForm installation={installation} onClose={onClose} />
    </Dialog>
  );
}

function useTakedown({ installation, onClose }: TakedownDialogProps) {
  const queryClient = useQueryClient();
  const { quoteId, suggestedTakedown } = installation;
  const suggestion = suggestedTakedown ? new Date(suggestedTakedown) : null;
  return useAppForm({
    resolver,
    defaults: {
      day: suggestion ? easternDay(suggestion) : "",
      time: suggestion ? easternTime(suggestion) : "09:00",
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
}

function TakedownForm(props: TakedownDialogProps) {
  const takedown = useTakedown(props);
  const { register, control, formState } = takedown.form;
  const { errors } = formState;
  return (
    <Form of={takedown} className="grid gap-field">
      <FormAlerts of={takedown} />
      <div className="grid grid-cols-[1.6fr_1fr] gap-field">
        <Field label="Day" error={errors.day?.message}>
          <Controller
            control={control}
            name="day"
            render={({ field }) => (
              <DateField range="any" required value={field.value || undefined} onChange={field.onChange} />
            )}
          />
        </Field>
        <Field label="Time" help="Eastern time" error={errors.time?.message}>
          <TextInput type="time" {...register("time")} />
        </Field>
      </div>
      <Field label="Notes for the crew" optional error={errors.notes?.message}>
        <Textarea maxLength={5000} {...register("notes")} />
      </Field>
      <FormButtons
        of={takedown}
        label="Schedule takedown"
        pendingLabel="Scheduling..."
        cancelLabel="Not now"
        onClose={props.onClose}
      />
    </Form>
  );
}
