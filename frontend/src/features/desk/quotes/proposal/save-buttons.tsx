import type { DeskQuoteDetails } from "~/api/types";
import { firstName, formatDay, formatMoneyExact } from "~/lib/format";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { isDraft } from "./use-save-proposal";
import type { useSend } from "./use-send";

interface SaveButtonsProps {
  quote: DeskQuoteDetails;
  isDirty: boolean;
  sending: ReturnType<typeof useSend>;
}

export function SaveButtons({ quote, isDirty, sending }: SaveButtonsProps) {
  const { pending, saveDraft, send } = sending;
  if (!isDraft(quote)) {
    return (
      <>
        <Button disabled={!isDirty} pending={pending !== null} pendingLabel="Sending..." onClick={send}>
          Send new version
        </Button>
        <ReviseDialog quote={quote} {...sending.confirmation} />
      </>
    );
  }
  return (
    <>
      <Button
        variant="outline"
        className="max-md:px-3!"
        disabled={!isDirty}
        pending={pending === "draft"}
        pendingLabel="Saving..."
        onClick={saveDraft}
      >
        Save draft
      </Button>
      <Button className="max-md:px-3!" pending={pending === "send"} pendingLabel="Sending..." onClick={send}>
        Send quote
      </Button>
    </>
  );
}

type ReviseDialogProps = ReturnType<typeof useSend>["confirmation"] & { quote: DeskQuoteDetails };

/** Asks before replacing an accepted proposal, since the customer has to accept again. */
function ReviseDialog({ quote, isOpen, close, confirm }: ReviseDialogProps) {
  const { acceptance, deposit } = quote;
  const name = firstName(quote.fullName);
  const accepted = acceptance
    ? `${acceptance.acceptedBy} accepted ${formatMoneyExact(acceptance.quoteAmount)} on ${formatDay(acceptance.acceptedAt)}. `
    : "";
  const paid =
    deposit.percent > 0
      ? "What was paid counts toward the new price."
      : "The next yes creates no invoice, so we'll ask you to refund or keep what was paid.";
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => open || close()}
      question={`Ask ${name} to accept again?`}
      description={`${accepted}The new version replaces the accepted one, and an unpaid invoice for it is canceled. ${paid}`}
      cancel={<Button variant="outline">Keep what was accepted</Button>}
      confirm={<Button onClick={confirm}>Send new version</Button>}
    />
  );
}
