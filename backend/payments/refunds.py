"""Refunds that staff ask for on the desk, or the product by itself."""

from contextlib import suppress
from decimal import Decimal
from uuid import UUID

import stripe
from django.db import transaction
from django.shortcuts import get_object_or_404
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app
from procrastinate.types import TimeDeltaParams

from accounts.models import User
from common.errors import Conflict
from common.money import dollars
from common.worker.queues import PAYMENTS
from payments.client import PaymentsUnavailable, Refused, client, translate_stripe_errors, write_once
from payments.ledger import metadata_value, sync_payment, to_cents
from payments.models import Payment, PaymentStatus, Refund, RefundStatus

# The browser waits for the first attempt, so the worker's begins after that has ended.
_WORKER_WAITS: TimeDeltaParams = {"seconds": 60}
_FOR_A_DAY = RetryStrategy(max_attempts=8, exponential_wait=4)
_REFUSED = "Stripe refused this refund, so nothing was refunded. Reload the page to see what changed."


@transaction.atomic
def request_refund(*, payment_id: UUID, by: User | None, reason: str, amount: Decimal | None = None) -> Refund:
    """Store a refund of ``amount`` (US dollars, None for all that is left), which the worker sends to Stripe later if
    ``send_refund`` does not get through now. ``by`` is None where the product itself refunds.

    What is asked for at the same time counts, so two administrators never refund more than came in. Raises Http404,
    and Conflict if that is more than is left, the payment did not go through, or the bank decides about it.
    """
    payment: Payment = get_object_or_404(Payment.objects.select_for_update(), id=payment_id)
    if payment.status != PaymentStatus.SUCCEEDED or not payment.stripe_payment_intent_id:
        raise Conflict("This payment hasn't gone through, so there's nothing to refund.")
    if payment.disputed:
        raise Conflict("The customer's bank disputes this payment and decides where the money goes.")
    left = payment.refundable
    if not left:
        raise Conflict("Nothing is left of this payment to refund.")
    if amount is not None and amount > left:
        raise Conflict(f"Only {dollars(left)} of this payment is left to refund.")
    refund = Refund.objects.create(payment=payment, amount=amount or left, reason=reason, requested_by=by)
    payment.amount_refunding += refund.amount
    payment.refund_failed_at = None
    payment.save(update_fields=["amount_refunding", "refund_failed_at", "updated_at"])
    send_refund_later.configure(schedule_in=_WORKER_WAITS).defer(refund_id=str(refund.id))
    return refund


def send_refund(refund_id: UUID) -> Payment:
    """Send a requested refund to Stripe, once no matter how often this is called, and return its payment.

    Call it outside of transactions. If Stripe can't be reached, the refund stays requested and the worker goes on.
    Raises Conflict if Stripe refuses it.
    """
    with suppress(PaymentsUnavailable):  # the row shows it, and the worker tries for a day
        send_or_raise(refund_id)
    return Payment.objects.for_desk().get(refunds=refund_id)


@app.task(queue=PAYMENTS, retry=_FOR_A_DAY)
def send_refund_later(refund_id: str) -> None:
    """Send a refund that the browser's request could not. Raises PaymentsUnavailable, which the queue retries."""
    with suppress(Conflict):  # the row has the reason
        send_or_raise(UUID(refund_id))


def send_or_raise(refund_id: UUID) -> None:
    """Do the same as ``send_refund``. Raises PaymentsUnavailable too."""
    refund = Refund.objects.select_related("payment").get(id=refund_id)
    if refund.status != RefundStatus.REQUESTED:
        return
    intent_id = refund.payment.stripe_payment_intent_id
    try:
        at_stripe = _at_stripe(refund, intent_id)
    except Refused as refusal:
        sync_payment(intent_id)
        _end(refund, RefundStatus.REFUSED, error=str(refusal.__cause__ or refusal)[:2000])
        raise Conflict(_REFUSED) from refusal
    sync_payment(intent_id)  # first, so that the same dollars are never free to be refunded again in between
    _end(refund, RefundStatus.SENT, stripe_refund_id=at_stripe.id)


@translate_stripe_errors
def _at_stripe(refund: Refund, intent_id: str) -> stripe.Refund:
    """Return the refund at Stripe. Stripe forgets idempotency keys after a day, but not the refunds themselves."""
    for known in client().v1.refunds.list({"payment_intent": intent_id, "limit": 100}).auto_paging_iter():
        if metadata_value(known, "refund") == str(refund.id):
            return known
    wanted: stripe.params.RefundCreateParams = {
        "payment_intent": intent_id,
        "amount": to_cents(refund.amount),
        "reason": "requested_by_customer",
        "metadata": {"refund": str(refund.id)},
    }
    return write_once(f"refund-{refund.id}", lambda options: client().v1.refunds.create(wanted, options))


@transaction.atomic
def _end(refund: Refund, status: RefundStatus, *, error: str = "", stripe_refund_id: str = "") -> None:
    """Store the outcome, unless another process has."""
    payment = Payment.objects.select_for_update().get(id=refund.payment_id)
    ended = Refund.objects.filter(id=refund.id, status=RefundStatus.REQUESTED).update(
        status=status, error=error, stripe_refund_id=stripe_refund_id
    )
    if ended:
        payment.amount_refunding -= refund.amount
        payment.save(update_fields=["amount_refunding", "updated_at"])
