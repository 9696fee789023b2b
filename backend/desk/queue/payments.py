"""The queue's kind about payments: unassigned, disputed by the customer's bank, owed back, or a refund
of it failed."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from uuid import UUID

from django.db.models import F, QuerySet
from django.db.models.functions import Least

from common.money import dollars
from common.response_deadlines import RESPONSE_TIME
from desk.models import QueueKind
from desk.queue.kind import Kind, Place, QueueItem
from desk.queue.subjects import Subject, subjects_of_payments
from invoices.models import OWED_PAYMENTS, InvoicePayment
from payments.models import PENDING_PAYMENTS, Payment


def _rows(now: dt.datetime) -> QuerySet[Payment]:
    # Few payments need anything, and two partial indexes have them.
    pending = Payment.objects.filter(PENDING_PAYMENTS).values("id")
    owed = InvoicePayment.objects.filter(OWED_PAYMENTS).values("payment_id")
    due = Least("act_by", F("invoice_payment__owed_since") + RESPONSE_TIME)
    return Payment.objects.filter(id__in=pending.union(owed)).alias(due=due)


def _load(places: dict[UUID, Place]) -> Iterator[QueueItem]:
    whole = Payment.objects.select_related("user", "invoice_payment__invoice__quote")
    payments = list(whole.filter(id__in=places))
    subjects = subjects_of_payments(payments)
    for payment in payments:
        yield _item(places[payment.id], payment, subjects[payment.id])


def _item(place: Place, payment: Payment, subject: Subject) -> QueueItem:
    status, summary, amount = _what_to_do(payment)
    return QueueItem(
        place=place,
        payment_id=payment.id,
        summary=summary,
        status=status,
        created_at=payment.succeeded_at or payment.created_at,
        updated_at=payment.updated_at,
        **{"customer_name": "", **subject, "amount": amount},
    )


def _what_to_do(payment: Payment) -> tuple[str, str, Decimal]:
    """Return the row's status, summary and amount; a dispute comes first, since the bank sets its deadline."""
    what = payment.description or "Card payment"
    on_invoice: InvoicePayment | None = getattr(payment, "invoice_payment", None)
    if payment.bank_deadline:
        return "disputed", f"{what}: the customer's bank disputes it", payment.amount_received
    if on_invoice and on_invoice.amount_owed:
        return "owed", f"{what}: {dollars(on_invoice.amount_owed)} is owed back", on_invoice.amount_owed
    if payment.refund_failed_at:
        return "refund_failed", f"{what}: the customer's bank returned a refund", payment.refundable
    return "unassigned", f"{what}: no customer yet", payment.amount_received - payment.amount_refunded


PAYMENT_KINDS = (
    Kind(QueueKind.PAYMENT, rows=_rows, load=_load, since="due", time=dt.timedelta(), city=None, retry=None),
)
