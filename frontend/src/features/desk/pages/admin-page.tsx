import { ErrorState } from "~/ui/error-state";
import type { PageHandle } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { Dashboard, DashboardSkeleton } from "../components/dashboard";
import { DeskFrame } from "../components/desk-frame";
import { DeskTabBody } from "../shared/desk-tab-header";
import { useAdmin } from "../use-admin";
import "../desk.css";

/** Keep search engines away from the desk. */
export function meta() {
  return privatePageMeta("Admin dashboard");
}

export const handle: PageHandle = { frame: "none" };

/** The desk. Visitors are sent to sign in and return; customers are sent to the home page. */
export default function AdminPage() {
  const session = useAdmin();
  return (
    <DeskFrame admin={session.admin}>
      {session.admin ? (
        <Dashboard />
      ) : session.isError ? (
        <DashboardSkeleton>
          <DeskTabBody>
            <ErrorState atDesk title="We couldn't load the dashboard" query={session} />
          </DeskTabBody>
        </DashboardSkeleton>
      ) : (
        <DashboardSkeleton />
      )}
    </DeskFrame>
  );
}
