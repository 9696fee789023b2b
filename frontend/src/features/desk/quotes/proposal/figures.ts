import { depositOf } from "~/lib/deposit";
import { fromCents, lineCents, proposalTotal, toCents } from "~/lib/proposal-total";
import { filledLines, type Ledger, plainNumber, pricedLines } from "./ledger";

export interface ProposalFigures {
  /** In dollars, as in the API; null if no line has an amount. */
  price: string | null;
  deposit: { first: string; rest: string } | null;
  /** The price with every option; null without options. */
  withOptions: string | null;
  /** Our cost for the lines in the price, and what is left of the price; null if no cost was entered. */
  cost: { total: string; left: string; percent: number } | null;
}

/**
 * Return a proposal's totals. Lines with an incomplete number are left out. Of each choice only the suggested line
 * counts, even while the choice has no name or no second line and can't be saved.
 */
export function proposalFigures(ledger: Ledger, depositPercent: number): ProposalFigures {
  const lines = pricedLines(ledger)
    .filter((line) => lineCents(line) !== null && (line.choice === null || line.suggested))
    .map((line) => ({ ...line, choice: null }));
  const total = proposalTotal(lines);
  const options = lines.filter(({ optional }) => optional);
  const all = proposalTotal(
    lines,
    options.map(({ id }) => id),
  );
  if (lines.length === 0 || "problem" in total)
    return { price: null, deposit: null, withOptions: null, cost: null };
  const first = depositOf(total.cents, depositPercent);
  return {
    price: fromCents(total.cents),
    deposit: first !== null ? { first: fromCents(first), rest: fromCents(total.cents - first) } : null,
    withOptions: options.length > 0 && "cents" in all ? fromCents(all.cents) : null,
    cost: costFigures(ledger, total.cents),
  };
}

function costFigures(ledger: Ledger, price: number): ProposalFigures["cost"] {
  const priced = ledger.flatMap((group) => {
    if (group.kind === "options") return [];
    return filledLines(group).filter((line) => group.kind === "included" || line.suggested);
  });
  const costs = priced.map(({ cost }) => toCents(plainNumber(cost))).filter((cents) => cents !== null);
  if (costs.length === 0) return null;
  const total = costs.reduce((sum, cents) => sum + cents, 0);
  const left = price - total;
  return {
    total: fromCents(total),
    left: fromCents(left),
    percent: price > 0 ? Math.round((100 * left) / price) : 0,
  };
}
