import { type StatusOf, statusLabel } from "~/api/statuses";
import type { DeskQuote, QuoteChange } from "~/api/types";
import { formatMoneyExact } from "~/lib/format";
import { amountText, parseAmount } from "../shared/money-input";
import type { RowBody } from "../shared/use-row-edit";

/** The controls of a quote's row. */
export type QuoteValues = { status: DeskQuote["status"]; amount: string };

export const readQuote = ({ status, quoteAmount }: DeskQuote): QuoteValues => ({
  status,
  amount: amountText(quoteAmount),
});

/**
 * What a typed amount brings along: a customer can answer a waiting quote only when it is reviewed, so its status goes
 * with the amount.
 */
export function followAmount({ amount }: Partial<QuoteValues>, row: QuoteValues): Partial<QuoteValues> {
  if (row.status !== "pending" || amount === undefined) return {};
  const typed = parseAmount(amount).amount;
  return !typed || typed === parseAmount(row.amount).amount ? {} : { status: "reviewed" };
}

/** What is sent for what was changed. Only that: a price without a status means something of its own. */
export function quoteBody({ status, amount }: Partial<QuoteValues>): RowBody<QuoteChange> {
  if (amount === undefined) return { body: status === undefined ? {} : { status } };
  const parsed = parseAmount(amount);
  if (parsed.problem !== undefined) return { problem: parsed.problem };
  return { body: { ...(status === undefined ? {} : { status }), quoteAmount: parsed.amount } };
}

/** A field of a quote and its value as a person says them, for notes about changes. */
export function showQuoteValue(name: string, value: string): { label: string; words: string } {
  if (name === "status") return { label: "Status", words: statusLabel("quote", value as StatusOf<"quote">) };
  const plain = value.replaceAll(",", "");
  return { label: "Amount", words: plain === "" ? "none" : formatMoneyExact(plain) };
}
