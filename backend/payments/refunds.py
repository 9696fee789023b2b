"""Refunds that staff request on the desk, or the product by itself."""

from contextlib import suppress
from decimal import Decimal
from uuid import UUID

import stripe
from django.db import transaction
from django.db.models import Sum
from django.shortcuts import get_object_or_404
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.models import User
from common.batches import run_each
from common.errors import Conflict
from common.money import dollars
from common.worker.queues import PAYMENTS
from notifications.planning import plan
from payments import emails
from payments.attempts import BATCH_SIZE, GIVE_UP_AFTER, RETRY_FOR_A_DAY, UNREACHABLE_FOR_A_DAY, WORKER_DELAY
from payments.client import PaymentsUnavailable, Refused, client, translate_stripe_errors, write_once
from payments.hooks import purpose
from payments.ledger import mark_late_refund_sent, sync_payment
from payments.limits import StripeBusy
from payments.models import Payment, PaymentStatus, Refund, RefundStatus
from payments.values import metadata_value, to_cents

_REFUSED = "Stripe refused this refund, so nothing was refunded. Reload the page to see what changed."


class _EarlierRefundFound(Conflict):
    """A given-up refund of ``amount`` turns out to have reached Stripe, so another one might be too much."""

    def __init__(self, amount: Decimal) -> None:
        self.amount = amount
        super().__init__(
            "An earlier refund of this payment had reached Stripe after all, so no other was made. Reload the page to "
            "see what is left."
        )


