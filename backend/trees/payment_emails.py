"""Emails about payments on tree orders. Each shows what is paid and what is due."""

from uuid import UUID

from django.utils import timezone

from common.days import in_full
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from notifications.kinds import Skip, message_kind
from notifications.layout import Email, email_to_business
from notifications.models import AboutKind, Message
from payments.emails import (
    REFUND_TIME,
    card_covers,
    how_it_came,
    is_promise_void,
    refund_facts,
    refund_of,
    refund_promise,
)
from payments.hooks import AfterLoss
from payments.models import Payment
from trees.emails import action_of, due, on_desk, paid, to_pay
from trees.models import TreeOrder, TreeOrderStatus, TreePayment
from trees.texts import recipient_of


@message_kind(EmailKind("tree-payment-received", Cause.PAYMENT), AboutKind.TREE_ORDER)
def tree_payment_received(message: Message) -> Email:
    """Send the receipt for a payment. Skipped if it was reversed. The occasion is the payment's ID."""
    counted = TreePayment.objects.counted().select_related("order__user", "payment").select_for_update(of=["self"])
    row = counted.filter(id=UUID(message.occasion)).first()
    if row is None:
        raise Skip("The payment was reversed.")
    row.receipt_at = timezone.now()
    row.save(update_fields=["receipt_at"])
    received, order = f"We received {dollars(row.amount)}{row.how_paid}", row.order
    return Email(
        to=recipient_of(order),
        subject=f"Receipt: {dollars(row.amount)} for your Christmas tree",
        paragraphs=[f"Thank you! {received} for your Christmas tree.", _whats_next(order, row)],
        facts=[("Received on", in_full(row.received_at)), *paid(order), ("Order", order.short_id)],
        total=due(order),
        action=action_of(order),
        closing="Think this is wrong? Please call us or reply to this email.",
    )


def _whats_next(order: TreeOrder, row: TreePayment) -> str:
    """Return what is still due, or what we owe back of this payment alone, so that two receipts never promise the same
    refund.
    """
    if order.is_called_off and order.refund_at and row.payment_id:
        return "Your order is canceled, so we'll refund it to your card and email you when it's on its way."
    if order.is_called_off:
        return "Your order is canceled. We'll contact you about this payment."
    if row.amount_owed:
        return refund_promise(row.amount_owed)
    return to_pay(order)


@message_kind(EmailKind("tree-payment-reversed", Cause.PAYMENT), AboutKind.TREE_ORDER)
def tree_payment_reversed(message: Message) -> Email:
    """Tell the customer that a payment was reversed for which they have a receipt. Skipped if nothing is due even
    without it, except when a later receipt promised them a refund that they won't get now.

    The occasion is the payment's ID. The reason is an internal note, so it is left out.
    """
    row = TreePayment.objects.select_related("order__user").get(id=UUID(message.occasion))
    order = row.order
    if not row.receipt_at:
        raise Skip("The customer has no receipt for the payment.")
    subject, whats_next = f"{dollars(order.amount_due)} due again", to_pay(order)
    if not order.amount_due:
        if order.is_called_off or not is_promise_void(row, order.payments.counted()):
            raise Skip("Nothing is due.")
        subject, whats_next = "your card payment covers it", card_covers("the tree", order.overpaid)
    return Email(
        to=recipient_of(order),
        subject=f"Your Christmas tree: {subject}",
        paragraphs=[
            f"On {in_full(row.receipt_at)} we told you that we received {dollars(row.amount)}{row.how_paid} for your "
            "Christmas tree. That payment didn't go through or was recorded in error, so it no longer counts.",
            whats_next,
        ],
        facts=paid(order),
        total=due(order),
        action=action_of(order),
        closing="Think this is wrong? Please call us.",
    )


@message_kind(EmailKind("tree-refunded", Cause.PAYMENT), AboutKind.TREE_ORDER)
def tree_refunded(message: Message) -> Email:
    """Tell the customer about a refund of a card payment. The occasion is that of ``payments.emails.refund_of``."""
    payment, amount = refund_of(message)
    order = TreePayment.objects.select_related("order__user").get(payment=payment).order
    return Email(
        to=recipient_of(order),
        subject=f"Refund: {amount} for your Christmas tree",
        paragraphs=[
            f"We refunded {amount} of your card payment for your Christmas tree.",
            "Your order is canceled." if order.is_called_off else to_pay(order),
        ],
        facts=refund_facts(payment),
        action=action_of(order),
        next_steps=[REFUND_TIME],
        closing="Think this is wrong? Please call us.",
    )


@message_kind(EmailKind("tree-overpaid", Cause.PAYMENT), AboutKind.TREE_ORDER)
def tree_overpaid(message: Message) -> Email:
    """Tell the business that a tree order is overpaid. Skipped if the difference has been refunded or kept.

    The occasion is what is overpaid (US dollars), the ID of the payment that caused it, and when. A disputed
    payment causes it when the dispute is won or dropped, since it has not counted until then.
    """
    order = TreeOrder.objects.get(id=message.row_id)
    if not order.overpaid:
        raise Skip("The order is no longer overpaid.")
    over = dollars(order.overpaid)
    kept = [("Kept", dollars(order.amount_kept))] if order.amount_kept else []
    _, row_id, *_ = message.occasion.split()
    row = TreePayment.objects.select_related("payment").get(id=UUID(row_id))
    why = "and the order is canceled" if order.is_called_off else "although the tree was paid in another way"
    return email_to_business(
        subject=f"Overpaid by {over}: {order.customer_name}'s tree",
        paragraphs=[
            f"{order.customer_name} paid {over} too much for a Christmas tree: {how_it_came(row)}, {why}.",
            "It's in Due now until you refund it or keep it.",
        ],
        facts=[*paid(order), *kept, ("Overpaid", over)],
        action=("Open the order", on_desk(order)),
    )


def after_loss(payment: Payment) -> AfterLoss | None:
    """Return what the office has to do about an order whose money a bank has returned (``payments.hooks.Purpose``)."""
    row = TreePayment.objects.select_related("order").filter(payment=payment).first()
    if row is None:
        return None
    order = row.order
    todo = "The tree was delivered. Call the customer: if they'll pay again, record it on the order."
    if order.is_called_off:
        todo = "The order is canceled."
    elif order.status in TreeOrderStatus.UNDELIVERED:
        todo = (
            "The tree isn't delivered yet. Call the customer before you bring it: if they'll pay again, record it on "
            "the order; otherwise cancel it."
        )
    return todo, ("Open the order", on_desk(order))
