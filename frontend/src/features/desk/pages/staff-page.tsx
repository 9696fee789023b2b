import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import type { CurrentUser } from "~/api/types";
import { paths } from "~/lib/paths";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import type { PageHandle } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { DeskFrame } from "../components/desk-frame";
import { TableSkeleton } from "../shared/table-skeleton";
import { KeptDocuments } from "../staff/kept-documents";
import { Retention } from "../staff/retention";
import { SecurityEvents } from "../staff/security-events";
import { StaffList } from "../staff/staff-list";
import { useAdmin } from "../use-admin";
import "../desk.css";

/** Keep search engines away from the desk. */
export function meta() {
  return privatePageMeta("Staff and privacy");
}

export const handle: PageHandle = { frame: "none" };

/** Who is on the staff, what was done, and what is kept and deleted: for owners. */
export default function StaffPage() {
  const session = useAdmin();
  return (
    <DeskFrame admin={session.admin}>
      <main
        id="main"
        tabIndex={-1}
        className="relative grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 px-gutter pt-3 pb-10 lg:overflow-y-auto"
      >
        <Link
          className="text-link inline-flex min-h-target items-center gap-2 justify-self-start text-sm"
          to={paths.admin}
        >
          <ArrowLeft aria-hidden className="size-[1.25em]" strokeWidth={1.75} />
          The desk
        </Link>
        <h2 className="text-2xl">Staff and privacy</h2>
        {session.admin ? (
          <Content admin={session.admin} />
        ) : session.isError ? (
          <ErrorState atDesk title="We couldn't load this page" onRetry={session.retry} />
        ) : (
          <TableSkeleton label="Loading staff and privacy" />
        )}
      </main>
    </DeskFrame>
  );
}

function Content({ admin }: { admin: CurrentUser }) {
  if (admin.role !== "owner") {
    return (
      <EmptyState title="Only owners see this page">
        Ask an owner to change the staff, or to export or erase someone's data.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <StaffList ownId={admin.id} />
        <SecurityEvents />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Retention />
        <KeptDocuments />
      </div>
    </div>
  );
}
