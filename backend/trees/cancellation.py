"""Refunds for canceled tree orders.

If an order is canceled before its delivery day is set, its card payments are refunded in full ten minutes later, unless
it is reinstated by then. Once a day is set, staff decide. Checks and cash are owed back either way.
"""

import datetime as dt
from contextlib import suppress
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from procrastinate.contrib.django import app

from common.errors import Conflict
from common.worker.queues import PAYMENTS
from payments.attempts import RETRY_FOR_HOURS
from payments.client import PaymentsUnavailable
from payments.models import Payment, PaymentStatus, Refund, RefundStatus
from payments.refunds import request_refund, send_or_raise, send_refund_later
from trees.balance import lock_order
from trees.models import PURPOSE, TreeOrder

# For undoing an accidental cancellation before anything is refunded.
UNDO_TIME = dt.timedelta(minutes=10)
_REASON = "Canceled before a delivery day was set"


def set_refund_time(order: TreeOrder, *, was_called_off: bool, staff_decide: bool) -> None:
    """Set when the card payments of a canceled order are refunded, or None if ``staff_decide``. The caller has locked
    the order and saves it.
    """
    if not order.is_called_off:
        order.refund_at = None
    elif not was_called_off:
        order.refund_at = None if staff_decide else timezone.now() + UNDO_TIME


def refund_later(order: TreeOrder) -> None:
    """Let the worker refund the card payments of a canceled order at ``refund_at``."""
    if order.refund_at and order.overpaid:
        refund_canceled.configure(schedule_at=max(order.refund_at, timezone.now())).defer(order_id=str(order.id))


def still_refunds(payment: Payment) -> bool:
    """Return whether a refund that couldn't be sent before is still due: the order is canceled, and its time to undo is
    over.
    """
    due = TreeOrder.objects.filter(refund_at__lte=timezone.now())
    return payment.reference is not None and due.filter(id=payment.reference).exists()


def withdraw_refunds(order: TreeOrder) -> None:
    """Let the worker withdraw the refunds that it couldn't send before the order was reinstated."""
    waiting = Refund.objects.filter(status=RefundStatus.REQUESTED, requested_by=None, payment__purpose=PURPOSE)
    for refund in waiting.filter(payment__reference=order.id):
        send_refund_later.defer(refund_id=str(refund.id))


@app.task(queue=PAYMENTS, retry=RETRY_FOR_HOURS)
def refund_canceled(order_id: str) -> None:
    """Refund the card payments of an order if it is still canceled. Running it twice refunds once."""
    for refund in request_refunds(UUID(order_id)):
        # If Stripe refuses, the payment shows in Due now; if Stripe can't be reached, the refund's own job retries.
        with suppress(Conflict, PaymentsUnavailable):
            send_or_raise(refund.id)


@transaction.atomic
def request_refunds(order_id: UUID) -> list[Refund]:
    """Store the refunds of a canceled order whose ``refund_at`` has passed, and return them.

    A disputed payment has cleared ``refund_at`` (``recompute_balance``), so that staff decide.
    """
    paid = Payment.objects.filter(purpose=PURPOSE, reference=order_id, status=PaymentStatus.SUCCEEDED)
    cards = list(paid.select_for_update().order_by("id"))  # locked before the order, as in webhooks, against deadlocks
    order = lock_order(order_id)
    if order.refund_at is None or order.refund_at > timezone.now():
        return []
    refunds = []
    for row in order.payments.counted().filter(payment__in=cards).select_related("payment").order_by("id"):
        amount = row.refundable - row.still_kept
        if amount > 0 and row.payment:
            refunds.append(request_refund(payment_id=row.payment.id, by=None, reason=_REASON, amount=amount))
    return refunds
