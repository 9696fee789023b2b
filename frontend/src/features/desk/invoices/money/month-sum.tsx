import type { MoneyMonth } from "~/api/types";
import { formatSigned } from "~/lib/format";
import { MoneyCard } from "./money-card";
import { counted } from "./money-words";

interface MonthSumProps {
  month: MoneyMonth;
  title: string;
  aside: string;
}

interface Row {
  label: string;
  amount: string;
  /** Whether the row is left out if nothing happened. */
  rare?: boolean;
}

/** "Card, 61 payments", "Refunds, 3"; only the name where there are none. */
const named = (name: string, count: number, words = String(count)) =>
  count > 0 ? `${name}, ${words}` : name;

function rowsOf(month: MoneyMonth): Row[] {
  const { card, check, cash, otherMethods, refunds, reversals, disputes, fees, adjustments } = month;
  const rows: Row[] = [
    { label: named("Card", card.count, counted(card.count, "payment")), amount: card.amount },
    { label: named("Checks", check.count), amount: check.amount },
    { label: named("Cash", cash.count), amount: cash.amount },
    { label: named("Other", otherMethods.count), amount: otherMethods.amount, rare: true },
    { label: named("Refunds", refunds.count), amount: refunds.amount },
    { label: named("Reversed payments", reversals.count), amount: reversals.amount, rare: true },
    { label: named("Disputes", disputes.count), amount: disputes.amount, rare: true },
    { label: "Stripe fees", amount: fees.amount },
    { label: "Stripe adjustments", amount: adjustments.amount, rare: true },
  ];
  return rows.filter(({ rare, amount }) => !rare || Number(amount) !== 0);
}

/** A month as a sum that ends in its net. */
export function MonthSum({ month, title, aside }: MonthSumProps) {
  return (
    <MoneyCard title={title} aside={aside}>
      <dl className="grid gap-1.5">
        {rowsOf(month).map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-4 text-sm">
            <dt>{label}</dt>
            <dd className="font-[550] text-heading tabular-nums">{formatSigned(amount)}</dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t-[1.5px] border-border-strong pt-3">
          <dt className="text-base font-[650] text-heading">Net</dt>
          <dd className="display text-3xl leading-[1.1] tabular-nums">{formatSigned(month.net)}</dd>
        </div>
      </dl>
    </MoneyCard>
  );
}
