import { type StatusOf, statusIn, statusLabel } from "~/api/statuses";
import type { DeskQuote, QuoteChange } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { amountText, parseAmount } from "../shared/money-input";
import type { RowBody } from "../shared/use-row-edit";

/** The values of the controls in a quote's row. */
export type QuoteValues = { status: DeskQuote["status"]; amount: string };

export const readQuote = ({ status, quoteAmount }: DeskQuote): QuoteValues => ({
  status,
  amount: amountText(quoteAmount),
});

/**
 * Return the status that a typed amount implies: a price for a pending quote also selects "reviewed", since customers
 * can't accept a pending quote.
 */
export function impliedStatus({ amount }: Partial<QuoteValues>, row: QuoteValues): Partial<QuoteValues> {
  if (row.status !== "pending" || amount === undefined) return {};
  const typed = parseAmount(amount).amount;
  return !typed || typed === parseAmount(row.amount).amount ? {} : { status: "reviewed" };
}

/**
 * Return the request body for the changed controls. The others are left out, since the server treats a price without a
 * status differently: it puts an approved quote back to "reviewed".
 */
export function quoteBody({ status, amount }: Partial<QuoteValues>): RowBody<QuoteChange> {
  if (amount === undefined) return { body: status === undefined ? {} : { status } };
  const parsed = parseAmount(amount);
  if (parsed.problem !== undefined) return { problem: parsed.problem };
  return { body: { ...(status === undefined ? {} : { status }), quoteAmount: parsed.amount } };
}

/**
 * Return what follows from giving quotes a status that closes them. Customers of those that were let go aren't told, and
 * neither is `adminId` about their own.
 */
export function closedNote(
  status: DeskQuote["status"],
  quotes: readonly DeskQuote[],
  adminId: string | undefined,
): string | undefined {
  const told = quotes.filter(({ letGoAt, userId }) => letGoAt === null && userId !== adminId).length;
  if (!statusIn("quote", "declined", status) || told === 0) return undefined;
  return told === 1
    ? "The customer will get an email about it in 10 minutes, unless you open it again."
    : "The customers will get an email about it in 10 minutes, unless you open them again.";
}

/** Return a field's label and value as text, for the note about conflicting changes. */
export function showQuoteValue(name: string, value: string): { label: string; words: string } {
  if (name === "status") return { label: "Status", words: statusLabel("quote", value as StatusOf<"quote">) };
  const plain = value.replaceAll(",", "");
  return { label: "Amount", words: plain === "" ? "none" : formatMoneyExact(plain) };
}
