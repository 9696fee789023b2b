import { CircleX, TriangleAlert, Undo2 } from "lucide-react";
import { Link } from "react-router";
import type { Payment } from "~/api/types";
import { formatDateTime, formatMoneyExact } from "~/lib/format";
import { EmptyState } from "~/ui/empty-state";
import { DeskTableList, useDeskList } from "../shared/desk-list";
import type { Column } from "../shared/desk-table";
import { customerPath } from "../shared/record-links";
import { troubledPaymentsQuery } from "./api";

const columns: readonly Column<Payment>[] = [
  {
    label: "Payment",
    kind: "lead",
    className: "lg:max-w-80",
    cell: (payment) => (
      <>
        <b className="block font-[650] text-heading">
          {payment.description || payment.purpose.replace("_", " ")}
        </b>
        <span className="text-xs text-muted-foreground">{payment.stripePaymentIntentId}</span>
      </>
    ),
  },
  {
    label: "What happened",
    cell: (payment) => <WhatHappened payment={payment} />,
  },
  {
    label: "When",
    cell: (payment) => <span className="tabular-nums">{formatDateTime(payment.updatedAt)}</span>,
  },
  {
    label: "Paid",
    align: "right",
    cell: (payment) => <span className="tabular-nums">{formatMoneyExact(payment.amountReceived)}</span>,
  },
  {
    label: "Refunded",
    align: "right",
    cell: (payment) => <span className="tabular-nums">{formatMoneyExact(payment.amountRefunded)}</span>,
  },
  {
    label: "Customer",
    cell: ({ userId }) => (
      <>
        {userId ? (
          <Link className="text-link inline-flex min-h-target items-center" to={customerPath(userId)}>
            View customer
          </Link>
        ) : (
          "Guest"
        )}
      </>
    ),
  },
];

/** Card payments that were refunded, disputed or declined. */
export function TroubledPayments() {
  const list = useDeskList(troubledPaymentsQuery());
  return (
    <DeskTableList
      list={list}
      one="payment"
      many="payments"
      name="Card issues"
      columns={columns}
      empty={
        <EmptyState title="No card issues">Declined cards, refunds and disputes appear here.</EmptyState>
      }
    />
  );
}

function WhatHappened({ payment }: { payment: Payment }) {
  const { amount, amountReceived, amountRefunded, disputed, disputeLost, failureMessage, status } = payment;
  const refunded = Number(amountRefunded);
  const isFull = refunded >= Number(amountReceived);
  return (
    <span className="grid gap-1">
      {status === "open" && failureMessage && (
        <span>
          <span className="inline-flex items-center gap-[0.4em] font-[550] text-error-text">
            <CircleX className="size-[1.2em] flex-none" />
            {formatMoneyExact(amount)} not paid
          </span>
          <span className="block text-xs text-muted-foreground">{failureMessage}</span>
        </span>
      )}
      {disputed && (
        <span className="inline-flex items-center gap-[0.4em] font-[550] text-error-text">
          <TriangleAlert className="size-[1.2em] flex-none" />
          {disputeLost ? "Returned by the bank" : "Disputed"}
        </span>
      )}
      {refunded > 0 && (
        <span className="inline-flex items-center gap-[0.4em]">
          <Undo2 className="size-[1.2em] flex-none" />
          {isFull ? "Refunded" : "Partly refunded"}
        </span>
      )}
    </span>
  );
}
