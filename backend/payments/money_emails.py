"""Emails to the business about what the desk shows under Money: disputes, returned payouts and the recount."""

from decimal import Decimal
from uuid import UUID

from common.counts import count_of
from common.days import in_full, in_words
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from notifications.kinds import Skip, message_kind
from notifications.layout import Email, email_to_business
from notifications.models import AboutKind, Message
from payments.emails import name_of, office_facts, payment_of
from payments.hooks import purpose
from payments.models import DISPUTES_DROPPED, DISPUTES_LOST, DisputeResponse, Payout, Recount

# How many differences an email lists; the desk shows all of them.
_LISTED = 15
_MONEY = ("View Money", "/admin?tab=invoices&view=money")


@message_kind(EmailKind("payment-disputed", Cause.PAYMENT), AboutKind.PAYMENT)
def payment_disputed(message: Message) -> Email:
    """Tell the business that a payment is disputed, and the deadline if the bank still waits for a response."""
    payment = payment_of(message)
    what = name_of(payment)
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
        facts=office_facts(payment),
        action=_MONEY,
    )


@message_kind(EmailKind("dispute-decided", Cause.PAYMENT), AboutKind.PAYMENT)
def dispute_decided(message: Message) -> Email:
    """Tell the business how a bank decided about a dispute, and what is to be done about a loss.

    The occasion is the dispute's ID and its status, both at Stripe.
    """
    payment = payment_of(message)
    amount, what = dollars(payment.amount_received), name_of(payment)
    _, status = message.occasion.split()
    news, outcome = f"The dispute about a card payment of {amount} is won: {what}.", "won"
    follows, action = ["The money is yours, and the payment counts as before."], _MONEY
    if status in DISPUTES_DROPPED:
        news, outcome = f"A customer's bank no longer disputes a card payment of {amount}: {what}.", "dropped"
    elif status in DISPUTES_LOST:
        news, outcome = f"The dispute about a card payment of {amount} is lost: {what}.", "lost"
        follows = ["The money is gone for good, and the customer isn't asked for it again."]
        if after := purpose(payment.purpose).after_loss(payment):
            todo, action = after
            follows.append(todo)
    return email_to_business(
        subject=f"Dispute {outcome}: {amount}, {what}",
        paragraphs=[news, *follows],
        facts=office_facts(payment),
        action=action,
    )


@message_kind(EmailKind("dispute-not-answered", Cause.PAYMENT), AboutKind.PAYMENT)
def dispute_not_answered(message: Message) -> Email:
    """Tell the business that its response to a dispute was refused while no one was watching, or that Stripe could not
    be reached for a day. The occasion is the response's ID.
    """
    payment = payment_of(message)
    if payment.bank_deadline is None:
        raise Skip("The bank no longer waits for a response.")
    response = DisputeResponse.objects.get(id=UUID(message.occasion))
    amount, what = dollars(payment.amount_received), name_of(payment)
    until = in_full(payment.bank_deadline)
    return email_to_business(
        subject=f"Dispute not answered: {amount}, {what}",
        paragraphs=[
            f"Your response to the dispute of {amount} did not reach the customer's bank: {what}.",
            f"Reason: {response.error}",
            f"Answer or accept it again on the desk, or in Stripe's dashboard, by {until}. Without a response, the "
            "money is lost.",
        ],
        facts=office_facts(payment),
        action=_MONEY,
    )


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
