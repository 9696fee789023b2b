import { Users } from "lucide-react";
import type { ReactNode } from "react";
import { formatDateTime } from "~/lib/format";

interface NewerNoteProps {
  by?: string | null | undefined;
  at?: string | null | undefined;
  /** The changed fields, each with its value before and after. */
  changes?: readonly { label: string; before: string; after: string }[];
  /** A button beside the note. */
  children?: ReactNode;
}

/** The note that someone else saved first: who, when and what. */
export function NewerNote({ by, at, changes = [], children }: NewerNoteProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-(--tone-amber-bg) px-4 py-3 text-sm text-(--tone-amber-fg)"
    >
      <div className="flex max-w-full gap-3">
        <Users className="mt-[0.1em] size-[1.25em] flex-none" />
        <div className="min-w-0 wrap-anywhere">
          <p className="font-[650]">
            {by && at ? `${by} changed this on ${formatDateTime(at)}.` : "Someone else just updated this."}
          </p>
          {changes.length > 0 && (
            <ul>
              {changes.map(({ label, before, after }) => (
                <li key={`${label} ${before} ${after}`}>
                  {label}: {before || "none"} → {after || "none"}
                </li>
              ))}
            </ul>
          )}
          <p>Your changes are still here; review and save again.</p>
        </div>
      </div>
      {children}
    </div>
  );
}
