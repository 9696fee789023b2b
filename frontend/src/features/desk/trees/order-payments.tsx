import type { DeskTreeOrder } from "~/api/types";
import { moneyOf } from "~/features/trees";
import { formatDateTime, shortId } from "~/lib/format";
import { PaymentList } from "../shared/payment-list";
import { useReversePayment } from "./api";
import { CodeDialog } from "./code-dialog";
import { DoorPayment } from "./door-payment";
import { isPayable } from "./order-words";

/** An order's payments, with buttons for another one. */
export function OrderPayments({ order }: { order: DeskTreeOrder }) {
  const reverse = useReversePayment();
  return (
    <div className="grid justify-items-start gap-4">
      {moneyOf(order) === "callFirst" && (
        <p className="text-sm">
          Outside New Hampshire: other states tax what is sold there, so the customer can't pay online. Agree
          on the total by phone.
        </p>
      )}
      {order.refundAt && Number(order.overpaid) > 0 && (
        <p className="text-sm">
          Canceled before a day was set: card payments are refunded automatically on{" "}
          {formatDateTime(order.refundAt)}, unless the order is reopened first.
        </p>
      )}
      <PaymentList
        payments={order.payments}
        document={`Order ${shortId(order.id)}`}
        customerName={order.customerName}
        takeBack={(payment, note) => reverse.mutateAsync({ id: order.id, payment, note })}
      />
      {Number(order.recordable) > 0 && (
        <div className="flex flex-wrap gap-3">
          <DoorPayment order={order} />
          {isPayable(order) && <CodeDialog order={order} />}
        </div>
      )}
    </div>
  );
}
