import { useLocation } from "react-router";
import { business } from "~/lib/business";
import { isAdminPage } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Page } from "~/ui/page";
import { OrCallUs } from "~/ui/phone-link";
import { PageFrame } from "./page-frame";

/** The page for an unexpected error. */
export function ErrorPage() {
  // Staff should not be told to call the office.
  const atDesk = isAdminPage(useLocation().pathname);
  return (
    <PageFrame>
      <Page className="wrap py-section">
        <title>{`Something went wrong | ${business.name}`}</title>
        <h1>Something went wrong on our end</h1>
        <p className="lead mt-4">
          Reload the page
          <OrCallUs atDesk={atDesk} />
        </p>
        <Button className="mt-6" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </Page>
    </PageFrame>
  );
}
