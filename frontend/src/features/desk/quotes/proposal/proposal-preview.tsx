import { useEffect, useRef } from "react";
import { packageName } from "~/api/catalog-names";
import type { DeskQuoteDetails } from "~/api/types";
import { quotePdfPath } from "~/features/quotes";
import { commaList, firstName, formatDay, formatMoneyExact } from "~/lib/format";
import { fromCents, lineCents } from "~/lib/proposal-total";
import { Button } from "~/ui/button";
import { Proposal } from "~/ui/proposal/proposal";
import { ProposalSum } from "~/ui/proposal/proposal-sum";
import type { ProposalFigures } from "./figures";
import { pricedLines } from "./ledger";
import type { ProposalContent } from "./proposal-content";

interface ProposalPreviewProps {
  quote: DeskQuoteDetails;
  content: ProposalContent;
  figures: ProposalFigures;
  editedKey: string | null;
  /** Whether these lines are saved, so that the server can make a PDF of them. */
  isSaved: boolean;
}

/** A preview of what the customer sees, without our costs. It scrolls to the line that is being edited. */
export function ProposalPreview({ quote, content, figures, editedKey, isSaved }: ProposalPreviewProps) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const line = region.current?.querySelector<HTMLElement>("[data-edited]");
    if (!line || !region.current) return;
    // scrollIntoView would scroll the window, too.
    const { top, bottom } = line.getBoundingClientRect();
    const frame = region.current.getBoundingClientRect();
    if (top < frame.top) region.current.scrollTop -= frame.top - top + 24;
    else if (bottom > frame.bottom) region.current.scrollTop += bottom - frame.bottom + 24;
  });
  const lines = pricedLines(content.ledger).map((line) => ({
    ...line,
    text: line.text || "New line",
    amount: fromCents(lineCents(line) ?? 0),
    unitPrice: lineCents(line) === null ? "0" : line.unitPrice,
  }));
  const suggested = new Set(lines.filter((line) => line.suggested).map(({ id }) => id));
  const name = firstName(quote.fullName);
  const { price, deposit } = figures;
  return (
    <section
      ref={region}
      aria-label={`What ${name} sees`}
      className="proposal-preview min-w-0 px-gutter pt-5 pb-8"
    >
      <div className="mb-1 flex min-h-target flex-wrap items-center justify-between gap-x-4">
        <p className="text-xs font-semibold text-heading">What {name} sees</p>
        {isSaved && (
          <a
            href={quotePdfPath(quote.id)}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-target items-center text-xs text-link underline"
          >
            Open as a PDF
          </a>
        )}
      </div>
      <Proposal
        as="h3"
        title={packageName(quote.servicePackage)}
        aside={commaList(quote.streetAddress, quote.city)}
        look={quote.look}
        lines={lines}
        chosen={suggested}
        note={content.note.trim()}
        excludes={quote.excludes}
        editedId={editedKey}
      >
        <ProposalSum price={price} deposit={deposit} />
        {content.validUntil && (
          <p className="text-sm text-muted-foreground">Good through {formatDay(content.validUntil)}.</p>
        )}
        <Button disabled block>
          Accept {price === null ? "" : formatMoneyExact(price)}
        </Button>
      </Proposal>
    </section>
  );
}
