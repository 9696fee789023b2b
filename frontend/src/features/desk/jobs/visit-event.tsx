import { TriangleAlert } from "lucide-react";
import { jobKindName, statusIn, statusLabel } from "~/api/statuses";
import type { DeskJob } from "~/api/types";
import { cx } from "~/lib/cx";
import { formatTime } from "~/lib/format";

/** A visit on the calendar: time, customer, kind and a mark for conflicts. */
export function VisitEvent({ job, conflicts }: { job: DeskJob; conflicts: boolean }) {
  const { status, kind, quote, scheduledDate } = job;
  return (
    // Narrow visits truncate the text. All of it is in the accessible name and in the dialog.
    <span className="block min-w-0 overflow-hidden px-1 py-0.5 text-xs leading-[1.3]">
      <b className="block font-[650] tabular-nums">{formatTime(scheduledDate ?? "")}</b>{" "}
      {conflicts && (
        <>
          <span className="flex flex-wrap items-center gap-x-1 font-[650]">
            <TriangleAlert className="size-[1.15em] flex-none" strokeWidth={2} />
            <span className="truncate">Conflict</span>
          </span>{" "}
        </>
      )}
      <span
        className={cx("block truncate font-[550]", statusIn("job", "calledOff", status) && "line-through")}
      >
        {quote.fullName}
      </span>{" "}
      <span className="block truncate">
        {jobKindName(kind)}, {quote.city}
        {!statusIn("job", "upcoming", status) && `, ${statusLabel("job", status)}`}
      </span>
    </span>
  );
}
