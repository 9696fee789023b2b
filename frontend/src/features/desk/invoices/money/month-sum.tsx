import type { MoneyMonth } from "~/api/types";
import { formatCount, formatSigned } from "~/lib/format";
import { Section } from "../../shared/section";

interface MonthSumProps {
  month: MoneyMonth;
  title: string;
  aside: string;
}

interface Row {
  label: string;
  amount: string;
  /** Whether the row is left out if its amount is zero. */
  rare?: boolean;
}

/** "Card, 61 payments", "Refunds, 3"; only the name if the count is zero. */
const withCount = (name: string, count: number, words = String(count)) =>
  count > 0 ? `${name}, ${words}` : name;

function rowsOf(month: MoneyMonth): Row[] {
  const { card, check, cash, otherMethods, refunds, reversals, disputes, fees, adjustments } = month;
  const rows: Row[] = [
    { label: withCount("Card", card.count, formatCount(card.count, "payment")), amount: card.amount },
    { label: withCount("Checks", check.count), amount: check.amount },
    { label: withCount("Cash", cash.count), amount: cash.amount },
    { label: withCount("Other", otherMethods.count), amount: otherMethods.amount, rare: true },
    { label: withCount("Refunds", refunds.count), amount: refunds.amount },
    { label: withCount("Reversed payments", reversals.count), amount: reversals.amount, rare: true },
    { label: withCount("Disputes", disputes.count), amount: disputes.amount, rare: true },
    { label: "Stripe fees", amount: fees.amount },
    { label: "Stripe adjustments", amount: adjustments.amount, rare: true },
  ];
  return rows.filter(({ rare, amount }) => !rare || Number(amount) !== 0);
}

/** A month's payments, refunds and fees, which add up to its net. */
export function MonthSum({ month, title, aside }: MonthSumProps) {
  return (
    <Section title={title} aside={aside}>
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
    </Section>
  );
}
