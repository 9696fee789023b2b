import { FileX, ReceiptText } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { packageName } from "~/api/catalog-names";
import { statusIn } from "~/api/statuses";
import type { DeskQuoteDetails } from "~/api/types";
import { commaList, firstName, formatMoneyExact } from "~/lib/format";
import { DialogButton } from "~/ui/dialog-button";
import { Note } from "~/ui/note";
import { Proposal } from "~/ui/proposal/proposal";
import { InvoiceDialog } from "../../shared/invoice-dialog";
import { proposalBack } from "../../shared/proposal-link";
import { ProposalHeader } from "./proposal-header";
import { hasDraft } from "./use-proposal-draft";

/** A proposal whose lines are final, with a note about what to do instead of editing. */
export function SettledProposal({ quote }: { quote: DeskQuoteDetails }) {
  const back = proposalBack(useLocation(), quote.id);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <ProposalHeader quote={quote} back={back} headingRef={heading} />
      <div className="grid w-full max-w-176 grid-cols-[minmax(0,1fr)] gap-4 px-gutter pb-8">
        {statusIn("quote", "declined", quote.status) ? (
          <Declined quote={quote} />
        ) : (
          <Scheduled quote={quote} />
        )}
        {quote.hasLines && <FinalLines quote={quote} />}
      </div>
    </div>
  );
}

function Declined({ quote }: { quote: DeskQuoteDetails }) {
  return (
    <Note icon={FileX}>
      This quote is rejected, so its lines can't change. Set it back to Quoting in Quote Management to write a
      proposal. <Unsaved quote={quote} />
    </Note>
  );
}

/** The work is scheduled or done. Extra work is invoiced by hand. */
function Scheduled({ quote }: { quote: DeskQuoteDetails }) {
  const isDone = statusIn("quote", "completed", quote.status);
  return (
    <>
      <Note icon={ReceiptText}>
        The work is {isDone ? "done" : "scheduled"}, so these lines can't change. Create an invoice for extra
        work. <Unsaved quote={quote} />
      </Note>
      <DialogButton
        className="justify-self-start"
        dialog={(onClose) => <InvoiceDialog quote={quote} onClose={onClose} />}
      >
        Draft invoice
      </DialogButton>
    </>
  );
}

/** Says that edits were lost because the lines became final before they were saved. */
function Unsaved({ quote }: { quote: DeskQuoteDetails }) {
  return hasDraft(quote.id) && "What you typed was not saved.";
}

/** The lines as the customer saw them, with what they picked. */
function FinalLines({ quote }: { quote: DeskQuoteDetails }) {
  const { acceptance, lines, quoteAmount } = quote;
  const picked = lines.filter((line) => (acceptance ? line.chosen : line.suggested));
  return (
    <section aria-label={`What ${firstName(quote.fullName)} sees`}>
      <Proposal
        as="h3"
        title={packageName(quote.servicePackage)}
        aside={commaList(quote.streetAddress, quote.city)}
        look={quote.look}
        lines={lines}
        chosen={new Set(picked.map(({ id }) => id))}
        note={quote.note}
        excludes={quote.excludes}
      >
        {quoteAmount !== null && (
          <p className="flex items-baseline justify-between gap-4">
            <span className="font-[650] text-heading">{acceptance ? "Accepted" : "Price"}</span>
            <b className="display text-3xl leading-[1.1]">{formatMoneyExact(quoteAmount)}</b>
          </p>
        )}
      </Proposal>
    </section>
  );
}
