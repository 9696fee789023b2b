"""Keep a tree order's totals in line with its payments, and find which of them are owed back."""

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
    "amount_lost",
    "amount_refunding",
    "refund_at",
]


def lock_order(order_id: UUID) -> TreeOrder:
    """Lock an order until the transaction ends, and return it. Raises Http404.

    Lock its card payments first if you need them, as webhooks do, so that two transactions can't deadlock.
    """
    return get_object_or_404(TreeOrder.objects.select_for_update(), id=order_id)


def recompute_balance(order: TreeOrder) -> None:
    """Recompute a locked order's sums from its payments.

    ``updated_at`` doesn't change, so that a driver can mark a tree as delivered right after it was paid for.
    """
    payments = list(order.payments.counted())
    nothing = Decimal("0.00")
    order.amount_refunded = sum((payment.amount_refunded for payment in payments), nothing)
    order.amount_paid = sum((payment.amount for payment in payments), nothing) - order.amount_refunded
    order.amount_kept = sum((payment.still_kept for payment in payments), nothing)
    # A payment refunded in full counts as never made, so its amount is due again, until the bank returns a refund.
    order.amount_waived = sum((payment.amount_waived for payment in payments if payment.unrefunded > 0), nothing)
    order.amount_disputed = sum((payment.unrefunded for payment in payments if payment.disputed), nothing)
    order.amount_lost = sum((payment.lost for payment in payments), nothing)
    if order.amount_disputed:
        order.refund_at = None  # once the bank has decided, staff do
    refunding = [payment for payment in payments if order.refund_at and payment.payment_id]
    order.amount_refunding = sum((payment.unrefunded - payment.still_kept for payment in refunding), nothing)
    order.save(update_fields=_SUMS)
    # Staff have nothing to do about payments that are refunded automatically.
    update_amounts_owed(refunding, nothing)
    update_amounts_owed([payment for payment in payments if payment not in refunding], order.overpaid)
