import { Phone } from "lucide-react";
import { hasFailed } from "~/api/failed";
import { business } from "~/lib/business";
import { Band, liftClass } from "~/ui/band";
import { Card } from "~/ui/card";
import { ErrorState } from "~/ui/error-state";
import { Note } from "~/ui/note";
import { Page } from "~/ui/page";
import { PhoneLink } from "~/ui/phone-link";
import { SkeletonRegion } from "~/ui/skeleton";
import { WrittenContents, WrittenText } from "~/ui/written-text";
import { type TextPageName, useText } from "../use-text";

interface TextPageProps {
  page: TextPageName;
  title: string;
  lead: string;
}

/** A page with a text by the owner, and its table of contents. */
export function TextPage({ page, title, lead }: TextPageProps) {
  const query = useText(page);
  const { data: text } = query;
  return (
    <Page band={<Band title={title} lead={lead} />} className={`wrap ${liftClass}`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 pb-section lg:grid-cols-[7fr_3.4fr] lg:items-start">
        <aside className="grid gap-5 lg:sticky lg:top-6 lg:order-last lg:pt-14">
          {text && (
            <nav
              aria-label="On this page"
              className="max-lg:rounded-card max-lg:border max-lg:border-border max-lg:bg-surface max-lg:p-card"
            >
              <h2 className="mb-2 text-lg leading-[1.2]">On this page</h2>
              <WrittenContents page={page} html={text.contents} />
            </nav>
          )}
          <Note icon={Phone}>
            Prefer to ask a person? Call <PhoneLink /> or email{" "}
            <a className="text-link wrap-anywhere" href={`mailto:${business.email}`}>
              {business.email}
            </a>
            .
          </Note>
        </aside>
        {!hasFailed(query) ? (
          <Card>
            {text ? (
              <WrittenText page={page} html={text.html} />
            ) : (
              <SkeletonRegion label="Loading the text" bar="h-96" />
            )}
          </Card>
        ) : (
          <ErrorState title="We couldn't load this page" query={query} />
        )}
      </div>
    </Page>
  );
}
