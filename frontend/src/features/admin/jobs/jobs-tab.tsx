import { CalendarDays, List } from "lucide-react";
import { lazy, Suspense } from "react";
import { cx } from "~/lib/cx";
import { TableSkeleton } from "../desk/table-skeleton";
import { useDeskParams } from "../desk/use-desk-params";
import { JobList } from "./job-list";
import { TakedownOffer } from "./takedown-offer";

// The calendar is the heaviest part of the desk: only who looks at it fetches it.
const Schedule = lazy(() => import("./schedule"));

const views = [
  { value: "", label: "List", Icon: List },
  { value: "week", label: "Week", Icon: CalendarDays },
  { value: "month", label: "Month", Icon: CalendarDays },
] as const;

/** The tab "Job Scheduling": every visit as a list, or as a calendar of a week or a month. */
export default function JobsTab() {
  const { get } = useDeskParams();
  const view = views.find(({ value }) => value === get("view"))?.value ?? "";
  return (
    <TakedownOffer>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <h2 className="sr-only">Job Scheduling</h2>
        <ViewChoice />
        {view === "" ? (
          <JobList />
        ) : (
          <Suspense fallback={<TableSkeleton label="The calendar is loading" />}>
            <Schedule view={view} />
          </Suspense>
        )}
      </div>
    </TakedownOffer>
  );
}

function ViewChoice() {
  const { get, set } = useDeskParams();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset for three buttons would read out more than it says
    <div role="group" aria-label="View" className="flex gap-2">
      {views.map(({ value, label, Icon }) => (
        <button
          key={label}
          type="button"
          aria-pressed={get("view") === value}
          onClick={() => set({ view: value, open: null })}
          className={cx(
            "inline-flex min-h-target items-center gap-2 rounded-md border-[1.5px] px-[0.9rem] py-[0.3rem] text-sm font-[550]",
            get("view") === value
              ? "border-secondary bg-secondary text-secondary-foreground"
              : "border-border-strong bg-surface text-foreground hover:bg-surface-2",
          )}
        >
          <Icon aria-hidden className="size-[1.25em]" strokeWidth={1.75} />
          {label}
        </button>
      ))}
    </div>
  );
}
