import { memo, useId } from "react";
import { addOnName, packageName } from "~/api/catalog-names";
import { statusIn } from "~/api/statuses";
import type { Quote } from "~/api/types";
import { formatDateTime, shortId } from "~/lib/format";
import { FormAlert } from "~/ui/alert";
import { CheckMark } from "~/ui/check-mark";
import { ConflictNote } from "../shared/conflict-note";
import { DeskCell, DeskDetailRow, DeskRow } from "../shared/desk-table";
import { EmailText } from "../shared/email-text";
import { MoneyInput } from "../shared/money-input";
import { PromiseBadge } from "../shared/promise-badge";
import { RowToggle, useOpenRow } from "../shared/row-panel";
import { quoteRows } from "../shared/rows";
import { SaveRow } from "../shared/save-row";
import { StatusSelect } from "../shared/status-select";
import { useRowEdit } from "../shared/use-row-edit";
import { quoteAffects } from "./api";
import { QuotePanel } from "./quote-panel";
import { followAmount, quoteBody, readQuote, showQuoteValue } from "./quote-values";

const COLUMNS = 7;

interface QuoteRowProps {
  quote: Quote;
  selected: boolean;
  onSelect: (id: string) => void;
}

/** One quote: status and amount are changed in place, Enter saves, Escape takes back what was typed. */
export const QuoteRow = memo(function QuoteRow({ quote, selected, onSelect }: QuoteRowProps) {
  const edit = useRowEdit({
    rows: quoteRows,
    row: quote,
    read: readQuote,
    body: quoteBody,
    saved: "Quote Updated",
    affects: quoteAffects,
    follows: followAmount,
  });
  const { isOpen, toggle } = useOpenRow(quote.id);
  const panelId = useId();
  const hintId = useId();
  const noteId = useId();
  const what = `quote ${shortId(quote.id)}, ${quote.fullName}`;
  const hasNote = edit.differences.length > 0 || edit.problem !== null;

  return (
    <>
      <DeskRow marked={edit.isDirty || selected} open={isOpen || hasNote}>
        <DeskCell label="Customer" kind="lead" className="lg:w-60">
          <label className="ring-within relative flex min-h-target items-center gap-3 rounded-sm">
            <CheckMark checked={selected} onChange={() => onSelect(quote.id)} aria-label={`Choose ${what}`} />
            <span className="min-w-0">
              <b className="block font-[650] text-heading">{quote.fullName}</b>
              <span className="text-xs text-muted-foreground">
                <EmailText address={quote.email} />
              </span>
            </span>
          </label>
        </DeskCell>
        <DeskCell label="Quote">
          <span>
            <span className="tabular-nums">{shortId(quote.id)}</span>{" "}
            <span className="text-xs whitespace-nowrap text-muted-foreground lg:block">
              {formatDateTime(quote.createdAt)}
            </span>
            {!quote.answeredAt && statusIn("quote", "open", quote.status) && (
              <span className="mt-1 block">
                <PromiseBadge dueAt={quote.dueAt} />
              </span>
            )}
          </span>
        </DeskCell>
        <DeskCell label="Package">
          <span>
            {packageName(quote.servicePackage).split(" ")[0]}{" "}
            <span className="text-xs text-muted-foreground lg:block">{quote.city}</span>
          </span>
        </DeskCell>
        <DeskCell label="Add-ons" hideBelowXl>
          {quote.addOns.map(addOnName).join(", ") || "None"}
        </DeskCell>
        <DeskCell label="Status" className="lg:w-56 lg:min-w-54 xl:w-64 xl:min-w-62">
          <span className="grid gap-1">
            <StatusSelect
              kind="quote"
              label={`Status of ${what}`}
              value={edit.values.status}
              onChange={(status) => edit.change({ status })}
            />
            {edit.following.includes("status") && (
              <span id={hintId} className="text-xs text-muted-foreground">
                Set along with the amount
              </span>
            )}
          </span>
        </DeskCell>
        <DeskCell label="Amount" className="lg:w-36 lg:min-w-32">
          <MoneyInput
            aria-label={`Amount of ${what}`}
            aria-describedby={edit.problem ? noteId : hintId}
            invalid={edit.problem !== null}
            value={edit.values.amount}
            onChange={(amount) => edit.change({ amount })}
            onEnter={edit.save}
            onEscape={edit.reset}
          />
        </DeskCell>
        <DeskCell label="Actions" kind="action">
          <SaveRow edit={edit} what={what} />
          <RowToggle isOpen={isOpen} onToggle={toggle} what={what} panelId={panelId} />
        </DeskCell>
      </DeskRow>
      {hasNote && (
        <DeskDetailRow columns={COLUMNS}>
          {edit.problem && (
            <div id={noteId}>
              <FormAlert>{edit.problem}</FormAlert>
            </div>
          )}
          {edit.differences.length > 0 && (
            <ConflictNote
              kind="quotes"
              id={quote.id}
              differences={edit.differences}
              show={showQuoteValue}
              onTakeTheirs={edit.reset}
            />
          )}
        </DeskDetailRow>
      )}
      {isOpen && (
        <DeskDetailRow columns={COLUMNS}>
          <QuotePanel id={panelId} quote={quote} onClose={toggle} />
        </DeskDetailRow>
      )}
    </>
  );
});
