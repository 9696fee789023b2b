"""Emails about card payments: to customers about refunds and saved cards, to the business about refunds, disputes,
returned payouts and the recount."""

from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from accounts.own_address import customer_address
from common.counts import count_of
from common.days import in_full, in_words
from common.email_addresses import is_email_address
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from notifications.kinds import Skip, message_kind
from notifications.layout import Email, Recipient, email_to_business
from notifications.models import AboutKind, Message
from payments.hooks import assigned_recipient, customer_email, purpose
from payments.models import (
    DISPUTES_DROPPED,
    DISPUTES_LOST,
    DISPUTES_WON,
    DisputeResponse,
    Payment,
    Payout,
    ReceivedPayment,
    Recount,
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
# How many differences an email lists; the desk shows all of them.
_LISTED = 15
_MONEY = ("View Money", "/admin?tab=invoices&view=money")
_DUE = ("Open Due now", "/admin?kind=payment")
_LIST = ("View it on the desk", "/admin?tab=subscriptions&view=refunds")


@message_kind(EmailKind("payment-refunded", Cause.PAYMENT), AboutKind.PAYMENT)
def payment_refunded(message: Message) -> Email:
    """Tell the business about a refund. The occasion is the total refunded before and after it (US dollars), and the
    number of refunds at Stripe by then.
    """
    payment = _payment(message)
    before, after = _totals(message.occasion)
    amount, what = after - before, _what(payment)
    return email_to_business(
        subject=f"Refunded: {dollars(amount)}, {what}",
        paragraphs=[f"Stripe refunded {dollars(amount)} of a card payment to the customer: {what}."],
        facts=_facts(payment),
        action=_LIST,
    )


@message_kind(EmailKind("refund-sent", Cause.PAYMENT), AboutKind.PAYMENT)
def refund_sent(message: Message) -> Email:
    """Tell the customer about a refund. The occasion is as for ``payment_refunded``."""
    payment = _payment(message)
    to = _recipient(payment)
    if not is_email_address(to.address):
        raise Skip("The payment belongs to no customer, and its receipt went to no email address.")
    amount, what = _refunded(message, payment, message.occasion), _what(payment)
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
    payment = _payment(message)
    before, after = _totals(message.occasion)
    amount, what = dollars(before - after), _what(payment)
    return email_to_business(
        subject=f"Refund returned: {amount}, {what}",
        paragraphs=[
            f"The customer's bank returned a refund of {amount}: {what}. The money is back in your Stripe account.",
            "Call the customer and agree on another way. The payment stays in Due now until then.",
        ],
        facts=_facts(payment),
        action=_DUE,
    )


@message_kind(EmailKind("refund-not-made", Cause.PAYMENT), AboutKind.PAYMENT)
def refund_not_made(message: Message) -> Email:
    """Tell the business that Stripe refused a refund while no one was watching, or could not be reached for a day.

    The occasion is the refund's ID.
    """
    payment = _payment(message)
    refund = Refund.objects.get(id=UUID(message.occasion))
    if refund.status == RefundStatus.SENT:
        raise Skip("The refund had reached Stripe after all.")
    amount, what = dollars(refund.amount), _what(payment)
    return email_to_business(
        subject=f"Refund not made: {amount}, {what}",
        paragraphs=[
            f"A refund of {amount} was not made: {what}. The customer is still waiting for it.",
            f"Reason: {refund.error}",
            "Refund it again, or keep it and say why. The payment stays in Due now until then.",
        ],
        facts=[*_facts(payment), ("Reason for the refund", refund.reason)],
        action=_DUE,
    )


@message_kind(EmailKind("card-saved", Cause.ACCOUNT), AboutKind.PAYMENT)
def card_saved(message: Message) -> Email:
    """Tell the customer that the card they paid with was saved, in case someone else used their account."""
    payment = _payment(message)
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


@message_kind(EmailKind("payment-disputed", Cause.PAYMENT), AboutKind.PAYMENT)
def payment_disputed(message: Message) -> Email:
    """Tell the business that a payment is disputed, and the deadline if the bank still waits for a response."""
    payment = _payment(message)
    what = _what(payment)
    todo = "Stripe's dashboard shows its status."
    if payment.bank_deadline:
        until = in_full(payment.bank_deadline)
        todo = f"Answer or accept it on the desk by {until}. Without a response, the money is lost."
    return email_to_business(
        subject=f"Disputed: {dollars(payment.amount_received)}, {what}",
        paragraphs=[
            f"A customer's bank disputes a card payment of {dollars(payment.amount_received)}: {what}.",
            todo,
        ],
        facts=_facts(payment),
        action=_MONEY,
    )


@message_kind(EmailKind("dispute-decided", Cause.PAYMENT), AboutKind.PAYMENT)
def dispute_decided(message: Message) -> Email:
    """Tell the business how a bank decided about a dispute, and what is to be done about a loss.

    The occasion is the dispute's ID and its status, both at Stripe.
    """
    payment = _payment(message)
    amount, what = dollars(payment.amount_received), _what(payment)
    _, status = message.occasion.split()
    news, outcome = f"The dispute about a card payment of {amount} is won: {what}.", "won"
    follows, action = ["The money is yours, and the payment counts as before."], _MONEY
    if status in DISPUTES_DROPPED:
        news, outcome = f"A customer's bank no longer disputes a card payment of {amount}: {what}.", "dropped"
    elif status in DISPUTES_LOST:
        news, outcome = f"The dispute about a card payment of {amount} is lost: {what}.", "lost"
        follows = ["The money is gone for good, and the customer isn't asked for it again."]
        if after := purpose(payment.purpose).after_loss(payment):
            follows, action = [*follows, after[0]], after[1]
    return email_to_business(
        subject=f"Dispute {outcome}: {amount}, {what}",
        paragraphs=[news, *follows],
        facts=_facts(payment),
        action=action,
    )


@message_kind(EmailKind("dispute-not-answered", Cause.PAYMENT), AboutKind.PAYMENT)
def dispute_not_answered(message: Message) -> Email:
    """Tell the business that its response to a dispute was refused while no one was watching, or that Stripe could not
    be reached for a day. The occasion is the response's ID.
    """
    payment = _payment(message)
    if payment.bank_deadline is None:
        raise Skip("The bank no longer waits for a response.")
    response = DisputeResponse.objects.get(id=UUID(message.occasion))
    amount, what = dollars(payment.amount_received), _what(payment)
    until = in_full(payment.bank_deadline)
    return email_to_business(
        subject=f"Dispute not answered: {amount}, {what}",
        paragraphs=[
            f"Your response to the dispute of {amount} did not reach the customer's bank: {what}.",
            f"Reason: {response.error}",
            f"Answer or accept it again on the desk, or in Stripe's dashboard, by {until}. Without a response, the "
            "money is lost.",
        ],
        facts=_facts(payment),
        action=_MONEY,
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


def _payment(message: Message) -> Payment:
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


def _what(payment: Payment) -> str:
    return payment.description or payment.purpose


def _customer(payment: Payment) -> str:
    if payment.user:
        return payment.user.email
    return customer_email(payment) or _assigned_to(payment).address or payment.receipt_email or "Not signed in"


def _facts(payment: Payment) -> list[tuple[str, str]]:
    return [
        ("Customer", _customer(payment)),
        *refund_facts(payment),
        ("At Stripe", payment.stripe_payment_intent_id),
    ]


@message_kind(EmailKind("payout-failed", Cause.PAYMENT))
def payout_failed(message: Message) -> Email:
    """Tell the business that its bank returned a payout. The occasion is the payout's ID at Stripe."""
    payout = Payout.objects.get(stripe_id=message.occasion)
    amount = dollars(payout.amount)
    return email_to_business(
        subject=f"Payout returned: {amount}",
        paragraphs=[
            f"Your bank returned a payout of {amount}. The money is back in your Stripe account.",
            "Check the bank account in Stripe's dashboard. Stripe pauses payouts until you do. "
            "The payout stays in Due now until the next one has arrived.",
        ],
        facts=[
            ("Expected in the bank", in_words(payout.arrives_on)),
            ("The bank says", payout.failure_message or "Nothing"),
            ("At Stripe", payout.stripe_id),
        ],
        action=_MONEY,
    )


@message_kind(EmailKind("recount-differs", Cause.PAYMENT))
def recount_differs(message: Message) -> Email:
    """Tell the business about the differences between Stripe's list and our rows. The occasion is the recount's ID."""
    differences = Recount.objects.get(id=message.occasion).differences
    count = count_of(len(differences), "difference")
    more = [("And", f"{len(differences) - _LISTED} more")] if len(differences) > _LISTED else []
    return email_to_business(
        subject=f"Recount: {count} between Stripe and the desk",
        paragraphs=[
            "The daily recount compares every payment, refund and payout with Stripe's own list, to the cent. "
            "These are the differences. Stripe's figures are the right ones.",
            "Forward this email to the person who maintains the site. We'll email you again if anything else differs.",
        ],
        facts=[(_name(each), _both(each)) for each in differences[:_LISTED]] + more,
        action=_MONEY,
    )


def _name(difference: dict[str, str]) -> str:
    return f"{difference['what'].capitalize()} {difference['name']}"


def _both(difference: dict[str, str]) -> str:
    at_stripe, ours = dollars(Decimal(difference["stripe"])), dollars(Decimal(difference["ours"]))
    return f"Stripe {at_stripe}, here {ours}" + (f" ({difference['id']})" if difference["id"] else "")
