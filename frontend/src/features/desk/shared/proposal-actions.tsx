import { useState } from "react";
import { statusIn } from "~/api/statuses";
import type { DeskQuote, DeskQuoteDetails } from "~/api/types";
import { Button } from "~/ui/button";
import { AcceptDialog } from "./accept-dialog";
import { ProposalLink } from "./proposal-link";

/** Return whether a proposal is final: its work is scheduled or done, or its customer declined it. */
export const isSettled = ({ status }: Pick<DeskQuote, "status">) =>
  statusIn("quote", "scheduled", status) || statusIn("quote", "declined", status);

/** The link to a quote's proposal, as long as it can be changed. */
export function EditProposal({ quote }: { quote: DeskQuote }) {
  const { id, hasLines } = quote;
  if (isSettled(quote)) return null;
  return <ProposalLink quoteId={id}>{hasLines ? "Edit proposal" : "Write a proposal"}</ProposalLink>;
}

/** The button that records an acceptance by phone, as long as the price can be accepted. */
export function AcceptByPhone({ quote }: { quote: DeskQuoteDetails }) {
  const [isOpen, setOpen] = useState(false);
  if (!statusIn("quote", "answerable", quote.status) || quote.quoteAmount === null || quote.expired)
    return null;
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        Accepted by phone
      </Button>
      {isOpen && <AcceptDialog quote={quote} onClose={() => setOpen(false)} />}
    </>
  );
}
