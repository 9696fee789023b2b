import { business } from "~/lib/business";
import { Button } from "~/ui/button";
import { Page } from "~/ui/page";
import { PageFrame } from "./page-frame";

/** The page for an unexpected error. */
export function ErrorPage() {
  return (
    <PageFrame>
      <Page className="wrap py-section">
        <title>{`Something went wrong · ${business.name}`}</title>
        <h1>This page did not load</h1>
        <p className="lead mt-4">
          That is our mistake. Load the page again, or call us at{" "}
          <a className="text-link whitespace-nowrap" href={business.phoneHref}>
            {business.phone}
          </a>
          .
        </p>
        <Button className="mt-6" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
      </Page>
    </PageFrame>
  );
}
