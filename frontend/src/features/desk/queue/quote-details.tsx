import { useQuery } from "@tanstack/react-query";
import { addOnName, shortPackageName } from "~/api/catalog-names";
import { hasFailed } from "~/api/failed";
import type { DeskQuote, DeskQuoteDetails } from "~/api/types";
import { EstimateLines } from "~/features/quotes";
import { commaList, formatCount, formatDay, formatEstimateExact, formatMoneyExact } from "~/lib/format";
import { LoadFailed } from "~/ui/load-failed";
import { LookPicture } from "~/ui/look-picture";
import { SkeletonRegion } from "~/ui/skeleton";
import { answerFacts } from "../shared/answer-facts";
import { quoteQuery } from "../shared/create-from-quote";
import { MapLink } from "../shared/map-link";
import { AcceptByPhone, EditProposal, isSettled } from "../shared/proposal-actions";
import { customerFact, invoiceFact } from "../shared/record-links";
import { sourceFacts } from "../shared/source-words";
import type { QueueItem } from "../shared/types";
import { Conversation } from "./conversation";
import { DetailsFrame, type DetailsProps, KeyValues } from "./details-frame";
import { isDraftProposal, isPaymentOrMessage, isPricedHere, keyOf } from "./kinds";
import { Opened } from "./opened";
import { PriceBar } from "./price-bar";
import { useQueueDesk } from "./queue-context";
import { ReplyBox } from "./reply-box";
import { depositState } from "./row-words";
import { StepBar } from "./step-bar";
import { TextsOff } from "./texts-off";
import { Tries } from "./tries";
import { useReply } from "./use-reply";
import { WhatHappened } from "./what-happened";

