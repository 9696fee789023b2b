import { addOnName, packageName } from "~/api/catalog-names";
import type { Quote } from "~/api/types";
import { commaList, estimateInWords, formatDate, formatDay, formatMoneyExact, shortId } from "~/lib/format";
import { scrollToSection } from "~/lib/scroll-to";
import { StatusBadge } from "~/ui/badge";
import { LookPicture } from "~/ui/look-picture";
import { Amount, Facts, RecordCard } from "~/ui/record-card";
import { canAnswer, canAskAgain, isDeclined } from "../my-quotes";
import { hidesPrice } from "../next-words";
import { AskAgain } from "../proposal/ask-again";
import { AfterAcceptance } from "./after-acceptance";
import { QuoteAnswer } from "./quote-answer";
import { QuoteNext, ReplyNote } from "./quote-next";
import { QuoteSteps } from "./quote-steps";
import { QuoteThread } from "./quote-thread";

/** One quote with its progress, what is next, its details and comments. */
export function QuoteCard({ quote }: { quote: Quote }) {
  const { id, progress } = quote;
  const declined = isDeclined(quote);
  return (
    <RecordCard
      id={`quote-${id}`}
      title={packageName(quote.servicePackage)}
      subtitle={
        <>
          Quote <span className="tabular-nums">{shortId(id)}</span>, requested {formatDate(quote.createdAt)}
        </>
      }
      aside={
        <>
          {declined && <StatusBadge kind="quote" status={quote.status} label="Closed" />}
          {quote.quoteAmount !== null && !hidesPrice(quote) && (
            <Amount>{formatMoneyExact(quote.quoteAmount)}</Amount>
          )}
        </>
      }
    >
      {progress && !declined && <QuoteSteps progress={progress} />}
      <WhatIsNext quote={quote} />
      <div className="grid items-start gap-5 sm:flex">
        <LookPicture look={quote.look} className="sm:w-52" />
        <Facts
          items={[
            {
              label: quote.streetAddress ? "Address" : "City",
              value: commaList(quote.streetAddress, quote.city),
              wide: true,
            },
            { label: "Estimate", value: hidesPrice(quote) ? estimateInWords(quote.estimate) : null },
            { label: "Square footage", value: quote.squareFootage?.toLocaleString("en-US") },
            {
              label: "Preferred start",
              value: quote.preferredStartDate && formatDate(quote.preferredStartDate),
            },
            { label: "Add-ons", value: quote.addOns.map(addOnName).join(", ") },
            { label: "Bulbs", value: quote.look?.bulbs },
          ]}
        />
      </div>
      {(progress?.step === "accepted" || progress?.step === "scheduled") && <AfterAcceptance quote={quote} />}
      <QuoteThread quote={quote} />
    </RecordCard>
  );
}

function WhatIsNext({ quote }: { quote: Quote }) {
  const { progress } = quote;
  return (
    <>
      {canAskAgain(quote) && <AskAgainPanel quote={quote} />}
      {canAnswer(quote) && <QuoteAnswer quote={quote} />}
      {progress && (canAnswer(quote) ? <ReplyNote progress={progress} /> : <QuoteNext progress={progress} />)}
    </>
  );
}

function AskAgainPanel({ quote }: { quote: Quote }) {
  return (
    <div className="grid gap-4 rounded-md bg-surface-2 px-4 py-4 text-sm md:flex md:items-center md:justify-between">
      <p>
        {quote.expired && quote.validUntil && (
          <b className="font-[650] text-heading">
            This price was good through {formatDay(quote.validUntil)}.{" "}
          </b>
        )}
        {!quote.expired && <b className="font-[650] text-heading">Still want lights? </b>}
        We'll look at it again and send you a price within 24 hours.
      </p>
      <AskAgain quoteId={quote.id} variant="secondary" onAsked={() => scrollToSection(`quote-${quote.id}`)} />
    </div>
  );
}
