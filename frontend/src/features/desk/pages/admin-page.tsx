import { ErrorState } from "~/ui/error-state";
import { Page } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { Dashboard, DashboardSkeleton } from "../components/dashboard";
import { useAdmin } from "../use-admin";

/** Not for search engines: the office's own. */
export function meta() {
  return privatePageMeta("Admin dashboard");
}

/** The desk of the office. Visitors are asked to sign in and come back, customers are shown out. */
export default function AdminPage() {
  const session = useAdmin();
  if (session.admin) {
    return (
      <Page>
        <Dashboard />
      </Page>
    );
  }
  return (
    <Page>
      {session.isError ? (
        <div className="wrap py-section">
          <ErrorState atDesk title="We couldn't load the dashboard" onRetry={session.retry} />
        </div>
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  );
}
