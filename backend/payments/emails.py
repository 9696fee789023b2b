"""Emails about card payments, to customers and the business, about refunds and saved cards; and what the apps' own
emails about payments share. Those about disputes, payouts and the recount are in ``payments.money_emails``.
"""

from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from accounts.own_address import customer_address
from common.days import in_full
from common.email_addresses import is_email_address
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from notifications.kinds import Skip, message_kind
from notifications.layout import Email, Recipient, email_to_business
from notifications.models import AboutKind, Message
from payments.hooks import assigned_recipient, customer_of
from payments.models import (
    DISPUTES_DROPPED,
    DISPUTES_WON,
    Payment,
    ReceivedPayment,
    Refund,
    RefundStatus,
)
from payments.states import Card


def refund_promise(amount: Decimal) -> str:
    """Return the sentence of a receipt about the ``amount`` (US dollars) that is owed back from its payment.

    It covers only this payment, so that no two receipts promise the same money.
    """
    return f"{dollars(amount)} of it is more than was due. We'll refund the difference; you don't need to do anything."


def is_promise_void(reversed_row: ReceivedPayment, counted: QuerySet[Any]) -> bool:
    """Return whether the receipt for a card payment promised a refund that isn't owed anymore, since a recorded payment
    was reversed. ``counted`` are the payments that count now. Call it only if nothing is due.
    """
    reversed_at = reversed_row.taken_back_at
    return reversed_at is not None and counted.filter(payment__isnull=False, receipt_at__lt=reversed_at).exists()


def card_covers(what: str, overpaid: Decimal) -> str:
    """Return what customers are told about such a promise; ``overpaid`` is what is still owed back (US dollars)."""
    rest = f"we'll refund {dollars(overpaid)} of it" if overpaid else "we won't refund it"
    return f"Your card payment covers {what} now, so you don't need to pay again, and {rest}."


def disputed_words(disputed: Decimal, lost: Decimal) -> str:
    """Return what customers are told about disputed money (US dollars) when nothing else is due. The ``lost`` part of
    it was returned to them for good.
    """
    returned = f"Your bank has returned {dollars(lost)} to you. " if lost else ""
    undecided = f"{dollars(disputed - lost)} is disputed with your bank. " if disputed > lost else ""
    return f"{returned}{undecided}You don't need to pay anything right now."


def how_it_came(row: ReceivedPayment) -> str:
    """Return why a card payment counts since now: it arrived, or its dispute ended well for us."""
    dispute_status = row.payment.dispute_status if row.payment else ""
    if dispute_status in DISPUTES_WON:
        return "the bank returned a disputed card payment"
    if dispute_status in DISPUTES_DROPPED:
        return "the bank no longer disputes a card payment"
    return "a card payment arrived"


REFUND_TIME = "Your refund is on its way to your card. Banks usually take 5 to 10 business days to show it."
_DUE = ("Open Due now", "/admin?kind=payment")
_LIST = ("View it on the desk", "/admin?tab=subscriptions&view=refunds")


@message_kind(EmailKind("payment-refunded", Cause.PAYMENT), AboutKind.PAYMENT)
def payment_refunded(message: Message) -> Email:
    """Tell the business about a refund. The occasion is the total refunded before and after it (US dollars), and the
    number of refunds at Stripe by then.
    """
    payment = payment_of(message)
    before, after = _totals(message.occasion)
    amount, what = after - before, name_of(payment)
    return email_to_business(
        subject=f"Refunded: {dollars(amount)}, {what}",
        paragraphs=[f"Stripe refunded {dollars(amount)} of a card payment to the customer: {what}."],
        facts=office_facts(payment),
        action=_LIST,
    )


@message_kind(EmailKind("refund-sent", Cause.PAYMENT), AboutKind.PAYMENT)
def refund_sent(message: Message) -> Email:
    """Tell the customer about a refund. The occasion is as for ``payment_refunded``."""
    payment = payment_of(message)
    to = _recipient(payment)
    if not is_email_address(to.address):
        raise Skip("The payment belongs to no customer, and its receipt went to no email address.")
    amount, what = _refunded(message, payment, message.occasion), name_of(payment)
    return Email(
        to=to,
        subject=f"Refund: {amount}, {what}",
        paragraphs=[f"We refunded {amount} of your card payment: {what}."],
        facts=[
            ("Paid", dollars(payment.amount_received)),
            ("Refunded in total", dollars(payment.amount_refunded)),
        ],
        next_steps=[REFUND_TIME],
        closing="Think this is wrong? Please call us.",
    )


@message_kind(EmailKind("refund-failed", Cause.PAYMENT), AboutKind.PAYMENT)
def refund_failed(message: Message) -> Email:
    """Tell the business that the customer's bank returned a refund. The occasion is as for ``payment_refunded``."""
    payment = payment_of(message)
    before, after = _totals(message.occasion)
    amount, what = dollars(before - after), name_of(payment)
    return email_to_business(
        subject=f"Refund returned: {amount}, {what}",
        paragraphs=[
            f"The customer's bank returned a refund of {amount}: {what}. The money is back in your Stripe account.",
            "Call the customer and agree on another way. The payment stays in Due now until then.",
        ],
        facts=office_facts(payment),
        action=_DUE,
    )


