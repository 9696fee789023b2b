import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { hasFailed } from "~/api/failed";
import { useList } from "~/api/pages";
import type { Payout, PayoutEntry } from "~/api/types";
import { cx } from "~/lib/cx";
import { formatDay, formatSigned } from "~/lib/format";
import { LoadFailed } from "~/ui/load-failed";
import { ShowMore } from "~/ui/show-more";
import { SkeletonRegion } from "~/ui/skeleton";
import { customerPath, invoicePath } from "../../shared/record-links";
import { payoutEntriesQuery } from "./api";
import { MoneyTableHead, moneyTable } from "./money-table";

const { right, wide } = moneyTable;
const head = "px-3 py-1.5 text-left text-2xs font-semibold text-muted-foreground";
const cell = "border-t border-border px-3 py-1.5 align-middle wrap-anywhere";
const columns = [
  ["Paid", "wide"],
  ["Customer"],
  ["For", "wide"],
  ["Amount", "right", "wide"],
  ["Fee", "right", "wide"],
  ["Net", "right"],
] as const;

/** A payout's entries: payments, refunds and fees. */
export function PayoutEntries({ payout }: { payout: Payout }) {
  const list = useList({ ...payoutEntriesQuery(payout.id), refetchOnMount: "always" });
  const { data } = list;
  return (
    <div className="grid gap-2 overflow-clip rounded-md bg-surface-2 py-1">
      {payout.failureMessage && <Note>{payout.failureMessage}</Note>}
      {!payout.automatic && <Note>This payout was made by hand. Stripe doesn't say what is in it.</Note>}
      {payout.automatic && !payout.complete && (
        <Note>Stripe hasn't listed everything in this payout yet.</Note>
      )}
      {hasFailed(list) && (
        <LoadFailed query={list} className="px-3 py-2">
          We couldn't load what is in this payout.
        </LoadFailed>
      )}
      {!data && !hasFailed(list) && (
        <SkeletonRegion label="Loading what is in this payout" className="px-3 py-2" bar="h-16" />
      )}
      {data && data.length > 0 && <EntryTable entries={data} day={formatDay(payout.createdAt)} />}
      <ShowMore list={list} size="sm" className="mx-3 my-1 justify-self-start" />
    </div>
  );
}

const Note = ({ children }: { children: string }) => (
  <p className="px-3 py-1.5 text-xs text-muted-foreground">{children}</p>
);

function EntryTable({ entries, day }: { entries: readonly PayoutEntry[]; day: string }) {
  return (
    <table
      aria-label={`What is in the payout of ${day}`}
      className="w-full border-collapse text-xs tabular-nums"
    >
      <MoneyTableHead of={columns} className={head} />
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={cx(cell, wide, "whitespace-nowrap")}>{formatDay(entry.occurredAt)}</td>
            <td className={cell}>
              <Customer entry={entry} />
              <span className="block text-muted-foreground md:hidden">{entry.document}</span>
            </td>
            <td className={cx(cell, wide)}>
              <Document entry={entry} />
            </td>
            <td className={cx(cell, right, wide)}>{formatSigned(entry.amount)}</td>
            <td className={cx(cell, right, wide)}>
              {Number(entry.fee) === 0 ? "–" : formatSigned(-Number(entry.fee))}
            </td>
            <td className={cx(cell, right, "font-[650] text-heading")}>{formatSigned(entry.net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const linkClass =
  "text-link inline-flex min-h-6 items-center max-lg:min-h-target pointer-coarse:min-h-target";

function Customer({ entry: { customer, customerKey, unknown, stripeId } }: { entry: PayoutEntry }) {
  if (unknown) {
    return (
      <span className="inline-flex items-center gap-1.5 font-[650] text-error-text">
        <TriangleAlert className="size-4 flex-none" />
        <span>
          Unknown payment <span className="font-normal">{stripeId}</span>
        </span>
      </span>
    );
  }
  if (!customer) return <span className="text-muted-foreground">–</span>;
  if (!customerKey) return customer;
  return (
    <Link className={linkClass} to={customerPath(customerKey)}>
      {customer}
    </Link>
  );
}

function Document({ entry: { document, invoiceId } }: { entry: PayoutEntry }) {
  if (!invoiceId) return document;
  return (
    <Link className={linkClass} to={invoicePath(invoiceId)}>
      {document}
    </Link>
  );
}
