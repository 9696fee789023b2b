import { statusLabel } from "~/api/statuses";
import type { DeskQuoteDetails } from "~/api/types";
import { addDays, easternToday } from "~/lib/eastern";
import { commaList, formatDate, formatMoneyExact } from "~/lib/format";
import { formatLineAmount, quantityWords } from "~/ui/proposal/proposal-line";
import type { Difference } from "../../shared/use-row-edit";
import { type Ledger, linesBody, readLines } from "./ledger";

/** The default number of days for which a price is good. */
const GOOD_FOR = 30;

/** The part of a quote that the editor changes. */
export interface ProposalContent {
  ledger: Ledger;
  /** The last day to accept; null for no end. */
  validUntil: string | null;
  /** A note to the customer. */
  note: string;
}

/** Return the content of a quote's proposal, or the defaults of a new one. */
export function readContent({ lines, validUntil, note }: DeskQuoteDetails): ProposalContent {
  const firstDay = lines.length > 0 ? validUntil : addDays(easternToday(), GOOD_FOR);
  return { ledger: readLines(lines), validUntil: firstDay, note };
}

/** Return the content as a request body. */
export const contentBody = ({ ledger, validUntil, note }: ProposalContent) => ({
  lines: linesBody(ledger),
  validUntil,
  note: note.trim(),
});

const withoutIds = (content: ProposalContent) =>
  JSON.stringify(contentBody(content), (key, value) => (key === "id" ? undefined : value));

/** Return whether a quote has this proposal already. Its lines have other IDs if the response to their save was lost. */
export const isStored = (content: ProposalContent, quote: DeskQuoteDetails) =>
  withoutIds(content) === withoutIds(readContent(quote));

/** Return a string that changes only with the proposal or its status, and not with a comment, for example. */
export const versionOf = (quote: DeskQuoteDetails) =>
  JSON.stringify([quote.status, quote.revision, quote.lines, quote.validUntil, quote.note]);

type Version = [
  DeskQuoteDetails["status"],
  number,
  DeskQuoteDetails["lines"],
  DeskQuoteDetails["validUntil"],
  DeskQuoteDetails["note"],
];

const lineWords = (line: DeskQuoteDetails["lines"][number]) =>
  commaList(
    line.text,
    quantityWords(line),
    formatLineAmount(line.amount),
    line.choice,
    line.suggested && "suggested",
    line.optional && "an option",
    line.cost && `our cost ${formatMoneyExact(line.cost)}`,
  );

/** Return the differences between two versions of a proposal (`versionOf`), as text. */
export function contentDifferences(before: string, now: string): Difference[] {
  const [wasStatus, , wasLines, wasUntil, wasNote] = JSON.parse(before) as Version;
  const [isStatus, , isLines, isUntil, isNote] = JSON.parse(now) as Version;
  const day = (value: string | null) => (value ? formatDate(value) : "no end");
  const ids = new Set([...wasLines, ...isLines].map(({ id }) => id));
  const lines = [...ids].map((id) => {
    const [from, to] = [wasLines, isLines].map((all) => all.find((line) => line.id === id));
    return { name: "Line", from: from ? lineWords(from) : "none", to: to ? lineWords(to) : "deleted" };
  });
  // Of the lines that both versions have, with their newer texts, so that it differs only if lines were moved.
  const common = isLines.filter(({ id }) => wasLines.some((line) => line.id === id));
  const order = (of: Version[2]) =>
    commaList(...of.map(({ id }) => common.find((line) => line.id === id)?.text));
  const all = [
    { name: "Status", from: statusLabel("quote", wasStatus), to: statusLabel("quote", isStatus) },
    ...lines,
    { name: "Order", from: order(wasLines), to: order(isLines) },
    { name: "Good through", from: day(wasUntil), to: day(isUntil) },
    { name: "Note", from: wasNote || "none", to: isNote || "none" },
  ];
  return all.filter(({ from, to }) => from !== to);
}
