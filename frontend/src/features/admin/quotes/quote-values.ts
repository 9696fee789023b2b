import type { Quote } from "~/api/types";
import { moneyExact } from "~/lib/format";
import { type StatusOf, statusLabel } from "~/ui/badge";
import { amountText, parseAmount } from "../desk/money-input";
import type { RowBody } from "../desk/use-row-edit";

/** The controls of a quote's row. */
export type QuoteValues = { status: string; amount: string };

export const readQuote = ({ status, quoteAmount }: Quote): QuoteValues => ({
  status,
  amount: amountText(quoteAmount),
});

/** What is sent for what was changed. Only that: a price without a status means something of its own. */
export function quoteBody({ status, amount }: Partial<QuoteValues>): RowBody {
  if (amount === undefined) return { body: status === undefined ? {} : { status } };
  const parsed = parseAmount(amount);
  if (parsed.problem !== undefined) return { problem: parsed.problem };
  return { body: { ...(status === undefined ? {} : { status }), quoteAmount: parsed.amount } };
}

/** A field of a quote and its value as a person says them, for notes about changes. */
export function showQuoteValue(name: string, value: string): { label: string; words: string } {
  if (name === "status") return { label: "Status", words: statusLabel("quote", value as StatusOf<"quote">) };
  const plain = value.replaceAll(",", "");
  return { label: "Amount", words: plain === "" ? "none" : moneyExact(plain) };
}
