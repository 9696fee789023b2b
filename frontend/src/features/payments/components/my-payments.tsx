import { useList } from "~/api/pages";
import { methodName } from "~/api/payment-methods";
import type { Paid } from "~/api/types";
import { cardName } from "~/lib/card-name";
import { formatDate, formatMoneyExact } from "~/lib/format";
import { NotLoaded } from "~/ui/not-loaded";
import { RefreshFailed } from "~/ui/refresh-failed";
import { ShowMore } from "~/ui/show-more";
import { Skeleton } from "~/ui/skeleton";
import { TitledCard } from "~/ui/titled-card";
import { paidQuery } from "../api";
import { SavedCards } from "./saved-cards";

/** The customer's payments with receipts, and their saved cards. */
export function MyPayments() {
  return (
    <>
      <Payments />
      <SavedCards />
    </>
  );
}

function Payments() {
  const paid = useList(paidQuery());
  const { data } = paid;
  return (
    <TitledCard id="payments" title="Payments" className="gap-4">
      <NotLoaded query={paid} name="your payments" className="grid gap-3">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-4/5" />
      </NotLoaded>
      {data?.length === 0 && (
        <p className="text-sm text-muted-foreground">
          No payments yet. Everything you pay, by card, check or cash, appears here with its receipt.
        </p>
      )}
      {data && data.length > 0 && (
        <ul aria-label="Your payments">
          {data.map((row) => (
            <PaidRow key={row.id} row={row} />
          ))}
        </ul>
      )}
      {data && <RefreshFailed list={paid} />}
      {data && <ShowMore list={paid} className="justify-self-center" />}
    </TitledCard>
  );
}

const wallets: Record<string, string> = { apple_pay: "Apple Pay", google_pay: "Google Pay", link: "Link" };

/** "Visa ending in 4242", "Apple Pay, Visa ending in 4242", "Check". */
function paidWith({ method, cardBrand: brand, cardLast4: last4, cardWallet }: Paid): string {
  if (method !== "card" || !last4) return methodName(method);
  const wallet = wallets[cardWallet];
  return wallet ? `${wallet}, ${cardName({ brand, last4 })}` : cardName({ brand, last4 });
}

function PaidRow({ row }: { row: Paid }) {
  const { paidAt, description, amount, amountRefunded, reversed, disputed, disputeLost, receiptUrl } = row;
  const date = formatDate(paidAt);
  const isRefunded = Number(amountRefunded) > 0;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 border-t border-border py-3 text-sm last:pb-0 md:grid-cols-[8rem_minmax(0,1.2fr)_minmax(0,1fr)_8rem_7rem]">
      <time dateTime={paidAt} className="text-muted-foreground tabular-nums">
        {date}
      </time>
      <span className="col-span-full font-[550] wrap-anywhere text-heading md:col-auto">{description}</span>
      <span className="wrap-anywhere text-muted-foreground">{paidWith(row)}</span>
      <span className="col-start-2 row-start-1 text-right md:col-auto md:row-auto">
        <b className="text-heading tabular-nums">{formatMoneyExact(amount)}</b>
        {isRefunded && (
          <span className="block text-muted-foreground">{formatMoneyExact(amountRefunded)} refunded</span>
        )}
        {reversed && <span className="block text-muted-foreground">Reversed; doesn't count</span>}
        {disputed && (
          <span className="block text-muted-foreground">
            {disputeLost ? "Returned by your bank" : "Disputed with your bank"}
          </span>
        )}
      </span>
      <span className="justify-self-end">
        {receiptUrl && (
          <a
            href={receiptUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={`View receipt of ${date}: ${description} (opens in a new tab)`}
            className="inline-flex min-h-target items-center text-link underline"
          >
            View receipt
          </a>
        )}
      </span>
    </li>
  );
}