@transaction.atomic
def request_refund(*, payment_id: UUID, by: User | None, reason: str, amount: Decimal | None = None) -> Refund:
    """Store a refund of ``amount`` (US dollars, None for all that is left), which the worker sends to Stripe later if
    ``send_refund`` can't now. ``by`` is None if the product itself refunds.

    Requested refunds count, so two administrators together never refund more than was received. Raises Http404, and
    Conflict if less is left, the payment has not gone through, or it is disputed.
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
    wanted = amount or left
    repeats = min(wanted, payment.refund_failed)
    refund = Refund.objects.create(payment=payment, amount=wanted, repeats=repeats, reason=reason, requested_by=by)
    payment.amount_refunding += wanted
    payment.reduce_failed_refund(repeats)
    payment.save(update_fields=["amount_refunding", "refund_failed", "refund_failed_at", "updated_at"])
    send_refund_later.configure(schedule_in=WORKER_DELAY).defer(refund_id=str(refund.id))
    return refund


def send_refund(refund_id: UUID) -> Payment:
    """Send a requested refund to Stripe, only once no matter how often this is called, and return its payment.

    Call it outside of transactions. If Stripe can't be reached, the refund stays ``requested`` and the worker retries.
    Raises Conflict if Stripe refuses the refund, or did so earlier.
    """
    with suppress(PaymentsUnavailable, StripeBusy):  # the desk shows it as requested, and the worker retries for a day
        send_or_raise(refund_id, is_watched=True)
    if Refund.objects.filter(id=refund_id, status=RefundStatus.REFUSED).exists():
        raise Conflict(_REFUSED)
    return Payment.objects.for_desk().get(refunds=refund_id)


@app.task(queue=PAYMENTS, retry=RETRY_FOR_A_DAY)
def send_refund_later(refund_id: str) -> None:
    """Send a refund that is still waiting. Raises PaymentsUnavailable, which the queue retries."""
    with suppress(Conflict):  # the row has the reason
        send_or_raise(UUID(refund_id))


def give_up_unsent() -> list[Exception]:
    """Try refunds that have waited for a day one last time, and hand those that fail over to the office.

    Return the errors.
    """
    late = Refund.objects.filter(status=RefundStatus.REQUESTED, created_at__lt=timezone.now() - GIVE_UP_AFTER)
    return run_each(late.order_by("created_at").values_list("id", flat=True)[:BATCH_SIZE], _send_or_give_up)


def _send_or_give_up(refund_id: UUID) -> None:
    try:
        send_or_raise(refund_id)
    except Conflict:
        pass  # the row has the reason
    except PaymentsUnavailable:
        _fail(Refund.objects.get(id=refund_id), RefundStatus.UNSENT, UNREACHABLE_FOR_A_DAY)


def send_or_raise(refund_id: UUID, *, is_watched: bool = False) -> None:
    """Send a refund as ``send_refund`` does, but raise PaymentsUnavailable and StripeBusy too.

    ``is_watched``: someone at the desk sees the outcome, so a refusal causes no email and no row in Due now.
    """
    refund = Refund.objects.select_related("payment").get(id=refund_id)
    if refund.status != RefundStatus.REQUESTED:
        return
    if refund.requested_by_id is None and not purpose(refund.payment.purpose).still_refunds(refund.payment):
        _store_outcome(refund, RefundStatus.WITHDRAWN)
        return
    intent_id = refund.payment.stripe_payment_intent_id
    try:
        at_stripe = _find_or_create(refund, intent_id)
    except (Refused, _EarlierRefundFound) as refusal:
        sync_payment(intent_id)
        error = str(refusal.__cause__ or refusal)[:2000]
        done = refusal.amount if isinstance(refusal, _EarlierRefundFound) else Decimal("0.00")
        _fail(refund, RefundStatus.REFUSED, error, already_refunded=done, is_watched=is_watched)
        raise Conflict(_REFUSED if isinstance(refusal, Refused) else refusal.message) from refusal
    # First the payment's sum, then the outcome, so that nobody can refund the same dollars again in between.
    sync_payment(intent_id)
    _store_outcome(refund, RefundStatus.SENT, stripe_refund_id=at_stripe.id)


@translate_stripe_errors
def _find_or_create(refund: Refund, intent_id: str) -> stripe.Refund:
    """Return the refund at Stripe; create it if its ID is in no refund's metadata.

    An idempotency key alone would not do, since Stripe forgets it after a day. Raises _EarlierRefundFound.
    """
    existing = list(client().v1.refunds.list({"payment_intent": intent_id, "limit": 100}).auto_paging_iter())
    for each in existing:
        if metadata_value(each, "refund") == str(refund.id):
            return each
        mark_late_refund_sent(each, refund.payment_id)
    late = Refund.objects.filter(payment=refund.payment_id, arrived_late_at__gt=refund.created_at)
    if found := late.aggregate(amount=Sum("amount"))["amount"]:
        raise _EarlierRefundFound(found)
    wanted: stripe.params.RefundCreateParams = {
        "payment_intent": intent_id,
        "amount": to_cents(refund.amount),
        "reason": "requested_by_customer",
        "metadata": {"refund": str(refund.id)},
    }
    return write_once(f"refund-{refund.id}", lambda options: client().v1.refunds.create(wanted, options))


@transaction.atomic
def _store_outcome(refund: Refund, status: RefundStatus, **outcome: str) -> Payment | None:
    """Store the outcome, and return the payment, locked; None if another process has stored an outcome."""
    payment = Payment.objects.select_for_update().get(id=refund.payment_id)
    requested = Refund.objects.filter(id=refund.id, status=RefundStatus.REQUESTED)
    if not requested.update(status=status, **outcome):
        return None
    payment.amount_refunding -= refund.amount
    payment.save(update_fields=["amount_refunding", "updated_at"])
    return payment


@transaction.atomic
def _fail(
    refund: Refund,
    status: RefundStatus,
    error: str,
    *,
    already_refunded: Decimal = Decimal("0.00"),
    is_watched: bool = False,
) -> None:
    """Store that a refund failed, and add its amount, less ``already_refunded``, to what the office has to refund again
    or keep. A refusal that someone is watching adds only the part that had failed before.
    """
    payment = _store_outcome(refund, status, error=error)
    failed = (refund.repeats if is_watched else refund.amount) - already_refunded
    if payment is None or failed <= 0 or not payment.add_failed_refund(failed):
        return
    payment.save(update_fields=["refund_failed", "refund_failed_at", "updated_at"])
    if not is_watched:
        plan(emails.refund_not_made, payment.id, occasion=str(refund.id))
