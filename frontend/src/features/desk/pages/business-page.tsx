import type { PageHandle } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { businessQuery, type TextPageName, textQuery } from "../business/api";
import { BusinessForm } from "../business/business-form";
import { BusinessHistory } from "../business/business-history";
import { TextEditor } from "../business/text-editor";
import { OwnerPage } from "../components/owner-page";
import { MetricView } from "../shared/metric-view";
import { useDeskParams } from "../shared/use-desk-params";
import { ViewChoice } from "../shared/view-choice";

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

/** For owners: the business's details and the texts of its pages. */
export default function BusinessPage() {
  return (
    <OwnerPage
      title="Business and texts"
      refusal="Ask an owner to change the business's details or texts."
      header={<ViewChoice label="What to edit" views={views} />}
    >
      {() => <View />}
    </OwnerPage>
  );
}

const isText = (view: string | null): view is TextPageName => view !== null && Object.hasOwn(texts, view);

function View() {
  const view = useDeskParams().get("view");
  if (isText(view)) {
    return (
      <MetricView query={textQuery(view)} name="the text" height="h-144">
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
