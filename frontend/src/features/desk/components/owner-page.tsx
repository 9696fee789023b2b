import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "~/lib/paths";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { DeskTabBody, DeskTabHeader } from "../shared/desk-tab-header";
import { TableSkeleton } from "../shared/table-skeleton";
import { useAdmin } from "../use-admin";
import { DeskFrame } from "./desk-frame";
import "../desk.css";

interface OwnerPageProps {
  title: string;
  /** The text that office staff read instead of the page. */
  refusal: string;
  /** Beside the title, for owners. */
  header?: ReactNode;
  /** The page, for the owner with this ID. */
  children: (ownId: string) => ReactNode;
}

/** A page of the desk for owners only. */
export function OwnerPage({ title, refusal, header, children }: OwnerPageProps) {
  const session = useAdmin();
  const { admin } = session;
  const isOwner = admin?.role === "owner";
  return (
    <DeskFrame admin={admin}>
      <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 lg:overflow-y-auto">
        <DeskTabHeader
          title={title}
          aside={
            <Link to={paths.admin} className="text-link inline-flex min-h-target items-center">
              Back to the desk
            </Link>
          }
        >
          {isOwner && header}
        </DeskTabHeader>
        <DeskTabBody>
          {isOwner ? (
            children(admin.id)
          ) : admin ? (
            <EmptyState title="Only owners see this page">{refusal}</EmptyState>
          ) : session.isError ? (
            <ErrorState atDesk title="We couldn't load your account" query={session} />
          ) : (
            <TableSkeleton label="Loading the page" />
          )}
        </DeskTabBody>
      </main>
    </DeskFrame>
  );
}
