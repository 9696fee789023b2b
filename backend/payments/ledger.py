"""Payments as Stripe holds them, written into our rows."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

import stripe
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from payments import emails, hooks
from payments.client import Refused, asks_stripe, client
from payments.models import Payment, PaymentStatus
from payments.present import take_over

_SETTLED = {
    "processing": PaymentStatus.PROCESSING,
    "succeeded": PaymentStatus.SUCCEEDED,
    "canceled": PaymentStatus.CANCELED,
}
# A dispute in one of these states is over, and the money is ours.
_DISPUTE_OVER = {"won", "warning_closed", "prevented"}
# In one of these it waits for our answer.
_DISPUTE_WAITS = {"needs_response", "warning_needs_response"}


@dataclass(frozen=True)
class Owner:
    """For whom and what a payment is that Stripe started by itself (the monthly one of a subscription)."""

    purpose: str
    reference: UUID | None
    user: User | None
    description: str


@dataclass(frozen=True)
class _Fetched:
    intent: stripe.PaymentIntent
    charge: stripe.Charge | None
    dispute: stripe.Dispute | None  # one that is open or lost


def sync_payment(intent_id: str, owner: Owner | None = None) -> Payment | None:
    """Take over the payment intent's present state, and tell the payment's purpose where something changed.

    Answers our row, or None where the intent is none of ours or Stripe has none of this id. A succeeded one without a
    row gets one where ``owner`` says whose it is. Raises PaymentsUnavailable.
    """
    try:
        take_over(intent_id, lambda: _fetch(intent_id), lambda fetched: _apply(fetched, owner))
    except Refused as refusal:
        if refusal.missing:
            return None
        raise
    return Payment.objects.filter(stripe_payment_intent_id=intent_id).first()


def status_of(intent: stripe.PaymentIntent) -> PaymentStatus:
    """Stripe's word for where a payment stands in ours."""
    return _SETTLED.get(intent.status, PaymentStatus.OPEN)


@asks_stripe
def _fetch(intent_id: str) -> _Fetched:
    intent = client().v1.payment_intents.retrieve(intent_id, {"expand": ["latest_charge"]})
    charge = intent.latest_charge if isinstance(intent.latest_charge, stripe.Charge) else None
    dispute = None
    if charge and charge.disputed:
        disputes = client().v1.disputes.list({"payment_intent": intent_id})
        dispute = next((each for each in disputes.data if each.status not in _DISPUTE_OVER), None)
    return _Fetched(intent, charge, dispute)


def _apply(fetched: _Fetched, owner: Owner | None) -> None:
    payment = _row(fetched.intent, owner)
    if payment is None:
        return
    before, refunded, disputed = _facts(payment), payment.amount_refunded, payment.disputed
    _write(payment, fetched)
    if _facts(payment) == before:
        return
    payment.save()
    hooks.settle(payment)
    # The row is locked, so each change is seen once, however often and in whatever order its events come.
    if payment.amount_refunded > refunded:
        emails.mail_refund.defer(payment_id=str(payment.id), amount=str(payment.amount_refunded - refunded))
    if payment.disputed and not disputed:
        emails.mail_dispute.defer(payment_id=str(payment.id), answer_by=_answer_by(fetched.dispute))


def _answer_by(dispute: stripe.Dispute | None) -> str | None:
    if dispute is None or dispute.status not in _DISPUTE_WAITS:
        return None
    until = dispute.evidence_details.due_by
    return instant(until).isoformat() if until else None


def _facts(payment: Payment) -> tuple[object, ...]:
    return (
        payment.stripe_payment_intent_id, payment.status, payment.amount, payment.amount_received,
        payment.amount_refunded, payment.disputed, payment.failure_message,
    )  # fmt: skip


def _write(payment: Payment, fetched: _Fetched) -> None:
    intent, charge = fetched.intent, fetched.charge
    payment.stripe_payment_intent_id = intent.id
    payment.status = status_of(intent)
    payment.amount = from_cents(intent.amount)
    payment.amount_received = from_cents(intent.amount_received)
    payment.amount_refunded = from_cents(charge.amount_refunded) if charge else Decimal("0.00")
    payment.disputed = fetched.dispute is not None
    refused = payment.status == PaymentStatus.OPEN and intent.last_payment_error
    payment.failure_message = (refused.message or "The card was declined") if refused else ""
    if payment.status == PaymentStatus.SUCCEEDED and payment.succeeded_at is None:
        payment.succeeded_at = instant(charge.created) if charge else timezone.now()


def _row(intent: stripe.PaymentIntent, owner: Owner | None) -> Payment | None:
    """The intent's row, locked. One whose id was lost on the way is found by what we wrote on the intent."""
    rows = Payment.objects.select_for_update()
    known = rows.filter(stripe_payment_intent_id=intent.id).first()
    if known:
        return known
    noted = as_uuid(note(intent, "payment"))
    ours = rows.filter(id=noted).first() if noted else None
    if ours and not ours.stripe_payment_intent_id:
        return ours
    if intent.status != "succeeded":
        return None
    if ours:  # a second intent of one payment, paid: the money needs a row of its own to be seen
        owner = Owner(ours.purpose, ours.reference, ours.user, ours.description)
    elif note(intent, "site") == settings.SITE_URL:  # made here, and its row is gone with a database before a restore
        owner = _owner_by_notes(intent)
    return _unexpected(intent, owner) if owner else None


def _owner_by_notes(intent: stripe.PaymentIntent) -> Owner:
    user_id = as_uuid(note(intent, "user"))
    user = User.objects.filter(id=user_id).first() if user_id else None
    return Owner(note(intent, "purpose"), as_uuid(note(intent, "reference")), user, intent.description or "")


def _unexpected(intent: stripe.PaymentIntent, owner: Owner) -> Payment:
    return Payment(
        purpose=owner.purpose, reference=owner.reference, user=owner.user, description=owner.description,
        amount=from_cents(intent.amount),
    )  # fmt: skip


def note(of: stripe.PaymentIntent | stripe.Subscription | stripe.SetupIntent | stripe.Price, key: str) -> str:
    """What we wrote on one of Stripe's objects (its metadata) under ``key``; empty where nothing."""
    return str((of.metadata.to_dict() if of.metadata else {}).get(key) or "")


def as_uuid(text: str) -> UUID | None:
    """The id of a row, or None where the text is none."""
    try:
        return UUID(text)
    except ValueError:
        return None


def from_cents(cents: int) -> Decimal:
    """Stripe's cents as dollars."""
    return (Decimal(cents) / 100).quantize(Decimal("0.01"))


def to_cents(dollars: Decimal) -> int:
    """Dollars with two places as Stripe's cents."""
    return int(dollars * 100)


def instant(seconds: int) -> dt.datetime:
    """Stripe's seconds since 1970 as an instant (UTC)."""
    return dt.datetime.fromtimestamp(seconds, dt.UTC)
