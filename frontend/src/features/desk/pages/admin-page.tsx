import { PageFrame } from "~/app/frame/page-frame";
import { privatePageMeta } from "~/lib/seo";
import { ErrorState } from "~/ui/error-state";
import { Dashboard, DashboardSkeleton } from "../components/dashboard";
import { useAdmin } from "../use-admin";

/** Not for search engines: the office's own. */
export function meta() {
  return privatePageMeta("Admin Dashboard");
}

/** The desk of the office. Visitors are asked to sign in and come back, customers are shown out. */
export default function AdminPage() {
  const session = useAdmin();
  if (session.admin) {
    return (
      <PageFrame>
        <Dashboard />
      </PageFrame>
    );
  }
  return (
    <PageFrame>
      {session.isError ? (
        <div className="wrap py-section">
          <ErrorState atDesk title="The dashboard did not load" onRetry={session.retry} />
        </div>
      ) : (
        <DashboardSkeleton />
      )}
    </PageFrame>
  );
}
