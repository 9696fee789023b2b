import { planName } from "~/api/catalog-names";
import { hasFailed } from "~/api/failed";
import { useList } from "~/api/pages";
import type { StorageCharge } from "~/api/types";
import { formatDate, formatMoneyExact } from "~/lib/format";
import { StatusBadge } from "~/ui/badge";
import { LoadFailed } from "~/ui/load-failed";
import { ShowMore } from "~/ui/show-more";
import { TitledCard } from "~/ui/titled-card";
import { myChargesQuery, receiptPath } from "../api";

/** The customer's monthly charges with receipts, newest first. Hidden if there are none. */
export function MyCharges() {
  const charges = useList(myChargesQuery());
  const { data } = charges;
  if (hasFailed(charges)) return <LoadFailed query={charges}>We couldn't load your charges.</LoadFailed>;
  if (!data || data.length === 0) return null;
  return (
    <TitledCard title="Charges and receipts" className="gap-4">
      <ul>
        {data.map((charge) => (
          <ChargeRow key={charge.id} charge={charge} />
        ))}
      </ul>
      <ShowMore list={charges} className="justify-self-center" />
    </TitledCard>
  );
}

function ChargeRow({ charge }: { charge: StorageCharge }) {
  const { status, amount, amountRefunded, chargedAt, plan } = charge;
  const date = formatDate(chargedAt);
  const refundedInPart = status === "paid" && Number(amountRefunded) > 0;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 border-t border-border py-3 text-sm last:pb-0 md:grid-cols-[9rem_minmax(0,1fr)_7rem_6rem_9rem]">
      <time dateTime={chargedAt} className="font-[550] text-heading tabular-nums">
        {date}
      </time>
      <span className="row-start-2 text-muted-foreground md:row-auto">
        {planName(plan)} storage
        {refundedInPart && `, ${formatMoneyExact(amountRefunded)} refunded`}
      </span>
      <span className="row-start-2 justify-self-end md:row-auto md:justify-self-start">
        <StatusBadge kind="storageCharge" status={status} />
      </span>
      <b className="col-start-2 row-start-1 text-right text-heading tabular-nums md:col-auto md:row-auto">
        {formatMoneyExact(amount)}
      </b>
      <span className="col-span-full md:col-auto md:justify-self-end">
        {charge.hasReceipt && (
          <a
            href={receiptPath(charge.id)}
            target="_blank"
            rel="noreferrer"
            aria-label={`View receipt of ${date} (opens in a new tab)`}
            className="inline-flex min-h-target items-center text-link underline"
          >
            View receipt
          </a>
        )}
      </span>
    </li>
  );
}
