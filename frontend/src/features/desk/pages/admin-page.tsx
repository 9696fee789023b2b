import { ErrorState } from "~/ui/error-state";
import { Page } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { Dashboard, DashboardSkeleton } from "../components/dashboard";
import { useAdmin } from "../use-admin";

/** Keep search engines away from the desk. */
export function meta() {
  return privatePageMeta("Admin dashboard");
}

/** The desk. Visitors are sent to sign in and return; customers are sent to the home page. */
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
