import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { DeskJob } from "~/api/types";
import { easternDay, easternInstant, easternTime, easternToday } from "~/lib/eastern";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { TextInput } from "~/ui/text-input";
import { visitsQuery } from "./api";
import { ConflictWords } from "./conflict-words";
import { collide } from "./conflicts";
import { useUpdateJob } from "./use-update-job";

/** The usual starting time. */
const MORNING = "09:00";

interface MoveFormProps {
  job: DeskJob;
  /** After the visit was moved. */
  onDone?: (() => void) | undefined;
}

/** The form for a visit's day and time, with a warning about conflicts. */
export function MoveForm({ job, onDone }: MoveFormProps) {
  const start = job.scheduledDate ? new Date(job.scheduledDate) : null;
  const [day, setDay] = useState(start ? easternDay(start) : "");
  const [clock, setClock] = useState(start ? easternTime(start) : MORNING);
  const update = useUpdateJob();
  const scheduledDate = day && clock ? easternInstant(day, clock) : null;
  const changed = scheduledDate !== null && Date.parse(scheduledDate) !== start?.getTime();

  const move = async (change: { scheduledDate: string | null }) => {
    try {
      await update.mutateAsync({ job, change });
      onDone?.();
    } catch {
      // A toast says why, and the visit stays where it was.
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed && !update.isPending) void move({ scheduledDate });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid grid-cols-2 gap-3">
        <Field label="Day">
          <TextInput
            type="date"
            min="2020-01-01"
            max="2099-12-31"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </Field>
        <Field label="Time" help="Eastern time">
          <TextInput
            type="time"
            step={900}
            value={clock}
            onChange={(event) => setClock(event.target.value)}
          />
        </Field>
      </div>
      {scheduledDate && <WouldCollide job={{ ...job, scheduledDate }} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          disabled={!changed}
          pending={update.isPending}
          pendingLabel="Saving..."
        >
          {start ? "Move visit" : "Schedule visit"}
        </Button>
        {start && job.status === "scheduled" && (
          <Button
            size="sm"
            variant="outline"
            disabled={update.isPending}
            onClick={() => void move({ scheduledDate: null })}
          >
            Unschedule
          </Button>
        )}
      </div>
      {day && day < easternToday() && (
        <p className="text-xs text-muted-foreground">That date is in the past. You can still save it.</p>
      )}
    </form>
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
