"""Name the customer and the document of each balance transaction."""

import datetime as dt
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from desk.queue.subjects import PAYERS, Subject, subjects_of_payments
from payments.models import BalanceKind, BalanceTransaction, Payment

_LABELS = {
    BalanceKind.CHARGE_FAILURE: "Returned by the bank",
    BalanceKind.REFUND: "Refund",
    BalanceKind.REFUND_FAILURE: "Refund returned by the bank",
    BalanceKind.DISPUTE: "Dispute",
    BalanceKind.DISPUTE_REVERSAL: "Dispute won",
    BalanceKind.FEE: "Stripe fee",
    BalanceKind.PAYOUT_REVERSAL: "Payout returned by the bank",
}


@dataclass(frozen=True)
class Named:
    """A balance transaction with its customer and document. ``customer`` is blank and ``customer_key`` None if the
    customer is unknown; ``unknown``: Stripe has its payment, but we don't.
    """

    row: BalanceTransaction
    customer: str
    customer_key: str | None
    document: str
    invoice_id: UUID | None
    tree_order_id: UUID | None
    unknown: bool

    @property
    def id(self) -> UUID:
        return self.row.id

    @property
    def occurred_at(self) -> dt.datetime:
        return self.row.occurred_at


def with_payers(rows: QuerySet[BalanceTransaction]) -> QuerySet[BalanceTransaction]:
    """Select the related rows that ``name_all`` reads."""
    return rows.select_related(*(f"payment__{name}" for name in PAYERS))


def name_all(rows: list[BalanceTransaction]) -> list[Named]:
    """Name transactions from ``with_payers``, with a fixed number of queries."""
    payments = {row.payment.id: row.payment for row in rows if row.payment}
    subjects = subjects_of_payments(list(payments.values()))
    return [_name(row, subjects.get(row.payment_id, {})) for row in rows]


def _name(row: BalanceTransaction, subject: Subject) -> Named:
    return Named(
        row=row,
        customer=subject.get("customer_name") or (payer_of(row.payment) if row.payment else ""),
        customer_key=subject.get("customer_key"),
        document=_document(row),
        invoice_id=subject.get("invoice_id"),
        tree_order_id=subject.get("tree_order_id"),
        unknown=row.payment is None and bool(row.stripe_payment_intent_id),
    )


def payer_of(payment: Payment) -> str:
    """Return the name that the payer entered, or their email address, for a payment that is not assigned yet."""
    return payment.payer_name or payment.receipt_email


def _document(row: BalanceTransaction) -> str:
    description = row.payment.description if row.payment else row.description
    label = _LABELS.get(BalanceKind(row.kind), "")
    return ": ".join(filter(None, [label, description])) or "Unknown payment"
