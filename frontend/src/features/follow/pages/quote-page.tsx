import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { DeskQuote, QuoteDetails } from "~/api/types";
import type { PageHandle } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { markQuoteOpened, quoteQuery } from "../api";
import { Followed } from "../components/followed";
import { FollowedQuote } from "../components/followed-quote";

export const handle: PageHandle = { frame: "none" };

export function meta() {
  return privatePageMeta("Your quote");
}

/** Staff get a quote without its visits and invoices, which are on the desk. */
function detailsOf(quote: QuoteDetails | DeskQuote): QuoteDetails {
  if ("jobs" in quote) return quote;
  return { ...quote, jobs: [], invoices: [], deposit: { percent: 0, credit: "0.00" } };
}

/** The page behind the private link of a quote. */
export default function FollowQuotePage() {
  const { id = "" } = useParams();
  const result = useQuery(quoteQuery(id));
  return (
    <Followed key={id} result={result} name="quote" markOpened={() => markQuoteOpened(id)}>
      {(quote, viewer) => <FollowedQuote quote={detailsOf(quote)} viewer={viewer} />}
    </Followed>
  );
}
