import { addOnName, packageName } from "~/api/catalog-names";
import { statusIn } from "~/api/statuses";
import type { DeskQuote } from "~/api/types";
import { estimateInWords, formatDateTime, formatMoneyExact, shortId } from "~/lib/format";
import { CheckMark } from "~/ui/check-mark";
import type { Column } from "../shared/desk-table";
import { LookThumbnail } from "../shared/look-thumbnail";
import { MoneyInput } from "../shared/money-input";
import { NameAndEmail } from "../shared/name-and-email";
import { PromiseBadge } from "../shared/promise-badge";
import { EditProposal } from "../shared/proposal-actions";
import { quoteLabel } from "../shared/quote-label";
import type { OpenRow } from "../shared/row-panel";
import { saveColumn } from "../shared/save-row";
import { StatusSelect } from "../shared/status-select";
import type { RowEdit } from "../shared/use-row-edit";
import type { QuoteValues } from "./quote-values";

/** A quote with its row's edit state. */
export interface QuoteItem {
  quote: DeskQuote;
  selected: boolean;
  onSelect: (id: string) => void;
  edit: RowEdit<QuoteValues>;
  panel: OpenRow;
  what: string;
  hintId: string;
  noteId: string;
}

export const quoteColumns: readonly Column<QuoteItem>[] = [
  {
    label: "Customer",
    sort: "fullName",
    kind: "lead",
    className: "lg:w-60",
    cell: ({ quote, what, selected, onSelect }) => (
      <label className="ring-within relative flex min-h-target items-center gap-3 rounded-sm">
        <CheckMark checked={selected} onChange={() => onSelect(quote.id)} aria-label={`Select ${what}`} />
        <NameAndEmail name={quote.fullName} email={quote.email} />
      </label>
    ),
  },
  {
    label: "Quote",
    sort: "createdAt",
    cell: ({ quote }) => (
      <span>
        <span className="tabular-nums">{shortId(quote.id)}</span>{" "}
        <span className="text-xs whitespace-nowrap text-muted-foreground lg:block">
          {formatDateTime(quote.createdAt)}
        </span>
        {!quote.answeredAt && statusIn("quote", "open", quote.status) && (
          <span className="mt-1 block">
            <PromiseBadge respondBy={quote.respondBy} />
          </span>
        )}
      </span>
    ),
  },
  {
    label: "Package, city",
    cell: ({ quote }) => (
      <span className="flex items-center gap-3">
        {quote.look && (
          <span className="h-11 w-15 flex-none overflow-hidden rounded-[6px] bg-surface-2 lg:max-xl:hidden">
            <LookThumbnail look={quote.look} />
          </span>
        )}
        <PackageAndCity quote={quote} />
      </span>
    ),
  },
  {
    label: "Add-ons",
    priority: "low",
    cell: ({ quote }) => quote.addOns.map(addOnName).join(", ") || "None",
  },
  {
    label: "Status",
    sort: "status",
    className: "lg:w-56 lg:min-w-54 xl:w-64 xl:min-w-62",
    cell: ({ quote, edit, what, hintId }) => (
      <span className="grid gap-1">
        <StatusSelect
          kind="quote"
          label={`Status of ${what}`}
          value={edit.values.status}
          words={edit.values.status === quote.status ? quoteLabel(quote) : undefined}
          onChange={(status) => edit.change({ status })}
        />
        {edit.following.includes("status") && (
          <span id={hintId} className="text-xs text-muted-foreground">
            Set along with the amount
          </span>
        )}
      </span>
    ),
  },
  {
    label: "Amount",
    sort: "quoteAmount",
    className: "lg:w-36 lg:min-w-32",
    cell: ({ quote, edit, what, hintId, noteId }) =>
      // A proposal's price is the sum of its lines, so it is edited there.
      quote.hasLines ? (
        <ProposalPrice quote={quote} />
      ) : (
        <MoneyInput
          aria-label={`Amount of ${what}`}
          aria-describedby={edit.problem ? noteId : edit.following.includes("status") ? hintId : undefined}
          invalid={edit.problem !== null}
          value={edit.values.amount}
          onChange={(amount) => edit.change({ amount })}
          onEnter={edit.save}
          onEscape={edit.reset}
        />
      ),
  },
  saveColumn,
];

/** A proposal's price, with a link to its editor. */
function ProposalPrice({ quote }: { quote: DeskQuote }) {
  return (
    <span className="grid gap-1 lg:justify-items-end">
      <b className="font-[650] text-heading tabular-nums">
        {quote.quoteAmount === null ? "No price" : formatMoneyExact(quote.quoteAmount)}
      </b>
      <EditProposal quote={quote} />
    </span>
  );
}

function PackageAndCity({ quote }: { quote: DeskQuote }) {
  return (
    <span>
      {packageName(quote.servicePackage).split(" ")[0]}{" "}
      <span className="text-xs text-muted-foreground lg:block">{quote.city}</span>
      {quote.quoteAmount === null && quote.estimate && (
        <span className="block text-xs text-muted-foreground">{estimateInWords(quote.estimate)}</span>
      )}
    </span>
  );
}
