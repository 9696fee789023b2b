import { useSearchParams } from "react-router";
import { easternToday } from "~/lib/eastern";
import { ErrorState } from "~/ui/error-state";
import type { PageHandle } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { TableSkeleton } from "../shared/table-skeleton";
import { DaySheetView } from "../trees/day-sheet";
import { useAdmin } from "../use-admin";

/** Keep search engines away from the desk. */
export function meta() {
  return privatePageMeta("Day sheet");
}

export const handle: PageHandle = { frame: "none" };

/** The printable day sheet for the truck. */
export default function DaySheetPage() {
  const session = useAdmin();
  const [params] = useSearchParams();
  const asked = params.get("day") ?? "";
  const day = /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : easternToday();
  return (
    <main id="main" tabIndex={-1} className="min-h-dvh bg-background print:bg-white">
      <div className="wrap py-6 print:max-w-none print:p-0">
        {session.admin ? (
          <DaySheetView day={day} />
        ) : session.isError ? (
          <ErrorState atDesk title="We couldn't load the day sheet" query={session} />
        ) : (
          <TableSkeleton label="Loading the day sheet" />
        )}
      </div>
    </main>
  );
}
