"""Card payments on tree orders. Only what Stripe reports counts (see ``payments.hooks``)."""

from contextlib import suppress
from decimal import Decimal
from uuid import UUID

from django.shortcuts import get_object_or_404
from procrastinate.contrib.django import app

from accounts.models import Viewer
from common.errors import Conflict
from common.worker.queues import PAYMENTS
from notifications.layout import Recipient
from notifications.planning import plan
from payments.amounts import refuse_unchargeable
from payments.attempts import RETRY_FOR_HOURS
from payments.hooks import Due, PaymentPart
from payments.intents import cancel_open_intents
from payments.models import Payment, PaymentAssignee, PaymentMethod, PaymentStatus
from payments.received import copy_card_payment
from trees import payment_emails
from trees.balance import lock_order, recompute_balance
from trees.cancellation import refund_later, withdraw_refunds
from trees.models import PURPOSE, TreeOrder, TreePayment, order_name

WE_CALL_FIRST = (
    "We'll call you first: the tree goes to another state, which may tax it. Your order is placed; there's nothing to "
    "pay now."
)


def payable_amount(viewer: Viewer, reference: UUID | None, part: PaymentPart = PaymentPart.ALL) -> Due:
    """Return what is due on a tree order that the viewer owns or holds a link to. The order stays locked, so that it
    can't be canceled in the meantime.

    Raises Http404 for someone else's order, and Conflict if nothing is due or the tree goes to another state.
    """
    order = get_object_or_404(TreeOrder.objects.owned_by(viewer).select_for_update(), id=reference)
    if order.is_called_off:
        raise Conflict("This order is canceled, so there is nothing to pay.")
    if not order.amount_due:
        raise Conflict("This order is paid, so there is nothing to pay.")
    if order.is_taxed_elsewhere:
        raise Conflict(WE_CALL_FIRST)
    refuse_unchargeable(order.amount_due)
    return Due(amount=order.amount_due, description=order_name(order), user=order.user)


def adopts(kind: PaymentAssignee, row_id: UUID) -> UUID | None:
    """Return the tree order that staff assigned a payment to, or None."""
    return row_id if kind == PaymentAssignee.TREE_ORDER else None


def customer(order_id: UUID) -> Recipient:
    """Return the customer of an order, as they ordered it, with a blank address once it is erased."""
    order = TreeOrder.objects.filter(id=order_id).first()
    return Recipient(order.customer_email, order.customer_name) if order else Recipient("")


def record_card_payment(payment: Payment) -> None:
    """Record a payment as Stripe reports it. Repeated calls for a payment update its one row.

    A payment on an order that was canceled or paid another way in the meantime shows as overpaid, unless it is refunded
    automatically. What was refunded before staff assigned the payment is due.
    """
    if payment.reference is None:
        return
    order = lock_order(payment.reference)
    _update_progress(order, payment)
    row = order.payments.filter(payment=payment).first() or TreePayment(
        order=order, payment=payment, method=PaymentMethod.CARD
    )
    is_new = row._state.adding
    refunded = payment.amount_refunded if is_new and payment.assigned_at else row.amount_refunded
    if not payment.amount_received or not copy_card_payment(row, payment):
        return
    overpaid = order.overpaid
    _update_waived(order, row, is_new=is_new, refunded=row.amount_refunded - refunded)
    row.save()
    if payment.refund_failed_at:
        order.refund_at = None  # staff decide how to pay it back
    recompute_balance(order)
    if is_new and row.amount > refunded:
        plan(payment_emails.tree_payment_received, order.id, occasion=str(row.id))
    if order.refund_at:
        refund_later(order)
    elif order.overpaid > overpaid and row.amount_refunded >= refunded:  # a returned refund has an email of its own
        plan(payment_emails.tree_overpaid, order.id, occasion=f"{order.overpaid} {row.id} {row.updated_at}")


def _update_progress(order: TreeOrder, payment: Payment) -> None:
    order.is_paying = Payment.objects.processing(PURPOSE).filter(reference=order.id).exists()
    if payment.status != PaymentStatus.CANCELED or not order.stripe_payment_intent_id:
        order.stripe_payment_intent_id = payment.stripe_payment_intent_id
    order.save(update_fields=["is_paying", "stripe_payment_intent_id"])


def _update_waived(order: TreeOrder, row: TreePayment, *, is_new: bool, refunded: Decimal) -> None:
    """Update the part of the payment that was refunded and isn't due again: refunds while the order isn't canceled.

    Refunding an overpayment waives nothing, and neither does refunding all of the payment: that counts as never made.
    """
    if row.amount_refunded < row.amount and not order.is_called_off:
        paid = order.amount_paid + (row.amount if is_new else 0)
        too_much = max(paid - order.amount_kept - order.billed, Decimal("0.00"))
        row.amount_waived += max(refunded - too_much, Decimal("0.00"))
    row.amount_waived = min(row.amount_waived, row.amount_refunded)


def tell_refund(payment: Payment, change: str) -> None:
    """Plan the email about a refund; for ``change``, see ``payments.hooks``."""
    if payment.reference:
        plan(payment_emails.tree_refunded, payment.reference, occasion=f"{payment.id} {change}")


def follow_cancellation(order: TreeOrder) -> None:
    """Recompute the sums of an order that was just canceled or reinstated, and start or withdraw its refunds."""
    recompute_balance(order)
    if order.is_called_off:
        refund_later(order)
        close_open_form.defer(order_id=str(order.id))
    else:
        withdraw_refunds(order)


@app.task(queue=PAYMENTS, retry=RETRY_FOR_HOURS)
def close_open_form(order_id: str) -> None:
    """Cancel open card payments for more than is still due, so that nothing is paid twice or for a canceled order."""
    order = TreeOrder.objects.get(id=UUID(order_id))
    with suppress(Conflict):  # it is being paid: Stripe will report it
        cancel_open_intents(purpose=PURPOSE, reference=order.id, keep_amounts={order.amount_due} - {Decimal("0.00")})
