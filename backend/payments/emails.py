"""Emails to the business about card payments: refunds, and disputes by the customer's bank."""

from decimal import Decimal

from django.utils import timezone

from common.email_kinds import Cause, EmailKind
from common.money import dollars
from notifications.kinds import message_kind
from notifications.layout import Email, email_to_business
from notifications.models import AboutKind, Message
from payments.models import Payment

_DAY = "%B %-d, %Y"
_LIST = ("View it on the desk", "/admin?tab=subscriptions&view=refunds")


@message_kind(EmailKind("payment-refunded", Cause.PAYMENT), AboutKind.PAYMENT)
def payment_refunded(message: Message) -> Email:
    """Tell the business that part of a payment was refunded. The occasion is what was refunded in total before and
    what after (US dollars).
    """
    payment = _payment(message)
    before, after = map(Decimal, message.occasion.split())
    amount, what = after - before, _what(payment)
    return email_to_business(
        subject=f"Refunded: {dollars(amount)}, {what}",
        paragraphs=[f"Stripe refunded {dollars(amount)} of a card payment to the customer: {what}."],
        facts=_facts(payment),
        action=_LIST,
    )


@message_kind(EmailKind("payment-disputed", Cause.PAYMENT), AboutKind.PAYMENT)
def payment_disputed(message: Message) -> Email:
    """Tell the business that a payment is disputed, and the deadline if Stripe still waits for a response."""
    payment = _payment(message)
    what = _what(payment)
    todo = "Stripe's dashboard shows its status."
    if payment.bank_deadline:
        until = timezone.localtime(payment.bank_deadline).strftime(_DAY)
        todo = f"Respond in Stripe's dashboard by {until}. Without a response, the money is lost."
    return email_to_business(
        subject=f"Disputed: {dollars(payment.amount_received)}, {what}",
        paragraphs=[
            f"A customer's bank disputes a card payment of {dollars(payment.amount_received)}: {what}.",
            todo,
        ],
        facts=_facts(payment),
        action=_LIST,
    )


def _payment(message: Message) -> Payment:
    return Payment.objects.select_related("user").get(id=message.row_id)


def _what(payment: Payment) -> str:
    return payment.description or payment.purpose


def _facts(payment: Payment) -> list[tuple[str, str]]:
    paid_on = timezone.localdate(payment.succeeded_at or payment.created_at).strftime(_DAY)
    return [
        ("Customer", payment.user.email if payment.user else "Not signed in"),
        ("Paid on", paid_on),
        ("Paid", dollars(payment.amount_received)),
        ("Refunded in total", dollars(payment.amount_refunded)),
        ("At Stripe", payment.stripe_payment_intent_id),
    ]
