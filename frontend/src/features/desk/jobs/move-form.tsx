import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import { ApiError } from "~/api/errors";
import type { DeskJob } from "~/api/types";
import { easternDay, easternInstant, easternTime, easternToday } from "~/lib/eastern";
import { Button } from "~/ui/button";
import { Form, FormAlerts } from "~/ui/form/form";
import { useAppForm } from "~/ui/form/use-app-form";
import { MORNING, StartFields, startSchema } from "../shared/start-fields";
import { visitsQuery } from "./api";
import { ConflictWords } from "./conflict-words";
import { collide } from "./conflicts";
import { useUpdateJob } from "./use-update-job";

const resolver = zodResolver(startSchema);

interface MoveFormProps {
  job: DeskJob;
  /** After the visit was moved. */
  onDone?: (() => void) | undefined;
}

function startOf({ scheduledDate }: DeskJob) {
  const start = scheduledDate ? new Date(scheduledDate) : null;
  return { day: start ? easternDay(start) : "", time: start ? easternTime(start) : MORNING };
}

/**
 * Reset the form when the visit's day or time has changed. Unlike remounting the form, this keeps the focus, and a day
 * that is being picked survives a change of something else, such as the notes.
 */
function useSavedStart(job: DeskJob, reset: (values: ReturnType<typeof startOf>) => void) {
  const saved = useRef(job.scheduledDate);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move shows in `scheduledDate` before the server agrees
  useLayoutEffect(() => {
    if (saved.current === job.scheduledDate) return;
    saved.current = job.scheduledDate;
    reset(startOf(job));
  }, [job.updatedAt]);
}

function useMove({ job, onDone }: MoveFormProps) {
  const update = useUpdateJob();
  const move = (scheduledDate: string | null) => update.mutateAsync({ job, change: { scheduledDate } });
  const fields = useAppForm({
    resolver,
    defaults: startOf(job),
    draft: `move:${job.id}`,
    // The mutation shows the toasts, since dragging a visit uses it, too.
    send: async ({ day, time }): Promise<void> => {
      try {
        await move(easternInstant(day, time));
      } catch (error) {
        // The form has returned to the former day with the visit. After signing in again, the draft is tried again.
        if (error instanceof ApiError && error.status === 401) {
          fields.form.setValue("day", day);
          fields.form.setValue("time", time);
        }
        throw error;
      }
      // Otherwise the form would return to the former day for a moment, and load that day's visits.
      fields.form.reset({ day, time });
    },
    onSent: () => onDone?.(),
  });
  useSavedStart(job, fields.form.reset);
  const unschedule = () => {
    // The mutation has shown the error and reverted the visit.
    move(null).then(onDone, () => {});
  };
  return { fields, unschedule, pending: update.isPending };
}

/** The form for a visit's day and time, with a warning about conflicts. */
export function MoveForm({ job, onDone }: MoveFormProps) {
  const { fields, unschedule, pending } = useMove({ job, onDone });
  const [day, time] = fields.form.watch(["day", "time"]);
  const scheduledDate = day && time ? easternInstant(day, time) : null;
  const start = job.scheduledDate && Date.parse(job.scheduledDate);
  const changed = scheduledDate !== null && Date.parse(scheduledDate) !== start;
  return (
    <Form of={fields} className="grid gap-4">
      <FormAlerts of={fields} />
      <StartFields of={fields} />
      {scheduledDate && <WouldCollide job={{ ...job, scheduledDate }} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          disabled={!changed && !pending}
          pending={pending}
          pendingLabel="Saving..."
        >
          {start ? "Move visit" : "Schedule visit"}
        </Button>
        {start && job.status === "scheduled" && (
          <Button size="sm" variant="outline" disabled={pending} onClick={unschedule}>
            Unschedule
          </Button>
        )}
      </div>
      {day && day < easternToday() && (
        <p className="text-xs text-muted-foreground">That date is in the past. You can still save it.</p>
      )}
    </Form>
  );
}

/** The conflicts at the selected time. Renders nothing while they load. */
function WouldCollide({ job }: { job: DeskJob & { scheduledDate: string } }) {
  const day = easternDay(new Date(job.scheduledDate));
  const { data: visits = [] } = useQuery(visitsQuery(day, day));
  const others = visits.filter((visit) => collide(job, visit));
  return (
    <div aria-live="polite" className="empty:hidden">
      {others.length > 0 && <ConflictWords others={others} />}
    </div>
  );
}
