"""What staff do with payments."""

from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User
from common.errors import Conflict
from payments import hooks
from payments.models import Payment, PaymentAssignee, PaymentStatus


@transaction.atomic
def assign_payment(*, payment_id: UUID, by: User, kind: PaymentAssignee, to: UUID) -> Payment:
    """Record what a payment is for that belongs to nothing yet: the row ``to`` of ``kind``, which exists.

    It pays for that: a tree order, or the open invoice of a quote; without one, the next that is sent.

    Raises Http404, and Conflict if that is known, or no money has come in.
    """
    payment: Payment = get_object_or_404(Payment.objects.select_for_update(), id=payment_id)
    if payment.reference or payment.assigned_at:
        raise Conflict("This payment already belongs to something. Reload the page to see what.")
    if payment.status != PaymentStatus.SUCCEEDED:
        raise Conflict("This payment hasn't gone through, so there's nothing to assign.")
    payment.assigned_kind, payment.assigned_id = kind, to
    payment.assigned_at, payment.assigned_by = timezone.now(), by
    payment.save(update_fields=["assigned_kind", "assigned_id", "assigned_at", "assigned_by", "updated_at"])
    _count(payment)
    return Payment.objects.for_desk().get(id=payment_id)


def count_assigned(kind: PaymentAssignee, to: UUID) -> bool:
    """Let payments pay for what they were assigned to, since that can be paid only now. Return whether any does.

    Call it in a transaction.
    """
    waiting = Payment.objects.filter(assigned_kind=kind, assigned_id=to, reference=None, status=PaymentStatus.SUCCEEDED)
    counted = [_count(payment) for payment in waiting.select_for_update(no_key=True).order_by("id")]
    return any(counted)


def _count(payment: Payment) -> bool:
    adopter = (
        hooks.adopter_of(PaymentAssignee(payment.assigned_kind), payment.assigned_id) if payment.assigned_id else None
    )
    if adopter is None:
        return False
    payment.purpose, payment.reference = adopter
    payment.save(update_fields=["purpose", "reference", "updated_at"])
    hooks.settle(payment)
    return True


NOT_OWED = "Nothing of this payment is owed back."


@transaction.atomic
def keep_payment(*, payment_id: UUID, by: User, reason: str) -> Decimal:
    """Keep the part of a payment that we seemed to owe back, and return it (US dollars). ``reason`` says why.

    That part is an overpayment of an invoice or an order, or a refund that failed. ``payment_id`` is the ID of a card
    payment or of one that staff recorded. Raises Http404, and Conflict if nothing is owed.
    """
    # The card payment is locked first, as it is while Stripe's report of it is copied.
    payment = Payment.objects.select_for_update(no_key=True).filter(id=payment_id).first()
    kept = hooks.keep_owed(payment_id, by, reason)
    if payment:
        kept.append(_keep_failed_refund(payment, by, reason))
    if not kept:
        raise Http404
    if not any(kept):
        raise Conflict(NOT_OWED)
    return max(kept)  # an overpayment whose refund failed is the same money


def _keep_failed_refund(payment: Payment, by: User, reason: str) -> Decimal:
    failed = Decimal("0.00") if payment.disputed else payment.refund_failed
    if failed:
        payment.settle_failed_refund(failed)
        payment.kept_at, payment.kept_by, payment.kept_reason = timezone.now(), by, reason
        payment.save(
            update_fields=["refund_failed", "refund_failed_at", "kept_at", "kept_by", "kept_reason", "updated_at"]
        )
    return failed
