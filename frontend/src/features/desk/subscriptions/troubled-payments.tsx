import { CircleX, TriangleAlert, Undo2 } from "lucide-react";
import { Link } from "react-router";
import type { Payment } from "~/api/types";
import { formatDateTime, formatMoneyExact } from "~/lib/format";
import { deskPath } from "~/lib/paths";
import { EmptyState } from "~/ui/empty-state";
import { DeskList, useDeskList } from "../shared/desk-list";
import { DeskCell, DeskRow, DeskTable } from "../shared/desk-table";
import { troubledPaymentsQuery } from "./api";

const columns = [
  { label: "Payment" },
  { label: "What happened" },
  { label: "When" },
  { label: "Paid", right: true },
  { label: "Refunded", right: true },
  { label: "Customer" },
] as const;

/** Payments by card that were given back, that a customer's bank wants back, or whose card was declined. */
export function TroubledPayments() {
  const list = useDeskList(troubledPaymentsQuery());
  return (
    <DeskList
      list={list}
      one="payment"
      many="payments"
      empty={
        <EmptyState title="No trouble with cards">
          Cards that were declined, refunds made in Stripe's dashboard, and disputes stand here.
        </EmptyState>
      }
    >
      {(payments) => (
        <DeskTable name="Trouble with cards" columns={columns}>
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </DeskTable>
      )}
    </DeskList>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { description, purpose, stripePaymentIntentId, userId } = payment;
  return (
    <DeskRow>
      <DeskCell label="Payment" kind="lead" className="lg:max-w-80">
        <b className="block font-[650] text-heading">{description || purpose}</b>
        <span className="text-xs text-muted-foreground">{stripePaymentIntentId}</span>
      </DeskCell>
      <DeskCell label="What happened">
        <WhatHappened payment={payment} />
      </DeskCell>
      <DeskCell label="When">
        <span className="tabular-nums">{formatDateTime(payment.updatedAt)}</span>
      </DeskCell>
      <DeskCell label="Paid" right>
        <span className="tabular-nums">{formatMoneyExact(payment.amountReceived)}</span>
      </DeskCell>
      <DeskCell label="Refunded" right>
        <span className="tabular-nums">{formatMoneyExact(payment.amountRefunded)}</span>
      </DeskCell>
      <DeskCell label="Customer">
        {userId ? (
          <Link
            className="text-link inline-flex min-h-target items-center"
            to={deskPath("customers", { person: userId })}
          >
            Everything of theirs
          </Link>
        ) : (
          "Nobody signed in"
        )}
      </DeskCell>
    </DeskRow>
  );
}

function WhatHappened({ payment }: { payment: Payment }) {
  const { amount, amountReceived, amountRefunded, disputed, failureMessage, status } = payment;
  const refunded = Number(amountRefunded);
  const whole = refunded >= Number(amountReceived);
  return (
    <span className="grid gap-1">
      {status === "open" && failureMessage && (
        <span>
          <span className="inline-flex items-center gap-[0.4em] font-[550] text-error-text">
            <CircleX aria-hidden className="size-[1.2em] flex-none" strokeWidth={1.75} />
            {formatMoneyExact(amount)} not paid
          </span>
          <span className="block text-xs text-muted-foreground">{failureMessage}</span>
        </span>
      )}
      {disputed && (
        <span className="inline-flex items-center gap-[0.4em] font-[550] text-error-text">
          <TriangleAlert aria-hidden className="size-[1.2em] flex-none" strokeWidth={1.75} />
          Disputed
        </span>
      )}
      {refunded > 0 && (
        <span className="inline-flex items-center gap-[0.4em]">
          <Undo2 aria-hidden className="size-[1.2em] flex-none" strokeWidth={1.75} />
          {whole ? "Refunded" : "Refunded in part"}
        </span>
      )}
    </span>
  );
}