/** The details of a row about a quote: the look, the estimate, the tries and the conversation, with the reply box. */
export function QuoteDetails(props: DetailsProps & { quoteId: string }) {
  const { row, quoteId } = props;
  const { item } = row;
  const query = useQuery({ ...quoteQuery(quoteId), refetchOnMount: "always" });
  const { data: quote } = query;
  const reply = useReply(item, quoteId);
  return (
    <DetailsFrame
      {...props}
      footer={
        <>
          <ReplyBox row={row} reply={reply} amount={quote?.quoteAmount ?? item.amount} />
          {isPricedHere(item) && !row.gone && <PriceBar item={item} />}
          {isPaymentOrMessage(item) && !row.gone && <StepBar item={item} />}
          {/* From 64 rem, the button in the list is beside it. */}
          {item.kind === "accepted" && !row.gone && (
            <div className="sticky bottom-0 z-10 lg:hidden">
              <StepBar item={item} />
            </div>
          )}
        </>
      }
    >
      {hasFailed(query) && <LoadFailed query={query}>We couldn't load this quote.</LoadFailed>}
      {isPaymentOrMessage(item) && <WhatHappened item={item} />}
      <LookAndFacts item={item} quote={quote} />
      <Price item={item} quote={quote} failed={hasFailed(query)} />
      <Tries subject="quotes" id={quoteId} item={item} />
      <TextsOff item={item} />
      <Conversation quoteId={quoteId} quote={quote} reply={reply} />
    </DetailsFrame>
  );
}

function LookAndFacts({ item, quote }: { item: QueueItem; quote: DeskQuoteDetails | undefined }) {
  const { look, streetAddress, city, summary, invoiceId } = item;
  const isOther = isPaymentOrMessage(item);
  const price = isOther ? quote?.quoteAmount : item.amount;
  const place = commaList(streetAddress, city);
  return (
    <div className={look ? "grid items-center gap-3 md:grid-cols-[8.5rem_minmax(0,1fr)] md:gap-4.5" : "grid"}>
      <LookPicture look={look} className="aspect-16/10 object-cover md:aspect-5/4" />
      <KeyValues
        items={[
          { label: "Look", value: quote ? lookWords(quote) : !isOther && summary },
          { label: "House", value: houseWords(quote ?? item) },
          {
            label: "Address",
            value: place && (
              <MapLink place={item.stateCheck === "outside" ? place : `${place}, NH`}>{place}</MapLink>
            ),
          },
          { label: "Takedown", value: item.needsTakedown && "Not planned" },
          {
            label: "Start",
            value: quote?.preferredStartDate && `From ${formatDay(quote.preferredStartDate)}`,
          },
          { label: "Price", value: price && !isPricedHere(item) && priceWords(item, price) },
          ...answerFacts(quote),
          ...sourceFacts(quote),
          { label: "Deposit", value: item.deposit && depositWords(item.deposit) },
          invoiceFact(invoiceId),
          { label: "State", value: stateHelp(item.stateCheck) },
          { label: "Link", value: quote?.openedAt && <Opened at={quote.openedAt} /> },
          customerFact(item.customerKey, quote && !quote.userId),
        ]}
      />
    </div>
  );
}

/** "$929.00", or "$929.00, not sent yet". */
const priceWords = (item: QueueItem, amount: string) =>
  isDraftProposal(item) ? `${formatMoneyExact(amount)}, not sent yet` : formatMoneyExact(amount);

/** "$318.75, paid". */
const depositWords = (deposit: NonNullable<QueueItem["deposit"]>) =>
  `${formatMoneyExact(deposit.amount)}, ${depositState(deposit, "not paid yet")}`;

/** Return what the state means for billing, since other states charge sales tax. */
function stateHelp(check: QueueItem["stateCheck"]): string {
  if (check === "unknown") return "Confirm the state: if it isn't New Hampshire, its sales tax may apply.";
  if (check !== "outside") return "";
  return "Outside New Hampshire, so accepting creates no invoice. Check the state's sales tax, then create one by hand.";
}

/** "Premium, warm white, Wreaths & Garland". */
function lookWords({ servicePackage, look, addOns }: DeskQuote): string {
  const bulbs = look?.bulbs.toLowerCase();
  return commaList(shortPackageName(servicePackage), bulbs, ...addOns.map(addOnName));
}

type House = Pick<QueueItem, "squareFootage"> & Partial<Pick<DeskQuote, "storeys" | "frontWidthFeet">>;

/** "2,400 sq ft, 2 stories, 60 ft front". */
function houseWords({ squareFootage, storeys, frontWidthFeet }: House): string {
  return commaList(
    squareFootage && `${squareFootage.toLocaleString("en-US")} sq ft`,
    storeys && formatCount(storeys, "story", "stories"),
    frontWidthFeet && `${frontWidthFeet} ft front`,
  );
}

interface PriceProps {
  item: QueueItem;
  quote: DeskQuoteDetails | undefined;
  /** Whether the quote couldn't be loaded, and so the estimate's lines neither. */
  failed: boolean;
}

/** The estimate that the customer saw, with its lines on demand, and the buttons for the proposal. */
function Price({ item, quote, failed }: PriceProps) {
  const name = item.customerName.split(" ")[0];
  const canChange = quote && !isSettled(quote);
  const { update } = useQueueDesk();
  return (
    <div className="rounded-md bg-surface-2 px-3.5 py-1.5 text-xs empty:hidden">
      {(item.estimate || canChange) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1">
          {item.estimate && (
            <span>
              Estimate {name} saw
              <b className="block text-[1rem] leading-[1.375] text-heading tabular-nums">
                {formatEstimateExact(item.estimate)}
              </b>
            </span>
          )}
          {canChange && (
            <span className="flex flex-wrap gap-2">
              <AcceptByPhone
                quote={quote}
                onAccepted={() => update({ type: "acted_inside", key: keyOf(item) })}
              />
              <EditProposal quote={quote} />
            </span>
          )}
        </div>
      )}
      {item.estimate && !failed && (
        <details className="group">
          <summary className="inline-flex min-h-target cursor-pointer items-center">
            <span className="text-link font-semibold group-open:hidden">What's in it</span>
            <span className="text-link hidden font-semibold group-open:inline">Hide</span>
          </summary>
          {quote?.estimate ? (
            <EstimateLines estimate={quote.estimate} />
          ) : (
            <SkeletonRegion label="Loading the estimate" bar="h-16" />
          )}
        </details>
      )}
    </div>
  );
}
