import { packageName } from "~/api/catalog-names";
import type { QuoteDetails } from "~/api/types";
import {
  ChangedWhileOpen,
  type Choices,
  canAnswer,
  QuoteChanges,
  quotePdfPath,
  Terms,
} from "~/features/quotes";
import { formatMoneyExact } from "~/lib/format";
import { scrollToSection } from "~/lib/scroll-to";
import { Button } from "~/ui/button";
import { Proposal } from "~/ui/proposal/proposal";
import { ANSWER } from "./answer-card";

interface ProposalCardProps {
  quote: QuoteDetails;
  choices: Choices;
  /** Whether the customer can change the choices. */
  canChoose: boolean;
}

/** The proposal with the customer's choices. On phones, a bar with the price stays in view below it. */
export function ProposalCard({ quote, choices, canChoose }: ProposalCardProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {canAnswer(quote) && <QuoteChanges changes={quote.changes} />}
      <ChangedWhileOpen choices={choices} />
      <Proposal
        title={packageName(quote.servicePackage)}
        aside={
          <a href={quotePdfPath(quote.id)} target="_blank" className="text-link underline" rel="noreferrer">
            Download the PDF
          </a>
        }
        lines={quote.lines}
        chosen={choices.chosen}
        onChoose={canChoose ? choices.choose : undefined}
        note={quote.note}
        excludes={quote.excludes}
      >
        <Terms terms={quote.terms} />
      </Proposal>
      {canChoose && <PriceBar total={choices.total} />}
    </div>
  );
}

function PriceBar({ total }: { total: string }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-gutter flex flex-wrap items-center justify-between gap-4 border-t border-border bg-surface px-gutter py-3 shadow-overlay lg:hidden">
      <p className="text-xs leading-tight text-muted-foreground">
        Your price
        <span className="block text-lg font-bold text-heading tabular-nums">{formatMoneyExact(total)}</span>
      </p>
      <Button variant="secondary" size="sm" onClick={() => scrollToSection(ANSWER)}>
        Go to accept
      </Button>
    </div>
  );
}
