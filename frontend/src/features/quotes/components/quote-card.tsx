import { addOnName, packageName } from "~/api/catalog-names";
import { statusIn } from "~/api/statuses";
import type { Quote } from "~/api/types";
import { estimateInWords, formatDate, formatMoney, shortId } from "~/lib/format";
import { StatusBadge } from "~/ui/badge";
import { LookPicture } from "~/ui/look-picture";
import { Amount, Facts, RecordCard } from "~/ui/record-card";
import { waitsForAnswer } from "../my-quotes";
import { QuoteAnswer } from "./quote-answer";
import { QuoteSteps } from "./quote-steps";
import { QuoteThread } from "./quote-thread";

const DAY = 24 * 60 * 60 * 1000;

/** One quote: its status, its facts, its price and its comments. */
export function QuoteCard({ quote }: { quote: Quote }) {
  const { id, status } = quote;
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
          <StatusBadge kind="quote" status={status} />
          <QuotePrice quote={quote} />
        </>
      }
    >
      <QuoteSteps status={status} />
      <div className="grid items-start gap-5 sm:flex">
        <LookPicture look={quote.look} className="sm:w-52" />
        <Facts
          items={[
            {
              label: quote.streetAddress ? "Address" : "City",
              value: [quote.streetAddress, quote.city].filter(Boolean).join(", "),
              wide: true,
            },
            { label: "Estimate", value: quote.quoteAmount === null ? estimateInWords(quote.estimate) : null },
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
      {waitsForAnswer(quote) && <QuoteAnswer quote={quote} />}
      <QuoteThread quote={quote} />
    </RecordCard>
  );
}

/** The price, or when the customer can expect it. */
function QuotePrice({ quote: { quoteAmount, status, createdAt } }: { quote: Quote }) {
  if (quoteAmount !== null) return <Amount>{formatMoney(quoteAmount)}</Amount>;
  if (statusIn("quote", "declined", status)) return null;
  const fresh = Date.now() - Date.parse(createdAt) < DAY;
  return <span className="text-sm text-muted-foreground">{fresh ? "Within 24 hours" : "No price yet"}</span>;
}
