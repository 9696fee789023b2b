import { ErrorState } from "~/ui/error-state";
import { Page } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { useRequiredUser } from "~/ui/use-required-user";
import { MyServices } from "../components/my-services";
import { MyServicesSkeleton } from "../components/my-services-skeleton";

/** Keep search engines away: the page is personal. */
export function meta() {
  return privatePageMeta("My Services");
}

/** The customer's area. Visitors are sent to sign in and return here. */
export default function MyServicesPage() {
  const session = useRequiredUser({
    title: "Please Log In",
    description: "You need to be logged in to view your services.",
  });
  if (session.user) {
    return (
      <Page>
        <MyServices user={session.user} />
      </Page>
    );
  }
  return (
    <Page>
      {session.isError ? (
        <div className="wrap py-section">
          <ErrorState title="We couldn't load My Services" query={session} />
        </div>
      ) : (
        <MyServicesSkeleton />
      )}
    </Page>
  );
}
