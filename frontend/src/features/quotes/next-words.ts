import { jobKindName } from "~/api/statuses";
import type { Quote, QuoteProgress } from "~/api/types";
import { easternDay, easternToday } from "~/lib/eastern";
import { formatDay, formatDeadline, formatZonedTime } from "~/lib/format";

/** What happens next with a quote, as text for its customer. `call`: our phone number follows the text. */
export interface NextWords {
  lead: string;
  rest: string;
  call?: boolean;
}

const lateWords = {
  price: "Your price is late.",
  day: "We're late setting your day.",
  takedown_day: "We're late setting the day we take your lights down.",
};

const isLate = (by: string) => Date.parse(by) < Date.now();
const late = (lead: string): NextWords => ({ lead, rest: "We're sorry.", call: true });

/** Return what happens next, by whom and by when, or that we're late. Null if nothing is left to happen. */
export function nextWords({ next, by, visit, step }: QuoteProgress): NextWords | null {
  if (next === "answer") {
    const then = visit ? "" : " Once you accept, we'll schedule the crew.";
    return { lead: "Your turn: accept or ask.", rest: `Ready for your OK.${then}` };
  }
  if (visit) return visitWords(visit);
  if (next === null || next === "visit") {
    return step === "done" ? { lead: "All done.", rest: "Thanks for letting us light your place." } : null;
  }
  if (!by && next === "day")
    return { lead: "We'll write or call you", rest: "with the day of your next visit." };
  if (!by) return { lead: "We have your request.", rest: "Questions?", call: true };
  if (isLate(by)) return late(lateWords[next]);
  if (next === "takedown_day") {
    return { lead: "Your lights are up.", rest: `We'll set the day we take them down by ${formatDay(by)}.` };
  }
  const deadline = formatDeadline(new Date(by));
  return next === "price"
    ? { lead: "We'll send your price", rest: `by ${deadline}.` }
    : { lead: "We'll call to set your day", rest: `by ${deadline}.` };
}

function visitWords({ kind, scheduledDate }: NonNullable<QuoteProgress["visit"]>): NextWords {
  const name = jobKindName(kind);
  const day = easternDay(new Date(scheduledDate));
  const time = `around ${formatZonedTime(scheduledDate)}`;
  if (day < easternToday()) {
    return { lead: `${name} was planned for ${formatDay(day)}.`, rest: "Still waiting for us?", call: true };
  }
  if (day === easternToday()) return { lead: `${name} today,`, rest: `${time}. Nothing for you to do.` };
  return { lead: `${name} on ${formatDay(day)},`, rest: `${time}. Nothing for you to do.` };
}

/** Return the deadline for our reply to the customer's last comment. Null if they aren't waiting for one. */
export function replyWords({ replyBy }: QuoteProgress): NextWords | null {
  if (!replyBy) return null;
  if (isLate(replyBy)) return late("Our reply is late.");
  return { lead: "We'll reply to you", rest: `by ${formatDeadline(new Date(replyBy))}.` };
}

/** Return whether the price must stay hidden, because staff have not sent it yet. */
export const hidesPrice = ({ progress }: Quote): boolean => progress?.step === "requested";
