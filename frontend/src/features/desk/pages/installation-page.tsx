import { Link } from "react-router";
import { paths } from "~/lib/paths";
import { ErrorState } from "~/ui/error-state";
import type { PageHandle } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { DeskFrame } from "../components/desk-frame";
import { Installation } from "../installation/installation";
import { DeskTabBody, DeskTabHeader } from "../shared/desk-tab-header";
import { TableSkeleton } from "../shared/table-skeleton";
import { useAdmin } from "../use-admin";
import "../desk.css";

/** Keep search engines away from the desk. */
export function meta() {
  return privatePageMeta("Installation");
}

export const handle: PageHandle = { frame: "none" };

/** For owners: what is missing or wrong in the installation. */
export default function InstallationPage() {
  const session = useAdmin();
  return (
    <DeskFrame admin={session.admin}>
      <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 lg:overflow-y-auto">
        <DeskTabHeader
          title="Installation"
          aside={
            <Link to={paths.admin} className="text-link inline-flex min-h-target items-center">
              Back to the desk
            </Link>
          }
        />
        <DeskTabBody>
          {session.admin?.role === "owner" ? (
            <Installation />
          ) : session.admin ? (
            <p>Only owners can see the state of the installation.</p>
          ) : session.isError ? (
            <ErrorState atDesk title="We couldn't load your account" onRetry={session.retry} />
          ) : (
            <TableSkeleton label="Loading the installation" />
          )}
        </DeskTabBody>
      </main>
    </DeskFrame>
  );
}
