import type { Quote } from "~/api/types";
import { AskAgain } from "~/features/quotes";
import { FollowCard } from "./follow-layout";

/** The card to ask again for a quote that was declined or has expired. */
export function AskAgainCard({ quote }: { quote: Quote }) {
  return (
    <FollowCard title="Still want lights?">
      <p>
        We'll look at it again and send you a price within 24 hours. You don't need to fill in anything, and
        the new price may differ.
      </p>
      <div>
        <AskAgain quoteId={quote.id} />
      </div>
    </FollowCard>
  );
}
