import type { Estimate } from "~/api/types";
import { cx } from "~/lib/cx";
import { formatEstimate, formatMoney } from "~/lib/format";
import { EstimateLines, PriceLine } from "./estimate-lines";
import { PriceDetails } from "./price-details";
import { needsVisit, publishedLines, publishedPrice } from "./published-price";
import { type EstimateChoice, useEstimate } from "./use-estimate";

interface EstimatePriceProps {
  choice: EstimateChoice;
  /** Names a choice without its price: "Premium with wreaths". */
  inWords: (choice: EstimateChoice) => string;
  /** Text after the price, such as the monthly price of storage. */
  beside?: string | undefined;
}

interface Shown {
  /** The words between the choice and the price; null if there are none, and screen readers only need a pause. */
  lead: string | null;
  price: string;
  note: string;
}

/** The price of a choice: the server's estimate as a range, or the published prices until there is one. */
export function EstimatePrice({ choice, inWords, beside }: EstimatePriceProps) {
  const shown = useEstimate(choice);
  const { estimate, isUpdating } = shown;
  const shownChoice = shown.choice ?? choice;
  const { lead, price, note } = priceInWords(shownChoice, estimate);
  return (
    <div className={cx(isUpdating && "opacity-60")} aria-busy={isUpdating}>
      <p aria-live="polite" aria-atomic="true">
        <span className="block text-sm leading-snug text-muted-foreground">
          {inWords(shownChoice)}
          {lead ? `, ${lead}` : <span className="sr-only">,</span>}{" "}
        </span>
        <span className="display block text-3xl leading-[1.15]">{price}</span>
        {beside && <span className="block text-sm text-muted-foreground"> {beside}</span>}
        <span data-note className="mt-[0.35rem] block text-sm leading-[1.45] text-muted-foreground">
          {" "}
          {note}
        </span>
      </p>
      {lead && (
        <PriceDetails>
          {estimate ? <EstimateLines estimate={estimate} /> : <PublishedLines choice={shownChoice} />}
        </PriceDetails>
      )}
    </div>
  );
}

function priceInWords(choice: EstimateChoice, estimate: Estimate | null): Shown {
  const price = publishedPrice(choice);
  if (needsVisit(choice.servicePackage)) {
    return { lead: null, price, note: "We measure, design and price it with you. The visit is free." };
  }
  if (!estimate || estimate.low === null || estimate.high === null) {
    return { lead: "starting at", price, note: "We'll send your price within 24 hours." };
  }
  const isMeasured = choice.storeys && choice.frontWidthFeet;
  const about = isMeasured ? "For a house like yours." : "Tap stories and width for a closer price.";
  return {
    lead: "about",
    price: formatEstimate({ low: estimate.low, high: estimate.high }),
    note: `${about} We'll confirm it within 24 hours.`,
  };
}

function PublishedLines({ choice }: { choice: EstimateChoice }) {
  return (
    <ul className="text-sm">
      {publishedLines(choice).map(({ label, startingPrice }) => (
        <PriceLine key={label} label={label} price={`from ${formatMoney(startingPrice)}`} />
      ))}
    </ul>
  );
}
