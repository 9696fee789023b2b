import { memo, useId } from "react";
import { useSession } from "~/api/auth";
import { statusIn } from "~/api/statuses";
import type { DeskQuote, DeskQuoteDetails } from "~/api/types";
import { formatMoneyExact, shortId } from "~/lib/format";
import { FormAlert } from "~/ui/alert";
import { ConflictNote } from "../shared/conflict-note";
import { DeskRow } from "../shared/desk-table";
import { quoteAffects } from "../shared/keys";
import { useOpenRow } from "../shared/row-panel";
import { quoteRows } from "../shared/rows";
import { useRowEdit } from "../shared/use-row-edit";
import { quoteColumns } from "./quote-columns";
import { QuotePanel } from "./quote-panel";
import { closedNote, impliedStatus, quoteBody, readQuote, showQuoteValue } from "./quote-values";

interface QuoteRowProps {
  quote: DeskQuote;
  selected: boolean;
  onSelect: (id: string) => void;
}

/** Return a warning if the price differs from the accepted one, since the invoice keeps the accepted amount. */
function acceptedPriceWarning({ status, quoteAmount, acceptance }: DeskQuoteDetails): string | undefined {
  if (!acceptance || !statusIn("quote", "agreed", status) || acceptance.quoteAmount === quoteAmount) return;
  return `They accepted ${formatMoneyExact(acceptance.quoteAmount)}, and the invoice stays at that amount. Draft another invoice for extra work, or cancel this one and draft a lower one.`;
}

/** One quote. Its status and amount are edited in place: Enter saves and Escape discards. */
export const QuoteRow = memo(function QuoteRow({ quote, selected, onSelect }: QuoteRowProps) {
  const { user } = useSession();
  const edit = useRowEdit({
    rows: quoteRows,
    row: quote,
    read: readQuote,
    body: quoteBody,
    saved: "Quote Updated",
    explain: (saved) =>
      acceptedPriceWarning(saved) ??
      (saved.status === quote.status ? undefined : closedNote(saved.status, [quote], user?.id)),
    affects: quoteAffects,
    follows: impliedStatus,
  });
  const panel = useOpenRow(quote.id);
  const hintId = useId();
  const noteId = useId();
  const what = `quote ${shortId(quote.id)}, ${quote.fullName}`;

  return (
    <DeskRow
      columns={quoteColumns}
      item={{ quote, selected, onSelect, edit, panel, what, hintId, noteId }}
      marked={edit.isDirty || selected}
      details={[
        edit.problem && (
          <div id={noteId}>
            <FormAlert>{edit.problem}</FormAlert>
          </div>
        ),
        edit.differences.length > 0 && (
          <ConflictNote
            kind="quotes"
            id={quote.id}
            differences={edit.differences}
            show={showQuoteValue}
            onTakeTheirs={edit.reset}
          />
        ),
        panel.isOpen && <QuotePanel quote={quote} panel={panel} />,
      ]}
    />
  );
});
