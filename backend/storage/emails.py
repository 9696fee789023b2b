"""Emails about storage subscriptions. They report what Stripe confirmed, never what a browser sent."""

import datetime as dt
from uuid import UUID

from django.utils import timezone

from accounts.models import Address, AddressStatus
from accounts.own_address import customer_address
from catalog.catalog import STORAGE_PLAN_BY_ID
from common.days import in_full, in_words
from common.email_kinds import Cause, EmailKind
from common.money import dollars
from notifications.kinds import Skip, message_kind
from notifications.layout import Email, Recipient
from notifications.models import AboutKind, Message
from notifications.told import latest_told
from payments.emails import REFUND_TIME, refund_facts, refund_of
from payments.models import Payment
from payments.states import BillOutcome, Card, SubscriptionStatus
from storage.models import StorageSubscription

_PATH = "/my-services?tab=storage"
_VIEW = ("View your plan", _PATH)
_STORED = {"items": "stored"}


@message_kind(EmailKind("storage-started", Cause.PAYMENT), AboutKind.SUBSCRIPTION)
def storage_started(message: Message) -> Email:
    """Tell the customer that the plan has started, and its terms: the price, the monthly renewal, and how to cancel."""
    row = _locked(message)
    if row.status not in SubscriptionStatus.LIVE:
        raise Skip("The subscription has ended.")
    plan = STORAGE_PLAN_BY_ID[row.plan]
    return Email(
        to=_recipient(row),
        subject=f"Your storage plan has started: {_price(row)}",
        paragraphs=[
            f"Your {plan.name} storage plan has started. Thank you!",
            f"It costs {_price(row)} and renews every month at that price until you cancel.",
        ],
        facts=[
            ("Plan", f"{plan.name}, {plan.property_limit.lower()}"),
            ("Price", _price(row)),
            *_card(row),
            *_next_payment(row),
        ],
        action=_VIEW,
        next_steps=[
            "You can cancel at any time: open Storage in My Services and choose Cancel, or call us. The plan then ends "
            "with the month that you've paid for."
        ],
    )


@message_kind(EmailKind("storage-changed", Cause.PAYMENT), AboutKind.SUBSCRIPTION)
def storage_changed(message: Message) -> Email:
    """Tell the customer that the plan was changed, and its price. The occasion begins with the plan."""
    row = _locked(message)
    if row.status in SubscriptionStatus.ENDED or not message.occasion.startswith(f"{row.plan} "):
        raise Skip("The plan was changed again, or has ended.")
    plan = STORAGE_PLAN_BY_ID[row.plan]
    return Email(
        to=_recipient(row),
        subject=f"Your storage plan is now {plan.name}: {_price(row)}",
        paragraphs=[
            f"Your storage plan is now {plan.name}, for {plan.property_limit.lower()}, at {_price(row)}. "
            f"{_difference(row)}",
            *_reminder(row),
        ],
        facts=[*_card(row), *_next_payment(row)],
        action=_VIEW,
        closing="Didn't change it? Please call us.",
    )


def _difference(row: StorageSubscription) -> str:
    """Return when the difference from a plan change is charged. A canceled plan may have no next bill."""
    ends = _end(row)
    return f"It still {_last_bill(ends)}" if ends else "The difference for the rest of this month is on your next bill."


def _last_bill(ends: dt.date) -> str:
    return (
        f"ends on {in_words(ends)}. If you owe a difference from your plan change, it's charged then, and nothing "
        "after that."
    )


@message_kind(EmailKind("storage-charged", Cause.PAYMENT), AboutKind.SUBSCRIPTION)
def storage_charged(message: Message) -> Email:
    """Send the receipt for a payment. The occasion is the payment's ID."""
    row, payment = _locked(message), Payment.objects.get(id=UUID(message.occasion))
    amount, what = dollars(payment.amount_received), payment.description or "Storage"
    return Email(
        to=_recipient(row),
        subject=f"Receipt: {amount} for {what}",
        paragraphs=[f"Thank you! We received your payment of {amount} for {what}."],
        facts=[("Paid on", in_full(payment.received_at)), *_card(row), *_next_payment(row)],
        total=("Paid", amount),
        action=_VIEW,
        closing="Think this is wrong? Please call us.",
    )


