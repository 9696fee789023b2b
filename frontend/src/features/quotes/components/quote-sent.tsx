import { Clock } from "lucide-react";
import type { Quote } from "~/api/types";
import { formatDeadline, responseDeadline } from "~/lib/format";
import { followPath } from "~/lib/paths";
import { LookPicture } from "~/ui/look-picture";
import { SentCard, SentRows, thanks } from "~/ui/sent-card";
import { ShareLook } from "~/ui/share-look";
import { SentEstimate } from "../estimate/sent-estimate";
import { requestRows } from "../request-rows";

interface QuoteSentProps {
  quote: Quote;
  scrollTo: "page" | "card" | "nowhere";
  onAgain: () => void;
}

/** The confirmation of a quote request: what was requested, and by when the quote comes. */
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
      follow={{ label: "Follow your request", to: followPath("quotes", quote.id) }}
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
      <SentRows rows={requestRows(quote)} />
    </SentCard>
  );
}

function waysToReach({ communicationPreference, textUpdates, phone, email }: Quote): string {
  if (communicationPreference === "sms" && textUpdates) return `We'll text ${phone} and email ${email}.`;
  if (communicationPreference === "phone") return `We'll call ${phone} and email ${email}.`;
  return `We'll email ${email}.`;
}
