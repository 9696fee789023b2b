"""Services for staff: assign a payment, or keep money that seemed to be owed back."""

from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet, Sum
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User
from common.errors import Conflict
from payments import hooks
from payments.models import Payment, PaymentAssignee, PaymentStatus


@transaction.atomic
def assign_payment(*, payment_id: UUID, by: User, kind: PaymentAssignee, to: UUID) -> Payment:
    """Assign a payment that was made for nothing we know to the row ``to`` of ``kind``, which has to exist.

    It then counts for that tree order, or for the quote's open invoice; if there is none, for the next one sent. A tree
    order or quote that is paid already becomes overpaid.

    Raises Http404, and Conflict if the payment belongs to something already or hasn't gone through, or for a quote that
    gets no other invoice.
    """
    payment: Payment = get_object_or_404(Payment.objects.select_for_update(), id=payment_id)
    if payment.reference or payment.assigned_at:
        raise Conflict("This payment already belongs to something. Reload the page to see what.")
    if payment.status != PaymentStatus.SUCCEEDED:
        raise Conflict("This payment hasn't gone through, so there's nothing to assign.")
    payment.assigned_kind, payment.assigned_id = kind, to
    payment.assigned_at, payment.assigned_by = timezone.now(), by
    payment.save(update_fields=["assigned_kind", "assigned_id", "assigned_at", "assigned_by", "updated_at"])
    _apply_to_assignee(payment)
    return Payment.objects.for_desk().get(id=payment_id)


def apply_assigned_payments(kind: PaymentAssignee, to: UUID) -> bool:
    """Apply payments that were assigned to a row before it could be paid. Return whether there were any.

    Call it in a transaction, once the row can be paid.
    """
    waiting = _waiting_for(kind, to).select_for_update(no_key=True).order_by("id")
    applied = [_apply_to_assignee(payment) for payment in waiting]
    return any(applied)


def release_assigned_payments(kind: PaymentAssignee, to: UUID) -> None:
    """Ask staff again what payments are for that were assigned to a row before it could be paid, and now never will be.

    Call it in a transaction, with the row locked.
    """
    _waiting_for(kind, to).filter(_UNREFUNDED).update(
        assigned_kind="", assigned_id=None, assigned_at=None, assigned_by=None, updated_at=timezone.now()
    )


def rows_awaiting_payments(kind: PaymentAssignee) -> set[UUID]:
    """Return the IDs of the rows of ``kind`` that have payments ``release_assigned_payments`` would release."""
    found = _waiting(kind).filter(_UNREFUNDED).values_list("assigned_id", flat=True)
    return {row_id for row_id in found if row_id}


def amount_awaiting(kind: PaymentAssignee, to: UUID) -> Decimal:
    """Return the sum of the payments that were assigned to a row and wait until it can be paid, less refunds (US
    dollars).
    """
    left = F("amount_received") - F("amount_refunded")
    total: Decimal = _waiting_for(kind, to).aggregate(sum=Sum(left, default=Decimal("0.00")))["sum"]
    return total


_UNREFUNDED = Q(amount_refunded__lt=F("amount_received"))


def _waiting_for(kind: PaymentAssignee, to: UUID) -> QuerySet[Payment]:
    return _waiting(kind).filter(assigned_id=to)


def _waiting(kind: PaymentAssignee) -> QuerySet[Payment]:
    return Payment.objects.filter(
        assigned_kind=kind, assigned_id__isnull=False, reference=None, status=PaymentStatus.SUCCEEDED
    )


def _apply_to_assignee(payment: Payment) -> bool:
    resolved = (
        hooks.purpose_for_assignee(PaymentAssignee(payment.assigned_kind), payment.assigned_id)
        if payment.assigned_id
        else None
    )
    if resolved is None:
        return False
    payment.purpose, payment.reference = resolved
    payment.save(update_fields=["purpose", "reference", "updated_at"])
    hooks.settle(payment)
    return True


NOT_OWED = "Nothing of this payment is owed back."


@transaction.atomic
def keep_payment(*, payment_id: UUID, by: User, reason: str) -> Decimal:
    """Keep the part of a payment that we seemed to owe back, and return it (US dollars).

    That part is an overpayment of an invoice or an order, or a refund that failed. ``payment_id`` is the ID of a card
    payment or of one that staff recorded. Raises Http404, and Conflict if nothing is owed.
    """
    # Locked before the app's row, in the same order as when Stripe's state is copied.
    payment = Payment.objects.select_for_update(no_key=True).filter(id=payment_id).first()
    kept = hooks.keep_owed(payment_id, by, reason)
    if payment:
        kept.append(_keep_failed_refund(payment, by, reason))
    if not kept:
        raise Http404
    if not any(kept):
        raise Conflict(NOT_OWED)
    return max(kept)  # an overpayment and its failed refund are the same money


def _keep_failed_refund(payment: Payment, by: User, reason: str) -> Decimal:
    failed = Decimal("0.00") if payment.disputed else payment.refund_failed
    if failed:
        payment.reduce_failed_refund(failed)
        payment.kept_at, payment.kept_by, payment.kept_reason = timezone.now(), by, reason
        payment.save(
            update_fields=["refund_failed", "refund_failed_at", "kept_at", "kept_by", "kept_reason", "updated_at"]
        )
    return failed