@message_kind(EmailKind("storage-refunded", Cause.PAYMENT), AboutKind.SUBSCRIPTION)
def storage_refunded(message: Message) -> Email:
    """Tell the customer about a refund. The occasion is that of ``payments.emails.refund_of``."""
    row, (payment, amount) = _locked(message), refund_of(message)
    what = payment.description or "Storage"
    return Email(
        to=_recipient(row),
        subject=f"Refund: {amount} for {what}",
        paragraphs=[f"We refunded {amount} of your payment for {what}."],
        facts=refund_facts(payment),
        action=_VIEW,
        next_steps=[REFUND_TIME],
        closing="Think this is wrong? Please call us.",
    )


def skip_if_paid_since(row: StorageSubscription) -> None:
    """Raise Skip unless a monthly payment for the subscription failed and is still due."""
    if row.status != SubscriptionStatus.PAST_DUE:
        raise Skip("The payment has gone through since, or the subscription has ended.")


@message_kind(EmailKind("storage-payment-failed", Cause.PAYMENT), AboutKind.SUBSCRIPTION)
def storage_payment_failed(message: Message) -> Email:
    """Tell the customer that a monthly payment failed, once per month. Skipped if it has gone through since."""
    row = _locked(message)
    skip_if_paid_since(row)
    due = row.due
    earlier = f", and neither did {'an earlier one' if due.months == 2 else 'earlier ones'}" if due.months > 1 else ""
    return Email(
        to=_recipient(row),
        subject="Your storage payment didn't go through",
        paragraphs=[
            f"This month's payment for your {STORAGE_PLAN_BY_ID[due.plan].name} storage plan didn't go through"
            f"{earlier}. Update your card and we'll try again."
        ],
        facts=[("Due in total" if earlier else "Amount", dollars(due.amount)), *_card(row)],
        action=("Update your card", _PATH),
        closing="Already updated your card? You can ignore this email.",
    )


@message_kind(EmailKind("storage-canceled", Cause.PAYMENT), AboutKind.SUBSCRIPTION)
def storage_canceled(message: Message) -> Email:
    """Tell the customer that the plan is canceled, has ended, or continues after all."""
    row = _locked(message)
    latest = latest_told(storage_canceled, row.id, thing=row.id, but=message.id)
    told = (latest.tells or {}).get("ends", "") if latest else ""
    ends = _end(row)
    if told == f"{ends or ''}":
        raise Skip("The customer knows this already.")
    if ends is None:
        return _continues(row)
    if row.status not in SubscriptionStatus.ENDED:
        return _will_end(row, ends)
    if told and dt.date.fromisoformat(told) <= timezone.localdate():
        raise Skip("The customer was told before that it ends.")
    return _has_ended(row, ends)


@message_kind(EmailKind("storage-items", Cause.STAFF), AboutKind.SUBSCRIPTION)
def storage_items(message: Message) -> Email:
    """Tell the customer that we have picked up the items from a property, or returned them. The occasion begins with
    the address.
    """
    row, address = _locked(message), Address.objects.filter(id=message.occasion.split()[0]).first()
    if address is None:
        raise Skip("The address was deleted.")
    stored = address.status == AddressStatus.ITEMS_IN_STORAGE
    latest = latest_told(storage_items, row.id, thing=address.id, but=message.id)
    if stored == bool(latest and latest.tells == _STORED):
        raise Skip("The customer knows this already.")
    return _picked_up(row, address) if stored else _returned(row, address)


def _picked_up(row: StorageSubscription, address: Address) -> Email:
    return Email(
        to=_recipient(row),
        subject="Your decorations are in storage",
        paragraphs=[f"We've picked up your decorations from {address}. They're in storage now."],
        action=_VIEW,
        next_steps=["Need them back? Call us to arrange their return."],
        tells=_STORED,
    )


def _returned(row: StorageSubscription, address: Address) -> Email:
    return Email(
        to=_recipient(row),
        subject="Your decorations are back",
        paragraphs=[f"We've returned your decorations to {address}."],
        action=_VIEW,
        closing="Think this is wrong? Please call us.",
        tells={"items": "returned"},
    )


