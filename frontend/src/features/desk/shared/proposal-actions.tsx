import { statusIn } from "~/api/statuses";
import type { DeskQuote, DeskQuoteDetails } from "~/api/types";
import { DialogButton } from "~/ui/dialog-button";
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

interface AcceptByPhoneProps {
  quote: DeskQuoteDetails;
  onAccepted?: (() => void) | undefined;
}

/** The button that records an acceptance by phone, as long as the price can be accepted. */
export function AcceptByPhone({ quote, onAccepted }: AcceptByPhoneProps) {
  if (!statusIn("quote", "answerable", quote.status) || quote.quoteAmount === null || quote.expired)
    return null;
  return (
    <DialogButton dialog={(onClose) => <AcceptDialog {...{ quote, onClose, onAccepted }} />}>
      Accepted by phone
    </DialogButton>
  );
}
