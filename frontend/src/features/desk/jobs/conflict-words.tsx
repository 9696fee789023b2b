import { TriangleAlert } from "lucide-react";
import type { DeskJob } from "~/api/types";
import { formatTime } from "~/lib/format";

/** The warning about conflicting visits: "Within two hours of Priya Raman, 10:00 AM". */
export function ConflictWords({ others }: { others: readonly DeskJob[] }) {
  const names = others.map(
    ({ quote, scheduledDate }) => `${quote.fullName}, ${formatTime(scheduledDate ?? "")}`,
  );
  return (
    <p className="flex items-start gap-[0.45em] rounded-md bg-(--tone-amber-bg) px-3 py-2 text-sm leading-[1.35] font-[550] text-(--tone-amber-fg)">
      <TriangleAlert className="mt-[0.05em] size-[1.25em] flex-none" />
      <span className="min-w-0 wrap-anywhere">Within two hours of {names.join("; ")}</span>
    </p>
  );
}
