import type { QuoteDetails } from "~/api/types";
import { Accepted } from "~/features/quotes";
import { FollowCard } from "./follow-layout";

/** What was accepted, by whom and when. */
export function AcceptedCard({ quote }: { quote: QuoteDetails }) {
  if (!quote.acceptance) return null;
  return (
    <FollowCard title="What you accepted">
      <Accepted quote={quote} />
    </FollowCard>
  );
}
