"""Emails to the business about card payments: refunds, and disputes by the customer's bank."""

import datetime as dt
from decimal import Decimal
from uuid import UUID

from django.utils import timezone

from common.email_kinds import Cause, EmailKind
from common.money import dollars
from notifications.composing import email_task
from notifications.emails import About, queue_email_to_business
from notifications.models import AboutKind
from payments.models import Payment

PAYMENT_REFUNDED = EmailKind("payment-refunded", Cause.PAYMENT)
PAYMENT_DISPUTED = EmailKind("payment-disputed", Cause.PAYMENT)

_DAY = "%B %-d, %Y"
_LIST = ("View it on the desk", "/admin?tab=subscriptions&view=refunds")


@email_task
def email_payment_refunded(payment_id: str, amount: str) -> None:
    """Tell the business that ``amount`` (US dollars) of a payment was refunded."""
    queue_payment_refunded(Payment.objects.select_related("user").get(id=UUID(payment_id)), Decimal(amount))


@email_task
def email_payment_disputed(payment_id: str, respond_by: str | None) -> None:
    """Tell the business that a payment is disputed, and the deadline (an ISO instant) for the response."""
    payment = Payment.objects.select_related("user").get(id=UUID(payment_id))
    queue_payment_disputed(payment, dt.datetime.fromisoformat(respond_by) if respond_by else None)


def queue_payment_refunded(payment: Payment, amount: Decimal) -> None:
    what = _what(payment)
    queue_email_to_business(
        kind=PAYMENT_REFUNDED,
        subject=f"Refunded: {dollars(amount)}, {what}",
        paragraphs=[f"Stripe refunded {dollars(amount)} of a card payment to the customer: {what}."],
        facts=_facts(payment),
        action=_LIST,
        about=About(AboutKind.PAYMENT, payment.id),
    )


def queue_payment_disputed(payment: Payment, respond_by: dt.datetime | None) -> None:
    """Name the deadline ``respond_by`` if Stripe still waits for a response."""
    what = _what(payment)
    todo = "Stripe's dashboard shows its status."
    if respond_by:
        until = timezone.localtime(respond_by).strftime(_DAY)
        todo = f"Respond in Stripe's dashboard by {until}. Without a response, the money is lost."
    queue_email_to_business(
        kind=PAYMENT_DISPUTED,
        subject=f"Disputed: {dollars(payment.amount_received)}, {what}",
        paragraphs=[
            f"A customer's bank disputes a card payment of {dollars(payment.amount_received)}: {what}.",
            todo,
        ],
        facts=_facts(payment),
        action=_LIST,
        about=About(AboutKind.PAYMENT, payment.id),
    )


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
