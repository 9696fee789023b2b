import { Link } from "react-router";
import { paths } from "~/lib/paths";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import type { PageHandle } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { businessQuery, type TextPageName, textQuery } from "../business/api";
import { BusinessForm } from "../business/business-form";
import { BusinessHistory } from "../business/business-history";
import { TextEditor } from "../business/text-editor";
import { DeskFrame } from "../components/desk-frame";
import { DeskTabBody, DeskTabHeader } from "../shared/desk-tab-header";
import { MetricView } from "../shared/metric-view";
import { TableSkeleton } from "../shared/table-skeleton";
import { useDeskParams } from "../shared/use-desk-params";
import { ViewChoice } from "../shared/view-choice";
import { useAdmin } from "../use-admin";
import "../desk.css";

/** Keep search engines away from the desk. */
export function meta() {
  return privatePageMeta("Business and texts");
}

export const handle: PageHandle = { frame: "none" };

const texts: Record<TextPageName, string> = {
  faq: "Questions and answers",
  terms: "Terms",
  privacy: "Privacy",
};
const views = [
  { value: "", label: "Business" },
  ...Object.entries(texts).map(([value, label]) => ({ value, label })),
];

/** For owners: who the business is, and the texts of its pages. */
export default function BusinessPage() {
  const session = useAdmin();
  const isOwner = session.admin?.role === "owner";
  return (
    <DeskFrame admin={session.admin}>
      <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 lg:overflow-y-auto">
        <DeskTabHeader
          title="Business and texts"
          aside={
            <Link to={paths.admin} className="text-link inline-flex min-h-target items-center">
              Back to the desk
            </Link>
          }
        >
          {isOwner && <ViewChoice label="What to edit" views={views} />}
        </DeskTabHeader>
        <DeskTabBody>
          {isOwner ? (
            <View />
          ) : session.admin ? (
            <EmptyState title="Only owners see this page">
              Ask an owner to change the business's details or texts.
            </EmptyState>
          ) : session.isError ? (
            <ErrorState atDesk title="We couldn't load your account" onRetry={session.retry} />
          ) : (
            <TableSkeleton label="Loading business and texts" />
          )}
        </DeskTabBody>
      </main>
    </DeskFrame>
  );
}

const isText = (view: string | null): view is TextPageName => view !== null && Object.hasOwn(texts, view);

function View() {
  const view = useDeskParams().get("view");
  if (isText(view)) {
    return (
      <MetricView key={view} query={textQuery(view)} name="the text" height="h-144">
        {(edited) => <TextEditor page={view} title={texts[view]} edited={edited} />}
      </MetricView>
    );
  }
  return (
    <MetricView query={businessQuery} name="the business's details" height="h-144">
      {(business) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <BusinessForm business={business} />
          <BusinessHistory />
        </div>
      )}
    </MetricView>
  );
}
