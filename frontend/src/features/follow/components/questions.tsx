import type { Quote } from "~/api/types";
import { OpenThread, ReplyNote } from "~/features/quotes";
import { FollowCard } from "./follow-layout";

const QUESTIONS = "questions";

/** The thread of a quote: the customer reads and writes in it, and sees by when we reply. */
export function Questions({ quote }: { quote: Quote }) {
  return (
    <FollowCard id={QUESTIONS} title="Questions or changes">
      {quote.progress && <ReplyNote progress={quote.progress} />}
      <OpenThread quoteId={quote.id} viewer="customer" />
    </FollowCard>
  );
}

/** Move to the box in which the customer writes. */
export function goToQuestions() {
  document.querySelector<HTMLTextAreaElement>(`#${QUESTIONS} textarea`)?.focus();
}
