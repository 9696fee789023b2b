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

const commentBox = () => document.querySelector<HTMLTextAreaElement>(`#${QUESTIONS} textarea`);

/** Move the focus to the comment box. */
export function goToQuestions() {
  commentBox()?.focus();
}

/** Start a comment about this, unless one has been started, and move the focus to the comment box. */
export function askAbout(name: string) {
  const box = commentBox();
  if (!box) return;
  if (box.value === "" || box.value === box.dataset.opening) {
    box.dataset.opening = `About the ${name}: `;
    box.setRangeText(box.dataset.opening, 0, box.value.length, "end");
    // The form notices only what is typed.
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
  box.focus();
}
