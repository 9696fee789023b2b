import { HandCoins, type LucideIcon, Undo2 } from "lucide-react";
import { methodName } from "~/api/payment-methods";
import type { ReceivedPayment } from "~/api/types";
import { formatDateTime, formatMoneyExact } from "~/lib/format";
import { RefundButton } from "./refund-dialog";
import { TakeBack, type TakeBackPayment } from "./take-back";

interface PaymentListProps {
  /** Oldest first. */
  payments: readonly ReceivedPayment[];
  /** What they are for: "INV-2026-00002" or "Order 7be2d310". */
  document: string;
  customerName: string;
  /** Reverses a recorded payment; returns what is due afterward, as a decimal string. */
  takeBack: TakeBackPayment;
}

/** The payments on an invoice or a tree order. Reversed ones are struck through. */
export function PaymentList({ payments, takeBack, ...of }: PaymentListProps) {
  if (payments.length === 0) return <p className="text-sm text-muted-foreground">No payments yet.</p>;
  return (
    <ul aria-label="Payments" className="grid gap-4 text-sm">
      {payments.map((payment) => (
        <li key={payment.id} className="flex flex-wrap items-start justify-between gap-3 wrap-anywhere">
          <div className="min-w-0 flex-1 basis-48">
            <PaymentWords payment={payment} />
          </div>
          {isReversible(payment) && <TakeBack payment={payment} takeBack={takeBack} {...of} />}
          {payment.cardPaymentId && Number(payment.refundable) > 0 && !payment.disputed && (
            <RefundButton
              paymentId={payment.cardPaymentId}
              what={`card payment of ${formatMoneyExact(payment.amount)}`}
              amount={Number(payment.amountOwed) > 0 ? payment.amountOwed : payment.refundable}
              description={`${formatMoneyExact(payment.amount)} by card on ${of.document}, ${of.customerName}.`}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Return whether a payment can be reversed: only recorded ones, since card payments are refunded. */
const isReversible = ({ recordedBy, takenBackAt }: ReceivedPayment) => recordedBy !== "" && !takenBackAt;

function PaymentWords({ payment }: { payment: ReceivedPayment }) {
  const { amount, amountRefunded, method, note, disputed, disputeLost, recordedBy, createdAt, takenBackAt } =
    payment;
  const sum = (
    <>
      <b className="text-heading tabular-nums">{formatMoneyExact(amount)}</b> {methodName(method)}
    </>
  );
  return (
    <>
      <p>
        {takenBackAt ? <del className="text-muted-foreground">{sum}</del> : sum}
        {Number(amountRefunded) > 0 && `, ${formatMoneyExact(amountRefunded)} refunded`}
        {disputed && `, ${disputeLost ? "returned" : "disputed"} by the customer's bank`}
      </p>
      <p className="text-xs text-muted-foreground">
        {formatDateTime(createdAt)}
        {recordedBy && `, recorded by ${recordedBy}`}
      </p>
      {note && <p>{note}</p>}
      {takenBackAt && (
        <Decision
          Icon={Undo2}
          title="Reversed"
          at={takenBackAt}
          by={payment.takenBackBy}
          reason={payment.takenBackNote}
        />
      )}
      {payment.keptAt && (
        <Decision
          Icon={HandCoins}
          title={`Kept ${formatMoneyExact(payment.amountKept)}`}
          at={payment.keptAt}
          by={payment.keptBy}
          reason={payment.keptReason}
        />
      )}
    </>
  );
}

interface DecisionProps {
  Icon: LucideIcon;
  title: string;
  at: string;
  by: string;
  reason: string;
}

/** What staff decided about a payment, and why. */
function Decision({ Icon, title, at, by, reason }: DecisionProps) {
  return (
    <div className="mt-2 border-l-2 border-border-strong pl-3">
      <p className="inline-flex items-center gap-[0.4em] font-[550] text-heading">
        <Icon className="size-[1.2em] flex-none" />
        {title}
      </p>
      <p className="text-xs text-muted-foreground">
        {formatDateTime(at)} by {by}
      </p>
      <p>{reason}</p>
    </div>
  );
}
