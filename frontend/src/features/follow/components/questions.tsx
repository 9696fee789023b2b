import type { Quote } from "~/api/types";
import { OpenThread, ReplyNote } from "~/features/quotes";
import { FollowCard } from "./follow-layout";

const QUESTIONS = "questions";

/** The thread of a quote, with the deadline for our reply. */
export function Questions({ quote }: { quote: Quote }) {
  return (
    <FollowCard id={QUESTIONS} title="Questions or changes">
      {quote.progress && <ReplyNote progress={quote.progress} />}
      <OpenThread quoteId={quote.id} viewer="customer" />
    </FollowCard>
  );
}

/** Move the focus to the comment box. */
export function goToQuestions() {
  document.querySelector<HTMLTextAreaElement>(`#${QUESTIONS} textarea`)?.focus();
}
