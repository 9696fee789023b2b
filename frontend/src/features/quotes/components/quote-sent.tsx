import { Clock } from "lucide-react";
import { addOnName, packageName } from "~/api/catalog-names";
import type { Quote } from "~/api/types";
import { formatDay, formatDeadline, responseDeadline, shortId } from "~/lib/format";
import { LookPicture } from "~/ui/look-picture";
import { SentCard, SentRows, thanks } from "~/ui/sent-card";
import { ShareLook } from "~/ui/share-look";
import { SentEstimate } from "../estimate/sent-estimate";

interface QuoteSentProps {
  quote: Quote;
  scrollTo: "page" | "card" | "nowhere";
  onAgain: () => void;
}

/** The confirmation of a quote request: what was asked for, and by when the quote comes. */
export function QuoteSent({ quote, scrollTo, onAgain }: QuoteSentProps) {
  return (
    <SentCard
      title={`${thanks(quote.fullName)}We have your request.`}
      icon={Clock}
      next={
        <>
          You'll have your quote{" "}
          <b className="font-[650] text-heading">by {formatDeadline(responseDeadline(quote.createdAt))}</b>.{" "}
          {waysToReach(quote)}
        </>
      }
      scrollTo={scrollTo}
      again="Send another"
      onAgain={onAgain}
    >
      {quote.look && (
        <div className="grid gap-3">
          <LookPicture look={quote.look} className="aspect-2/1" />
          <ShareLook code={quote.look.code} className="sm:justify-self-start" />
        </div>
      )}
      <SentEstimate estimate={quote.estimate} />
      <SentRows rows={rowsOf(quote)} />
    </SentCard>
  );
}

function waysToReach({ communicationPreference, phone, email }: Quote): string {
  if (communicationPreference === "sms") return `We'll text ${phone} and email ${email}.`;
  if (communicationPreference === "phone") return `We'll call ${phone} and email ${email}.`;
  return `We'll email ${email}.`;
}

/** Return "2,400 sq ft, 2 stories, about 60 ft wide", as far as it is known. */
function houseOf({ squareFootage, storeys, frontWidthFeet }: Quote): string {
  return [
    squareFootage !== null && `${squareFootage.toLocaleString("en-US")} sq ft`,
    storeys !== null && `${storeys} ${storeys === 1 ? "story" : "stories"}`,
    frontWidthFeet !== null && `about ${frontWidthFeet} ft wide`,
  ]
    .filter(Boolean)
    .join(", ");
}

const reachedBy = { email: "Email", sms: "Text", phone: "Phone" } as const;

function rowsOf(quote: Quote) {
  const { preferredStartDate, design } = quote;
  return [
    {
      label: "Package",
      value: [packageName(quote.servicePackage), design?.colour?.toLowerCase()].filter(Boolean).join(", "),
    },
    { label: "Add-ons", value: quote.addOns.map(addOnName).join(", ") || "None" },
    { label: "House", value: houseOf(quote) },
    {
      label: quote.streetAddress ? "Address" : "City",
      value: [quote.streetAddress, quote.city].filter(Boolean).join(", "),
    },
    { label: "Preferred start", value: preferredStartDate && formatDay(preferredStartDate) },
    { label: "Name", value: quote.fullName },
    { label: "Phone", value: quote.phone },
    { label: "Email", value: quote.email },
    { label: "Best way to reach you", value: reachedBy[quote.communicationPreference] },
    { label: "Text updates", value: quote.textUpdates && "Yes" },
    { label: "Your note", value: quote.comments },
    { label: "Reference", value: <span className="tabular-nums">{shortId(quote.id)}</span> },
  ];
}
