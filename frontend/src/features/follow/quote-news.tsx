import { type JobKind, jobKindName } from "~/api/statuses";
import type { Quote, QuoteProgress } from "~/api/types";
import { NextSentence, nextWords } from "~/features/quotes";
import { firstName, formatMoneyExact, formatZonedTime } from "~/lib/format";
import { PhoneLink } from "~/ui/phone-link";
import type { News } from "./components/state-band";
import { daysUntil, formatFullDay } from "./format";

/** Return the state of a quote in words: who acts next, and by when. */
export function quoteNews(quote: Quote): News {
  const { progress } = quote;
  if (!progress) {
    return {
      title: "This quote is closed",
      lead: (
        <>
          It was declined, so nothing will be scheduled or charged. Changed your mind? Write to us below, or
          call <PhoneLink />.
        </>
      ),
    };
  }
  if (progress.visit) return visitNews(progress.visit);
  const words = nextWords(progress);
  return { title: titleOf(quote, progress), lead: words && <NextSentence words={words} /> };
}

function titleOf({ fullName, quoteAmount }: Quote, { step, next }: QuoteProgress): string {
  const amount = quoteAmount === null ? null : formatMoneyExact(quoteAmount);
  switch (next) {
    case "price":
      return "We're working on your price";
    case "answer":
      return `Your price is ready: ${amount}`;
    case "day":
      return amount ? `You accepted ${amount}` : "Your quote is accepted";
    case "takedown_day":
      return `Enjoy your lights, ${firstName(fullName)}`;
    default:
      return step === "done" ? "All done for this season" : "Your lights are taken care of";
  }
}

function visitNews({ kind, scheduledDate }: NonNullable<QuoteProgress["visit"]>): News {
  const days = daysUntil(scheduledDate);
  const day = formatFullDay(scheduledDate);
  if (days < 0) {
    return {
      title: `${jobKindName(kind as JobKind)} was planned for ${day}`,
      lead: (
        <>
          Still waiting for us? Call us at <PhoneLink />.
        </>
      ),
    };
  }
  const when = days === 0 ? "today" : day;
  return {
    title: kind === "takedown" ? `We take your lights down ${when}` : `We'll be there ${when}`,
    lead: (
      <>
        The crew arrives{" "}
        <b>
          around <span className="whitespace-nowrap">{formatZonedTime(scheduledDate)}</span>
        </b>
        .{days > 1 && " We'll remind you the evening before."}
      </>
    ),
  };
}