def _will_end(row: StorageSubscription, ends: dt.date) -> Email:
    last_bill = _last_bill(ends)
    unpaid = _unpaid(row, "This month's")
    match row.status == SubscriptionStatus.PAST_DUE, row.next_payment_differs:
        case True, True:
            sentence = f"{unpaid}. The plan {last_bill}"
        case True, False:
            last = "it's the last one" if row.due.months == 1 else "they're the last ones"
            sentence = f"{unpaid}, and {last}."
        case False, True:
            sentence = f"It {last_bill}"
        case _:
            sentence = f"You're paid through {in_words(ends)}. After that you won't be charged."
    return Email(
        to=_recipient(row),
        subject=f"Your storage plan is canceled and ends {in_words(ends)}",
        paragraphs=[f"Your {_name(row)} storage plan is canceled. {sentence}"],
        action=_VIEW,
        next_steps=["Changed your mind? Until then you can keep the plan: open Storage in My Services.", _return(row)],
        tells={"ends": f"{ends}"},
    )


def _has_ended(row: StorageSubscription, ended: dt.date) -> Email:
    return Email(
        to=_recipient(row),
        subject="Your storage plan is canceled",
        paragraphs=[
            f"Your {_name(row)} storage plan ended on {in_words(ended)}{_reason(row)}. You won't be charged again."
        ],
        action=_VIEW,
        next_steps=[_return(row)],
        closing="Think this is wrong? Please call us.",
        tells={"ends": f"{ended}"},
    )


def _return(row: StorageSubscription) -> str:
    """Return how the customer gets back what we store. Only the desk's records name it; a pick-up may be missing."""
    stored = row.addresses.filter(status=AddressStatus.ITEMS_IN_STORAGE).order_by("created_at", "id")
    if places := " and ".join(f"{address}" for address in stored):
        return f"We're storing your decorations from {places}. Call us to arrange their return."
    return "Are we storing your decorations? Call us to arrange their return."


def _reason(row: StorageSubscription) -> str:
    """Return why the plan ended if the customer didn't cancel it: its payment failed until the last attempt."""
    last = row.newest_charge
    failed = last is not None and last.outcome == BillOutcome.FAILED
    return ", because its last payment didn't go through" if failed else ""


def _continues(row: StorageSubscription) -> Email:
    return Email(
        to=_recipient(row),
        subject="Your storage plan continues",
        paragraphs=[
            f"Your {_name(row)} storage plan continues at {_price(row)} until you cancel.",
            *_reminder(row),
        ],
        facts=[*_card(row), *_next_payment(row)],
        action=_VIEW,
        closing="Think this is wrong? Please call us.",
        tells={"ends": ""},
    )


def _reminder(row: StorageSubscription) -> list[str]:
    """Return the paragraph about monthly payments that failed and are still due, if there are any."""
    if row.status != SubscriptionStatus.PAST_DUE:
        return []
    return [f"{_unpaid(row, 'Your last')}. Update your card and we'll try again."]


def _unpaid(row: StorageSubscription, which: str) -> str:
    """Return that a payment, introduced by ``which``, or several haven't gone through."""
    amount, months = dollars(row.due.amount), row.due.months
    if months == 1:
        return f"{which} payment of {amount} hasn't gone through yet"
    return f"{months} payments, {amount} in total, haven't gone through yet"


def _locked(message: Message) -> StorageSubscription:
    """Return the subscription with its row locked, so that two messages never report the same change."""
    rows = StorageSubscription.objects.select_related("user").select_for_update(of=("self",))
    return rows.get(id=message.row_id)


def _recipient(row: StorageSubscription) -> Recipient:
    return Recipient(customer_address(row.user, row.user.email), row.user.full_name)


def _name(row: StorageSubscription) -> str:
    return STORAGE_PLAN_BY_ID[row.plan].name


def _price(row: StorageSubscription) -> str:
    return f"{dollars(row.monthly_amount)} per month"


def _card(row: StorageSubscription) -> list[tuple[str, str]]:
    return [("Card", Card(row.card_brand, row.card_last4).name)] if row.card_last4 else []


def _next_payment(row: StorageSubscription) -> list[tuple[str, str]]:
    if row.current_period_end is None or row.status != SubscriptionStatus.ACTIVE:
        return []
    return [("Next payment", in_full(row.current_period_end))]


def _end(row: StorageSubscription) -> dt.date | None:
    """Return the day on which the plan ends or ended, in Eastern time; None if it continues."""
    if row.ends_at is None:
        return timezone.localdate() if row.status in SubscriptionStatus.ENDED else None
    return timezone.localdate(row.ends_at)
