import { Phone } from "lucide-react";
import { paths } from "~/lib/paths";
import { Band, liftClass } from "~/ui/band";
import { Note } from "~/ui/note";
import { Page } from "~/ui/page";
import { PhoneLink } from "~/ui/phone-link";
import { publicPageMeta } from "~/ui/seo";
import { NextSteps } from "../components/next-steps";
import { QuoteForm } from "../components/quote-form";

/** The title, description and preview for search engines and shared links. */
export function meta() {
  return publicPageMeta({
    title: "Get your holiday lights quote",
    description:
      "Free, with no obligation: a detailed quote for Christmas light installation on the New Hampshire Seacoast within 24 hours.",
    path: paths.quote,
  });
}

/** The page with only the quote form. */
export default function QuotePage() {
  return (
    <Page
      band={
        <Band
          title="Get your holiday lights quote"
          lead="Free, with no obligation, in your inbox within 24 hours."
        />
      }
      className={`wrap ${liftClass}`}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 pb-section lg:grid-cols-[7fr_4.4fr] lg:items-start">
        <QuoteForm heading="h2" scrollTo="page" />
        <aside className="grid gap-5 pt-14">
          <h2 className="text-2xl leading-[1.2]">What happens next</h2>
          <NextSteps />
          <Note icon={Phone}>
            Prefer to talk it over? Call <PhoneLink />.
          </Note>
        </aside>
      </div>
    </Page>
  );
}
