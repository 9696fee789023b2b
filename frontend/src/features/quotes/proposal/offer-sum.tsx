import type { QuoteDetails } from "~/api/types";
import { depositOf } from "~/lib/deposit";
import { formatMoneyExact } from "~/lib/format";
import { fromCents, toCents } from "~/lib/proposal-total";
import { ProposalSum } from "~/ui/proposal/proposal-sum";

/** The price with the customer's choices, its deposit and rest, and what they have already paid. */
export function OfferSum({ total, deposit }: Pick<QuoteDetails, "deposit"> & { total: string }) {
  const cents = toCents(total) ?? 0;
  const first = depositOf(cents, deposit.percent);
  return (
    <div className="grid gap-2">
      <ProposalSum
        price={total}
        deposit={first === null ? null : { first: fromCents(first), rest: fromCents(cents - first) }}
      />
      {(toCents(deposit.credit) ?? 0) > 0 && (
        <p className="text-sm">
          You've already paid <b className="font-[650] text-heading">{formatMoneyExact(deposit.credit)}</b>,
          which counts toward this price.
        </p>
      )}
    </div>
  );
}
