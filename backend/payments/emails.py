"""The mails about card payments, to the business itself: money that went back, or that a bank wants back."""

import datetime as dt
from decimal import Decimal
from uuid import UUID

from django.utils import timezone

from common.email_kinds import Cause, EmailKind
from common.money import dollars
from notifications.composing import email_task
from notifications.emails import queue_email_to_business
from payments.models import Payment

PAYMENT_REFUNDED = EmailKind("payment-refunded", Cause.PAYMENT)
PAYMENT_DISPUTED = EmailKind("payment-disputed", Cause.PAYMENT)

_DAY = "%B %-d, %Y"
_LIST = ("See it on the desk", "/admin?tab=subscriptions&view=refunds")


@email_task
def mail_refund(payment_id: str, amount: str) -> None:
    """Tell the business that ``amount`` (US dollars) of a payment went back."""
    refunded(Payment.objects.select_related("user").get(id=UUID(payment_id)), Decimal(amount))


@email_task
def mail_dispute(payment_id: str, answer_by: str | None) -> None:
    """Tell the business that a customer's bank wants a payment back, and by when (an ISO instant) to answer."""
    payment = Payment.objects.select_related("user").get(id=UUID(payment_id))
    disputed(payment, dt.datetime.fromisoformat(answer_by) if answer_by else None)


def refunded(payment: Payment, amount: Decimal) -> None:
    """``amount`` (US dollars) of the payment went back to the customer."""
    what = _what(payment)
    queue_email_to_business(
        kind=PAYMENT_REFUNDED,
        subject=f"Refunded: {dollars(amount)}, {what}",
        paragraphs=[f"{dollars(amount)} of a card payment went back to the customer, as Stripe tells us: {what}."],
        facts=_facts(payment),
        action=_LIST,
    )


def disputed(payment: Payment, answer_by: dt.datetime | None) -> None:
    """The customer's bank wants the payment back; Stripe waits for an answer until ``answer_by``, if it still does."""
    what = _what(payment)
    todo = "Stripe's dashboard shows how it stands."
    if answer_by:
        until = timezone.localtime(answer_by).strftime(_DAY)
        todo = f"Answer in Stripe's dashboard by {until}. Without an answer the money is lost."
    queue_email_to_business(
        kind=PAYMENT_DISPUTED,
        subject=f"Disputed: {dollars(payment.amount_received)}, {what}",
        paragraphs=[
            f"A customer's bank wants back {dollars(payment.amount_received)} that was paid by card: {what}.",
            todo,
        ],
        facts=_facts(payment),
        action=_LIST,
    )


def _what(payment: Payment) -> str:
    return payment.description or payment.purpose


def _facts(payment: Payment) -> list[tuple[str, str]]:
    paid_on = timezone.localdate(payment.succeeded_at or payment.created_at).strftime(_DAY)
    return [
        ("Customer", payment.user.email if payment.user else "Nobody signed in"),
        ("Paid on", paid_on),
        ("Paid", dollars(payment.amount_received)),
        ("Refunded in all", dollars(payment.amount_refunded)),
        ("At Stripe", payment.stripe_payment_intent_id),
    ]
