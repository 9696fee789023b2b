"""The sums of a tree order's payments, and which of them have money owed back."""

from decimal import Decimal
from uuid import UUID

from django.shortcuts import get_object_or_404

from payments.received import update_amounts_owed
from trees.models import TreeOrder

_SUMS = [
    "amount_paid",
    "amount_refunded",
    "amount_kept",
    "amount_waived",
    "amount_disputed",
    "amount_refunding",
    "refund_at",
]


def lock_order(order_id: UUID) -> TreeOrder:
    """Return an order that can be changed until the transaction ends. Raises Http404.

    Whoever needs its card payments too locks them first, as Stripe's reports do, so that no two wait for each other.
    """
    return get_object_or_404(TreeOrder.objects.select_for_update(), id=order_id)


def recompute_balance(order: TreeOrder) -> None:
    """Update a locked order from its payments.

    ``updated_at`` stays as it is: a driver can mark a tree as delivered that was paid for a moment ago.
    """
    payments = list(order.payments.counted())
    nothing = Decimal("0.00")
    order.amount_refunded = sum((payment.amount_refunded for payment in payments), nothing)
    order.amount_paid = sum((payment.amount for payment in payments), nothing) - order.amount_refunded
    order.amount_kept = sum((payment.still_kept for payment in payments), nothing)
    order.amount_waived = sum((payment.amount_waived for payment in payments), nothing)
    order.amount_disputed = sum((payment.unrefunded for payment in payments if payment.disputed), nothing)
    if order.amount_disputed:
        order.refund_at = None  # after the bank, staff decide
    refunding = [payment for payment in payments if order.refund_at and payment.payment_id]
    order.amount_refunding = sum((payment.unrefunded - payment.still_kept for payment in refunding), nothing)
    order.save(update_fields=_SUMS)
    # What the worker refunds without being asked, and what a bank decides about, waits for nobody here.
    others_decide = [*refunding, *(payment for payment in payments if payment.disputed)]
    update_amounts_owed(others_decide, nothing)
    update_amounts_owed([payment for payment in payments if payment not in others_decide], order.overpaid)
