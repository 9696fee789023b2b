import { type JobKind, jobKindName } from "~/api/statuses";
import type { QuoteDetails, QuoteProgress } from "~/api/types";
import { isDeclined, NextSentence, type NextWords, nextWords } from "~/features/quotes";
import { easternDay } from "~/lib/eastern";
import { firstName, formatMoneyExact, formatZonedTime } from "~/lib/format";
import { reminderWords } from "~/lib/reminder";
import { PhoneLink } from "~/ui/phone-link";
import type { News } from "./components/state-band";
import { daysUntil, formatFullDay } from "./format";

/** Return the heading and lead for the state of a quote: who acts next, and by when. */
export function quoteNews(quote: QuoteDetails): News {
  const { progress } = quote;
  if (!progress || isDeclined(quote)) return closedNews(quote);
  if (progress.visit && progress.next !== "answer") return visitNews(progress.visit);
  if (quote.expired) return expiredNews(quote);
  const words = nextWords(progress);
  return { title: titleOf(quote, progress), lead: words && <Lead quote={quote} words={words} /> };
}

/**
 * Return the heading and lead for a quote that was declined. Lights that are up still have to come down, and staff decide
 * about payments.
 */
function closedNews({ progress, invoices }: QuoteDetails): News {
  const title = "This quote is closed";
  const owed = invoices.reduce((sum, { overpaid }) => sum + Number(overpaid), 0);
  const money = owed > 0 && `We'll contact you about the ${formatMoneyExact(owed)} that you paid. `;
  if (!progress) {
    return {
      title,
      lead: (
        <>
          Nothing{owed > 0 && " else"} will be scheduled or charged. {money}Still want lights? Ask for it
          again below, or call <PhoneLink />.
        </>
      ),
    };
  }
  const words = nextWords(progress);
  const news = progress.visit
    ? visitNews(progress.visit)
    : { title, lead: words && <NextSentence words={words} /> };
  return {
    ...news,
    lead: (
      <>
        {news.lead} Nothing else will be scheduled or charged. {money}
      </>
    ),
  };
}

function expiredNews({ validUntil }: QuoteDetails): News {
  return {
    title: "This price has expired",
    lead: (
      <>
        It was good through {validUntil && formatFullDay(validUntil)}. Ask for it again, and we'll send you a
        new one.
      </>
    ),
  };
}

interface LeadProps {
  quote: QuoteDetails;
  words: NextWords;
}

function Lead({ quote, words }: LeadProps) {
  return quote.progress?.next === "answer" ? (
    <OfferLead quote={quote} words={words} />
  ) : (
    <NextSentence words={words} />
  );
}

/** How to respond to a price, and until when. */
function OfferLead({ quote: { lines, changes, validUntil }, words }: LeadProps) {
  const hasChoices = lines.some(({ optional, choice }) => optional || choice);
  return (
    <>
      {changes?.wasAccepted && "Please look it over and accept it again. "}
      {!hasChoices && <NextSentence words={words} />}
      {validUntil && (
        <>
          {" "}
          Good through <b>{formatFullDay(validUntil)}</b>.
        </>
      )}
      {hasChoices && " Choose what you like below; the total follows."}
    </>
  );
}

/**
 * Return the price that the customer accepted. Staff may have changed it since, and no one is held to an unseen price.
 */
export const agreedAmount = ({ quoteAmount, acceptance }: QuoteDetails): string | null =>
  quoteAmount && (acceptance?.quoteAmount ?? quoteAmount);

function titleOf(quote: QuoteDetails, { step, next }: QuoteProgress): string {
  const { fullName, quoteAmount, changes } = quote;
  const agreed = agreedAmount(quote);
  const amount = quoteAmount === null ? null : formatMoneyExact(quoteAmount);
  switch (next) {
    case "price":
      return "We're working on your price";
    case "answer":
      return changes?.wasAccepted ? `Your quote has changed: ${amount}` : `Your price is ready: ${amount}`;
    case "day":
      if (step === "scheduled") return "Your next visit needs a day";
      return agreed ? `You accepted ${formatMoneyExact(agreed)}` : "Your quote is accepted";
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
  const reminder = reminderWords(easternDay(new Date(scheduledDate)));
  return {
    title: kind === "takedown" ? `We take your lights down ${when}` : `We'll be there ${when}`,
    lead: (
      <>
        The crew arrives{" "}
        <b>
          around <span className="whitespace-nowrap">{formatZonedTime(scheduledDate)}</span>
        </b>
        .{reminder && ` ${reminder}`}
      </>
    ),
  };
}
