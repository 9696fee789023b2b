import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { quoteQuery } from "~/features/quotes";
import type { PageHandle } from "~/ui/page";
import { privatePageMeta } from "~/ui/seo";
import { markQuoteOpened } from "../api";
import { Followed } from "../components/followed";
import { FollowedQuote } from "../components/followed-quote";

export const handle: PageHandle = { frame: "none" };

export function meta() {
  return privatePageMeta("Your quote");
}

/** The page behind the private link of a quote. */
export default function FollowQuotePage() {
  const { id = "" } = useParams();
  const result = useQuery(quoteQuery(id));
  return (
    <Followed key={id} result={result} name="quote" markOpened={() => markQuoteOpened(id)}>
      {(quote, viewer) => <FollowedQuote quote={quote} viewer={viewer} />}
    </Followed>
  );
}
