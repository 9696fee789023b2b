import { formatMoneyExact } from "~/lib/format";

interface ProposalSumProps {
  /** The price with the current choices, in dollars; null while a line has no amount. */
  price: string | null;
  /** The two parts of the invoice that acceptance creates; null if there is no deposit. */
  deposit: { first: string; rest: string } | null;
}

/** The price of a proposal in large type, above the deposit and the rest. */
export function ProposalSum({ price, deposit }: ProposalSumProps) {
  return (
    <dl className="grid gap-1.5 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <dt className="text-[1rem] font-[650] text-heading">Your price</dt>
        <dd className="display text-3xl leading-[1.1]" aria-live="polite">
          {price === null ? "—" : formatMoneyExact(price)}
        </dd>
      </div>
      {deposit && (
        <>
          <SumLine label="Deposit when you accept" amount={deposit.first} />
          <SumLine label="The rest, 14 days after installation" amount={deposit.rest} />
        </>
      )}
    </dl>
  );
}

function SumLine({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd className="font-[550] text-heading tabular-nums">{formatMoneyExact(amount)}</dd>
    </div>
  );
}
