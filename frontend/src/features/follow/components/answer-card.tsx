import type { QuoteDetails } from "~/api/types";
import {
  AcceptForm,
  AgreeToTerms,
  type Choices,
  DeclineQuote,
  OfferSum,
  type PricedQuote,
  Terms,
} from "~/features/quotes";
import { Button } from "~/ui/button";
import { FollowCard } from "./follow-layout";
import { goToQuestions } from "./questions";

/** The ID of the card, to which the price bar leads on phones. */
export const ANSWER = "answer";

interface AnswerCardProps {
  quote: QuoteDetails & PricedQuote;
  choices: Choices;
  /** The name of the owner's account, under which they accept; null if the person types their name. */
  accountName: string | null;
}

/** The card to accept or decline a price, which is the one thing to do on the page. */
export function AnswerCard({ quote, choices, accountName }: AnswerCardProps) {
  const hasLines = quote.lines.length > 0;
  return (
    <FollowCard id={ANSWER} title="Accept this quote">
      <OfferSum total={choices.total} deposit={quote.deposit} />
      {!hasLines && <Terms terms={quote.terms} />}
      <AcceptForm quote={quote} choices={choices} accountName={accountName}>
        {hasLines && <AgreeToTerms />}
      </AcceptForm>
      <div className="grid gap-3 min-[22.5rem]:grid-cols-2">
        <Button variant="outline" size="sm" onClick={goToQuestions}>
          Ask a question
        </Button>
        <DeclineQuote quote={quote} />
      </div>
    </FollowCard>
  );
}
