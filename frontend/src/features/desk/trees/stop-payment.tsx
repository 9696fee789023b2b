import { Check, Clock } from "lucide-react";
import type { ReactNode } from "react";
import type { DeskTreeOrder } from "~/api/types";
import { moneyOf } from "~/features/trees";
import { formatMoneyExact, shortId } from "~/lib/format";
import { isReturned } from "~/ui/disputed";
import type { PaymentCode } from "../shared/types";
import { CodeDialog } from "./code-dialog";
import { DoorPayment } from "./door-payment";
import { QrCode } from "./qr-code";

interface StopPaymentProps {
  order: DeskTreeOrder;
  /** The QR code to print, if there is one. */
  code: PaymentCode | undefined;
}

/** Whether an order is paid, or what to collect for it, with buttons to take the payment. */
export function StopPayment({ order, code }: StopPaymentProps) {
  const money = moneyOf(order);
  if (money === "paid") return <Mark icon={Check}>Paid</Mark>;
  if (money === "disputed") {
    return <Mark icon={Clock}>{isReturned(order) ? "Returned by the bank" : "Disputed"}, don't collect</Mark>;
  }
  if (money === "paying") return <Mark icon={Clock}>Processing, don't collect</Mark>;
  const due = formatMoneyExact(order.amountDue);
  return (
    <div className="grid justify-items-start gap-2">
      <b className="border-[1.5px] border-harbor-950 px-1.5 py-0.5 tabular-nums">Collect {due}</b>
      {money === "callFirst" && <span className="text-xs">Outside New Hampshire: ask the office first.</span>}
      {code && money === "due" && (
        <QrCode
          code={code}
          label={`QR code to pay ${due} for order ${shortId(order.id)}`}
          className="hidden size-[26mm] print:block"
        />
      )}
      <span className="flex flex-wrap gap-2 print:hidden">
        <DoorPayment order={order} />
        {money === "due" && <CodeDialog order={order} />}
      </span>
    </div>
  );
}

function Mark({ icon: Icon, children }: { icon: typeof Check; children: ReactNode }) {
  return (
    <b className="inline-flex items-start gap-1.5">
      <Icon className="mt-[0.1em] size-[1.1em] flex-none" strokeWidth={2.4} />
      {children}
    </b>
  );
}