@message_kind(EmailKind("refund-not-made", Cause.PAYMENT), AboutKind.PAYMENT)
def refund_not_made(message: Message) -> Email:
    """Tell the business that Stripe refused a refund while no one was watching, or could not be reached for a day.

    The occasion is the refund's ID.
    """
    payment = payment_of(message)
    refund = Refund.objects.get(id=UUID(message.occasion))
    if refund.status == RefundStatus.SENT:
        raise Skip("The refund had reached Stripe after all.")
    amount, what = dollars(refund.amount), name_of(payment)
    return email_to_business(
        subject=f"Refund not made: {amount}, {what}",
        paragraphs=[
            f"A refund of {amount} was not made: {what}. The customer is still waiting for it.",
            f"Reason: {refund.error}",
            "Refund it again, or keep it and say why. The payment stays in Due now until then.",
        ],
        facts=[*office_facts(payment), ("Reason for the refund", refund.reason)],
        action=_DUE,
    )


@message_kind(EmailKind("card-saved", Cause.ACCOUNT), AboutKind.PAYMENT)
def card_saved(message: Message) -> Email:
    """Tell the customer that the card they paid with was saved, in case someone else used their account."""
    payment = payment_of(message)
    if payment.user is None:
        raise Skip("The payment belongs to no account.")
    card = Card(payment.card_brand, payment.card_last4).name
    return Email(
        to=_account_holder(payment.user),
        subject=f"A card was saved: {card}",
        paragraphs=[
            f"You saved your {card} for the next time you pay us.",
            "Stripe keeps it, and we never see its number. It's charged only when you choose it while you pay.",
        ],
        action=("View saved cards", "/my-services?tab=invoices#saved-cards"),
        next_steps=["You can remove it there at any time."],
        closing="If this wasn't you, remove the card, change your password and call us.",
    )


def refund_of(message: Message) -> tuple[Payment, str]:
    """Return the card payment and the refunded amount ("$40.00") of an app's message to its customer, whose occasion is
    the payment's ID, followed by that of ``payment_refunded``. Raises Skip as ``_refunded``.
    """
    payment_id, change = message.occasion.split(maxsplit=1)
    payment = Payment.objects.get(id=UUID(payment_id))
    return payment, _refunded(message, payment, change)


def refund_facts(payment: Payment) -> list[tuple[str, str]]:
    """Return what messages about a refund say about its payment."""
    return [
        ("Paid on", in_full(payment.received_at)),
        ("Paid", dollars(payment.amount_received)),
        ("Refunded in total", dollars(payment.amount_refunded)),
    ]


def _refunded(message: Message, payment: Payment, change: str) -> str:
    """Return the refunded amount. Raises Skip if the customer's bank has returned it, even if it was refunded again
    since.
    """
    before, after = _totals(change)
    returned = Message.objects.filter(
        kind=refund_failed.kind.slug, about_id=payment.id, created_at__gt=message.created_at
    )
    if payment.amount_refunded < after or any(_totals(each.occasion)[1] < after for each in returned):
        raise Skip("The refund did not go through.")
    return dollars(after - before)


def _totals(change: str) -> tuple[Decimal, Decimal]:
    """Return the totals of an occasion as that of ``payment_refunded``."""
    before, after, *_ = change.split()
    return Decimal(before), Decimal(after)


def payment_of(message: Message) -> Payment:
    """Return the payment that a message is about."""
    return Payment.objects.select_related("user").get(id=message.row_id)


def _recipient(payment: Payment) -> Recipient:
    if payment.user:
        return _account_holder(payment.user)
    if is_email_address(payment.receipt_email):
        return Recipient(payment.receipt_email, payment.payer_name)
    return _assigned_to(payment)


def _account_holder(user: User) -> Recipient:
    return Recipient(customer_address(user, user.email), user.full_name)


def _assigned_to(payment: Payment) -> Recipient:
    """Return the customer that staff assigned a payment to, with a blank address if they didn't."""
    account = User.objects.filter(id=payment.assigned_user_id).first() if payment.assigned_user_id else None
    return _account_holder(account) if account else assigned_recipient(payment)


def name_of(payment: Payment) -> str:
    """Return what was paid for."""
    return payment.description or payment.purpose


def _customer(payment: Payment) -> str:
    """Return the name and the email address of the customer, as far as they are known."""
    if payment.user:
        known = [Recipient(payment.user.email, payment.user.full_name)]
    else:
        known = [customer_of(payment), _assigned_to(payment), Recipient(payment.receipt_email, payment.payer_name)]
    for address, name in known:
        if address:
            return f"{name}, {address}" if name not in ("", address) else address
    return "Not signed in"


def office_facts(payment: Payment) -> list[tuple[str, str]]:
    """Return what messages to the business say about a payment."""
    return [
        ("Customer", _customer(payment)),
        *refund_facts(payment),
        ("At Stripe", payment.stripe_payment_intent_id),
    ]
