"""Payments on tree orders that staff record, reverse and keep."""

from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.shortcuts import get_object_or_404

from accounts.models import User
from common.errors import Conflict, field_error
from common.money import dollars
from notifications.planning import plan
from payments import received
from trees import card, payment_emails
from trees.balance import lock_order, recompute_balance
from trees.models import DoorMethod, TreeOrder, TreePayment


@transaction.atomic
def record_payment(
    *, order_id: UUID, by: User, method: DoorMethod, note: str = "", amount: Decimal | None = None
) -> TreeOrder:
    """Record a payment at the door, or one that replaces a lost card payment; ``amount`` defaults to all of it.

    Raises Http404, Conflict for an order that is canceled or paid, and DomainError (400) for more than that.
    """
    order = lock_order(order_id)
    if order.is_called_off:
        raise Conflict("This order is canceled, so no payment can be recorded")
    due = order.recordable
    if not due:
        raise Conflict("This order is already paid. Reload the page to see how.")
    if amount is not None and amount > due:
        raise field_error("amount", f"Only {dollars(due)} is due")
    row = TreePayment.objects.create(order=order, method=method, amount=amount or due, note=note, recorded_by=by)
    recompute_balance(order)
    plan(payment_emails.tree_payment_received, order.id, occasion=str(row.id))
    card.close_open_form.defer(order_id=str(order.id))
    return order


@transaction.atomic
def reverse_payment(*, order_id: UUID, payment_id: UUID, by: User, note: str) -> TreeOrder:
    """Reverse a recorded payment: its check bounced, or it was recorded in error. ``note`` says why.

    The payment stays on record but no longer counts. Reversing it twice changes nothing. Raises Http404, also for
    another order's payment, and Conflict for a card payment.
    """
    order = lock_order(order_id)
    row = get_object_or_404(order.payments, id=payment_id)
    if received.reverse(row, by=by, note=note):
        recompute_balance(order)
        plan(payment_emails.tree_payment_reversed, order.id, occasion=str(row.id))
    return order


def keep_owed(payment_id: UUID, by: User, reason: str) -> Decimal | None:
    """Keep the overpaid part of a payment on a tree order; see ``payments.hooks.Purpose``."""
    row = TreePayment.objects.filter(Q(payment=payment_id) | Q(id=payment_id)).select_related("payment").first()
    if row is None:
        return None
    order = lock_order(row.order_id)
    if row.payment and row.payment.refund_failed:  # staff keep it, so the automatic refund isn't retried
        order.refund_at = None
        recompute_balance(order)
    row.refresh_from_db()
    kept = received.keep(row, by=by, reason=reason)
    recompute_balance(order)
    return kept
