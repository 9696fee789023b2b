"""Payments at Stripe, copied into our rows."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

import stripe
from django.conf import settings
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from notifications.planning import plan
from payments import emails, hooks
from payments.balance import Booked, booked_for_charge, store
from payments.client import Refused, client, translate_stripe_errors
from payments.latest_state import apply_latest_state
from payments.models import Payment, PaymentStatus, Refund, RefundStatus
from payments.saved_cards import tidy_later
from payments.values import as_uuid, from_cents, instant, metadata_value

_SETTLED = {
    "processing": PaymentStatus.PROCESSING,
    "succeeded": PaymentStatus.SUCCEEDED,
    "canceled": PaymentStatus.CANCELED,
}
# In these states a dispute is over and the money stays ours.
_DISPUTE_OVER = {"won", "warning_closed", "prevented"}
# In these states the bank waits for our response.
_DISPUTE_WAITS = {"needs_response", "warning_needs_response"}
# In these states the money of a refund is back on our account at Stripe.
_REFUND_RETURNED = {"failed", "canceled"}

_EXPANDED = [
    "latest_charge.balance_transaction", "latest_charge.refunds.data.balance_transaction",
    "latest_charge.refunds.data.failure_balance_transaction",
]  # fmt: skip


@dataclass(frozen=True)
class Owner:
    """The user and the purpose of a payment that Stripe started by itself (a subscription's monthly payment)."""

    purpose: str
    reference: UUID | None
    user: User | None
    description: str


@dataclass(frozen=True)
class _Fetched:
    intent: stripe.PaymentIntent
    charge: stripe.Charge | None
    dispute: stripe.Dispute | None  # one that is open or lost, or else the last one
    booked: list[Booked]

    @property
    def in_dispute(self) -> bool:
        """Whether a dispute is open or lost."""
        return self.dispute is not None and self.dispute.status not in _DISPUTE_OVER


def sync_payment(intent_id: str, owner: Owner | None = None) -> Payment | None:
    """Copy the payment intent's current state into our row, and tell the app behind its purpose about a change.

    Return our row, or None if the intent is not ours or does not exist at Stripe. A succeeded intent without a row gets
    one if ``owner`` says whose it is. Raises PaymentsUnavailable.
    """
    try:
        apply_latest_state(intent_id, lambda: _fetch(intent_id), lambda fetched: _apply(fetched, owner))
    except Refused as refusal:
        if refusal.missing:
            return None
        raise
    return Payment.objects.filter(stripe_payment_intent_id=intent_id).first()


def status_of(intent: stripe.PaymentIntent) -> PaymentStatus:
    """Return our status for a payment intent."""
    return _SETTLED.get(intent.status, PaymentStatus.OPEN)


@translate_stripe_errors
def _fetch(intent_id: str) -> _Fetched:
    intent = client().v1.payment_intents.retrieve(intent_id, {"expand": _EXPANDED})
    charge = intent.latest_charge if isinstance(intent.latest_charge, stripe.Charge) else None
    disputes: list[stripe.Dispute] = []
    if charge and charge.disputed:
        disputes = client().v1.disputes.list({"payment_intent": intent_id}).data  # the newest first
    disputes.sort(key=lambda each: each.status in _DISPUTE_OVER)
    booked = booked_for_charge(intent_id, charge, disputes) if charge else []
    return _Fetched(intent, charge, disputes[0] if disputes else None, booked)


def _apply(fetched: _Fetched, owner: Owner | None) -> None:
    payment = _row(fetched.intent, owner)
    if payment is None:
        return
    _take_over(payment, fetched)
    store(fetched.booked)


def _take_over(payment: Payment, fetched: _Fetched) -> None:
    """Write the state at Stripe into our row, which is locked, and tell everyone about a change."""
    before, refunded, disputed = _facts(payment), payment.amount_refunded, payment.disputed
    was_paid = payment.succeeded_at is not None
    _write(payment, fetched)
    _note_refunds(fetched, payment)
    if _facts(payment) == before:
        return
    if payment.amount_refunded < refunded:
        payment.note_failed_refund(refunded - payment.amount_refunded)
        plan(emails.refund_failed, payment.id, occasion=f"{refunded} {payment.amount_refunded}")
    elif payment.amount_refunded > refunded:
        # What was asked for here was settled when it was asked for; the rest was refunded in Stripe's dashboard.
        elsewhere = payment.amount_refunded - refunded - payment.amount_refunding
        payment.settle_failed_refund(max(elsewhere, Decimal("0.00")))
    payment.save()
    hooks.settle(payment)
    # The row is locked, so each change is seen once, no matter how often and in which order its events arrive.
    if payment.amount_refunded > refunded:
        plan(emails.payment_refunded, payment.id, occasion=f"{refunded} {payment.amount_refunded}")
        hooks.tell_refund(payment, refunded)
    if payment.disputed and not disputed:
        plan(emails.payment_disputed, payment.id)
    if payment.user and payment.succeeded_at and not was_paid and _saves_card(fetched.intent):
        plan(emails.card_saved, payment.id)
        tidy_later(payment.user)


def _note_refunds(fetched: _Fetched, payment: Payment) -> None:
    """Mark our refunds that the customer's bank returned, days after Stripe took them, and those that reached Stripe
    although it could not tell us.
    """
    refunds = fetched.charge.refunds if fetched.charge else None
    for refund in refunds.data if refunds else ():
        note_late_refund(refund, payment.id)
        if refund.status in _REFUND_RETURNED:
            Refund.objects.filter(stripe_refund_id=refund.id, status=RefundStatus.SENT).update(
                status=RefundStatus.FAILED, error=getattr(refund, "failure_reason", None) or ""
            )


def note_late_refund(refund: stripe.Refund, payment_id: UUID) -> None:
    """Mark a refund as sent that we had given up sending."""
    if row_id := as_uuid(metadata_value(refund, "refund")):
        stopped = [RefundStatus.UNSENT, RefundStatus.WITHDRAWN]
        given_up = Refund.objects.filter(id=row_id, payment=payment_id, status__in=stopped)
        # The database's clock, as in ``created_at``, with which it is compared.
        given_up.update(status=RefundStatus.SENT, stripe_refund_id=refund.id, arrived_late_at=Now(), updated_at=Now())


def _bank_deadline(dispute: stripe.Dispute | None) -> dt.datetime | None:
    """Return until when the bank waits for our response; None if it does not, or takes none."""
    if dispute is None or dispute.status not in _DISPUTE_WAITS:
        return None
    until = dispute.evidence_details.due_by
    return instant(until) if until else None


def _facts(payment: Payment) -> tuple[object, ...]:
    return (
        payment.stripe_payment_intent_id, payment.status, payment.amount, payment.amount_received,
        payment.amount_refunded, payment.disputed, payment.dispute_reason, payment.dispute_status,
        payment.bank_deadline, payment.failure_message, payment.card_brand, payment.card_last4, payment.card_wallet,
        payment.receipt_email, payment.payer_name,
    )  # fmt: skip


def _write(payment: Payment, fetched: _Fetched) -> None:
    intent, charge = fetched.intent, fetched.charge
    payment.stripe_payment_intent_id = intent.id
    payment.status = status_of(intent)
    payment.amount = from_cents(intent.amount)
    payment.amount_received = from_cents(intent.amount_received)
    payment.amount_refunded = from_cents(charge.amount_refunded) if charge else Decimal("0.00")
    _copy_payer(payment, charge)
    payment.disputed = fetched.in_dispute
    payment.dispute_reason = fetched.dispute.reason if fetched.dispute else ""
    payment.dispute_status = fetched.dispute.status if fetched.dispute else ""
    payment.bank_deadline = _bank_deadline(fetched.dispute)
    refused = payment.status == PaymentStatus.OPEN and intent.last_payment_error
    payment.failure_message = (refused.message or "The card was declined") if refused else ""
    payment.card_brand, payment.card_last4, payment.card_wallet = _card_of(charge)
    if payment.status == PaymentStatus.SUCCEEDED and payment.succeeded_at is None:
        payment.succeeded_at = instant(charge.created) if charge else timezone.now()


def _card_of(charge: stripe.Charge | None) -> tuple[str, str, str]:
    """Return brand, last four digits and wallet of the card that paid; blanks if none did."""
    details = charge.payment_method_details if charge and charge.paid else None
    card = details.card if details and details.type == "card" else None
    if not card:
        return "", "", ""
    return card.brand or "", card.last4 or "", card.wallet.type if card.wallet else ""


def _saves_card(intent: stripe.PaymentIntent) -> bool:
    """Return whether the customer had the card of this payment saved; a subscription's is kept "off_session"."""
    return intent.setup_future_usage == "on_session" and intent.customer is not None


def _copy_payer(payment: Payment, charge: stripe.Charge | None) -> None:
    """Copy what the payer entered in the card form. The database takes no NUL, which Stripe would."""
    if charge is None or not charge.paid:
        return
    details = charge.billing_details
    payment.receipt_email = (charge.receipt_email or "").replace("\0", "")[:500]
    payment.payer_name = ((details.name if details else "") or "").replace("\0", "")[:200]


def _row(intent: stripe.PaymentIntent, owner: Owner | None) -> Payment | None:
    """Return the intent's row, locked. If the row never got the intent's ID, the intent's metadata names the row."""
    rows = Payment.objects.select_for_update(no_key=True)  # invoices refer to it while it is locked
    known = rows.filter(stripe_payment_intent_id=intent.id).first()
    if known:
        return known
    row_id = as_uuid(metadata_value(intent, "payment"))
    ours = rows.filter(id=row_id).first() if row_id else None
    if ours and not ours.stripe_payment_intent_id:
        return ours
    if intent.status != "succeeded":
        return None
    if ours:  # a second paid intent for one payment: it needs its own row so that the money is visible
        owner = Owner(ours.purpose, ours.reference, ours.user, ours.description)
    elif metadata_value(intent, "site") == settings.SITE_URL:  # made here; its row was lost in a restore
        owner = _owner_from_metadata(intent)
    return _make_row(intent, owner) if owner else None


def _owner_from_metadata(intent: stripe.PaymentIntent) -> Owner:
    user_id = as_uuid(metadata_value(intent, "user"))
    user = User.objects.filter(id=user_id).first() if user_id else None
    reference = as_uuid(metadata_value(intent, "reference"))
    return Owner(metadata_value(intent, "purpose"), reference, user, intent.description or "")


def _make_row(intent: stripe.PaymentIntent, owner: Owner) -> Payment:
    return Payment(
        purpose=owner.purpose, reference=owner.reference, user=owner.user, description=owner.description,
        amount=from_cents(intent.amount),
    )  # fmt: skip
