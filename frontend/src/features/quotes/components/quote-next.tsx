import { CalendarDays, CircleCheck, Clock, MessageSquare } from "lucide-react";
import type { QuoteProgress } from "~/api/types";
import { Note } from "~/ui/note";
import { PhoneLink } from "~/ui/phone-link";
import { type NextWords, nextWords, replyWords } from "../next-words";

/** What happens next with a quote, by whom and by when, and the deadline for our reply to a comment. */
export function QuoteNext({ progress }: { progress: QuoteProgress }) {
  const next = nextWords(progress);
  return (
    <>
      {next && (
        <Note icon={progress.visit ? CalendarDays : progress.step === "done" ? CircleCheck : Clock}>
          <NextSentence words={next} />
        </Note>
      )}
      <ReplyNote progress={progress} />
    </>
  );
}

/** The deadline for our reply to the customer's last comment, if they are waiting for one. */
export function ReplyNote({ progress }: { progress: QuoteProgress }) {
  const reply = replyWords(progress);
  if (!reply) return null;
  return (
    <Note icon={MessageSquare}>
      <NextSentence words={reply} />
    </Note>
  );
}

/** The sentence without a box around it, such as inside a panel with buttons. */
export function NextSentence({ words: { lead, rest, call } }: { words: NextWords }) {
  return (
    <>
      <b className="font-[650] text-heading">{lead}</b> {rest}
      {call && (
        <>
          {" "}
          Call us at <PhoneLink className="text-link underline" />.
        </>
      )}
    </>
  );
}
