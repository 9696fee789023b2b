import { ChevronRight, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { hasFailed } from "~/api/failed";
import { useList } from "~/api/pages";
import type { Payout } from "~/api/types";
import { cx } from "~/lib/cx";
import { formatDay, formatSigned } from "~/lib/format";
import { ErrorState } from "~/ui/error-state";
import { RefreshFailed } from "~/ui/refresh-failed";
import { ShowMore } from "~/ui/show-more";
import { SkeletonRegion } from "~/ui/skeleton";
import { Section } from "../../shared/section";
import { payoutsQuery } from "./api";
import { MoneyTableHead, moneyTable } from "./money-table";
import { payoutWords } from "./money-words";
import { PayoutEntries } from "./payout-entries";

const { table, head, cell, right, wide } = moneyTable;
const columns = [["Payout"], ["Status"], ["Entries", "right", "wide"], ["Amount", "right"]] as const;

/** The payouts, as Stripe lists them. Each expands to its entries. */
export function Payouts() {
  const list = useList({ ...payoutsQuery, refetchOnMount: "always" });
  const { data } = list;
  if (hasFailed(list)) return <ErrorState atDesk title="We couldn't load the payouts" query={list} />;
  return (
    <Section title="Payouts" className="self-start">
      {data ? <PayoutTable payouts={data} /> : <SkeletonRegion label="Loading the payouts" bar="h-48" />}
      {data && <RefreshFailed list={list} />}
      <ShowMore list={list} size="sm" className="justify-self-start" />
    </Section>
  );
}

function PayoutTable({ payouts }: { payouts: readonly Payout[] }) {
  if (payouts.length === 0) {
    return (
      <p className="text-sm text-muted-foreground">
        No payouts yet. Each transfer from Stripe to your bank appears here with its payments.
      </p>
    );
  }
  return (
    <table className={table}>
      <MoneyTableHead of={columns} className={head} />
      <tbody>
        {payouts.map((payout) => (
          <PayoutRow key={payout.id} payout={payout} />
        ))}
      </tbody>
    </table>
  );
}

function PayoutRow({ payout }: { payout: Payout }) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const failed = payout.status === "failed";
  return (
    <>
      <tr>
        <th scope="row" className={cx(cell, "text-left")}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            onClick={() => setOpen(!isOpen)}
            className="-ml-1 inline-flex min-h-7 items-center gap-1 rounded-sm pr-1 font-semibold whitespace-nowrap text-heading hover:bg-surface-2 max-lg:min-h-target pointer-coarse:min-h-target"
          >
            <ChevronRight
              className={cx(
                "size-4 flex-none transition-transform duration-(--duration-base)",
                isOpen && "rotate-90",
              )}
            />
            {formatDay(payout.createdAt)}
          </button>
        </th>
        <td className={cell}>
          <span className={cx(failed && "inline-flex items-center gap-1.5 font-[650] text-error-text")}>
            {failed && <TriangleAlert className="size-4 flex-none" />}
            {payoutWords(payout)}
          </span>
        </td>
        <td className={cx(cell, right, wide)}>
          {payout.automatic ? payout.entries.toLocaleString("en-US") : "–"}
        </td>
        <td className={cx(cell, right, "font-[650] text-heading")}>{formatSigned(payout.amount)}</td>
      </tr>
      {isOpen && (
        <tr>
          <td id={panel} colSpan={4} className="border-b border-border pt-1 pb-3">
            <PayoutEntries payout={payout} />
          </td>
        </tr>
      )}
    </>
  );
}
