"""Copies the state of payments at Stripe into our rows."""

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
from payments import emails, hooks, money_emails
from payments.balance import BalanceEntry, entries_for_charge, store_entries
from payments.client import client, translate_stripe_errors
from payments.latest_state import apply_latest_state
from payments.models import (
    DISPUTES_DECIDED,
    DISPUTES_OVER,
    DISPUTES_WAITING,
    Payment,
    PaymentStatus,
    Refund,
    RefundStatus,
)
from payments.saved_cards import tidy_later
from payments.values import as_uuid, from_cents, instant, metadata_value

_SETTLED = {
    "processing": PaymentStatus.PROCESSING,
    "succeeded": PaymentStatus.SUCCEEDED,
    "canceled": PaymentStatus.CANCELED,
}
# With these statuses, the money of a refund is back in our account at Stripe.
_REFUND_RETURNED = {"failed", "canceled"}

_EXPANDED = [
    "latest_charge.balance_transaction", "latest_charge.refunds.data.balance_transaction",
    "latest_charge.refunds.data.failure_balance_transaction",
]  # fmt: skip


@dataclass(frozen=True)
class Owner:
    """The user and purpose of a payment that Stripe started by itself (a subscription's monthly payment)."""

    purpose: str
    reference: UUID | None
    user: User | None
    description: str


@dataclass(frozen=True)
class _Fetched:
    intent: stripe.PaymentIntent
    charge: stripe.Charge | None
    refunds: list[stripe.Refund]
    dispute: stripe.Dispute | None  # the latest open or lost one, otherwise the latest
    entries: list[BalanceEntry]

    @property
    def in_dispute(self) -> bool:
        """Whether a dispute is open or lost."""
        return self.dispute is not None and self.dispute.status not in DISPUTES_OVER


def sync_payment(intent_id: str, owner: Owner | None = None) -> Payment | None:
    """Copy the payment intent's current state into our row, and notify the app of its purpose of a change.

    Return our row, or None if the intent is not ours or does not exist at Stripe. A succeeded intent without a row gets
    one if ``owner`` is given. Raises PaymentsUnavailable.
    """
    if not apply_latest_state(intent_id, lambda: _fetch(intent_id), lambda fetched: _apply(fetched, owner)):
        return None
    return Payment.objects.filter(stripe_payment_intent_id=intent_id).first()


def status_of(intent: stripe.PaymentIntent) -> PaymentStatus:
    """Return our status for a payment intent."""
    return _SETTLED.get(intent.status, PaymentStatus.OPEN)


@translate_stripe_errors
def _fetch(intent_id: str) -> _Fetched:
    intent = client().v1.payment_intents.retrieve(intent_id, {"expand": _EXPANDED})
    charge = intent.latest_charge if isinstance(intent.latest_charge, stripe.Charge) else None
    refunds = _refunds_of(charge) if charge else []
    disputes = disputes_of(intent_id) if charge and charge.disputed else []
    disputes.sort(key=lambda each: each.status in DISPUTES_OVER)
    entries = entries_for_charge(intent_id, charge, refunds, disputes) if charge else []
    return _Fetched(intent, charge, refunds, disputes[0] if disputes else None, entries)


def _refunds_of(charge: stripe.Charge) -> list[stripe.Refund]:
    """Return all refunds of a charge, which itself has only the newest ten."""
    if not charge.refunds:
        return []
    if not charge.refunds.has_more:
        return charge.refunds.data
    expanded = ["data.balance_transaction", "data.failure_balance_transaction"]
    pages = client().v1.refunds.list({"charge": charge.id, "limit": 100, "expand": expanded})
    return list(pages.auto_paging_iter())


def disputes_of(intent_id: str) -> list[stripe.Dispute]:
    """Return all disputes of a payment, newest first."""
    return list(client().v1.disputes.list({"payment_intent": intent_id, "limit": 100}).auto_paging_iter())


def _apply(fetched: _Fetched, owner: Owner | None) -> None:
    payment = _lock_or_build_row(fetched.intent, owner)
    if payment is None:
        return
    _update_payment(payment, fetched)
    store_entries(fetched.entries)


def _update_payment(payment: Payment, fetched: _Fetched) -> None:
    """Write the state at Stripe into our locked row, and notify staff, the customer and the app of changes."""
    before, refunded = _snapshot(payment), payment.amount_refunded
    disputed, dispute_status = payment.disputed, payment.dispute_status
    was_paid = payment.succeeded_at is not None
    _write(payment, fetched)
    _mark_refunds(fetched, payment)
    if _snapshot(payment) == before:
        return
    # With the number of refunds, since the same one may be made again after the bank returned it.
    change = f"{refunded} {payment.amount_refunded} {len(fetched.refunds)}"
    if payment.amount_refunded < refunded:
        payment.add_failed_refund(refunded - payment.amount_refunded)
        plan(emails.refund_failed, payment.id, occasion=change)
    elif payment.amount_refunded > refunded:
        # Refunds requested here have reduced the failed amount already; the others were made in Stripe's dashboard.
        elsewhere = payment.amount_refunded - refunded - payment.amount_refunding
        payment.reduce_failed_refund(max(elsewhere, Decimal("0.00")))
    payment.save()
    hooks.settle(payment)
    # The row is locked, so each change is noticed once, in whatever order and however often its events arrive.
    if payment.amount_refunded > refunded:
        plan(emails.payment_refunded, payment.id, occasion=change)
        hooks.purpose(payment.purpose).plan_refund_email(payment, change)
    if fetched.dispute and payment.dispute_status in DISPUTES_DECIDED:
        if payment.dispute_status != dispute_status:
            plan(money_emails.dispute_decided, payment.id, occasion=f"{fetched.dispute.id} {payment.dispute_status}")
    elif fetched.dispute and payment.disputed and not disputed:
        plan(money_emails.payment_disputed, payment.id, occasion=fetched.dispute.id)
    if payment.user and payment.succeeded_at and not was_paid and _saves_card(fetched.intent):
        plan(emails.card_saved, payment.id)
        tidy_later(payment.user)


def _mark_refunds(fetched: _Fetched, payment: Payment) -> None:
    """Mark refunds that the customer's bank returned later, and refunds that reached Stripe although we had given them
    up because no response came.
    """
    for refund in fetched.refunds:
        mark_late_refund_sent(refund, payment.id)
        if refund.status in _REFUND_RETURNED:
            Refund.objects.filter(stripe_refund_id=refund.id, status=RefundStatus.SENT).update(
                status=RefundStatus.FAILED, error=getattr(refund, "failure_reason", None) or ""
            )


def mark_late_refund_sent(refund: stripe.Refund, payment_id: UUID) -> None:
    """Mark our row as sent if it had been given up and ``refund`` shows that it reached Stripe after all."""
    if row_id := as_uuid(metadata_value(refund, "refund")):
        stopped = [RefundStatus.UNSENT, RefundStatus.WITHDRAWN]
        given_up = Refund.objects.filter(id=row_id, payment=payment_id, status__in=stopped)
        # The database's clock, since this is compared with ``created_at``.
        given_up.update(status=RefundStatus.SENT, stripe_refund_id=refund.id, arrived_late_at=Now(), updated_at=Now())


def _bank_deadline(dispute: stripe.Dispute | None) -> dt.datetime | None:
    """Return the bank's deadline for our response; None if the bank is not waiting for one."""
    if dispute is None or dispute.status not in DISPUTES_WAITING:
        return None
    until = dispute.evidence_details.due_by
    return instant(until) if until else None


def _snapshot(payment: Payment) -> tuple[object, ...]:
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
    error = payment.status == PaymentStatus.OPEN and intent.last_payment_error
    payment.failure_message = (error.message or "The card was declined") if error else ""
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
    """Return whether the customer asked to save the card; a subscription's card is kept "off_session" instead."""
    return intent.setup_future_usage == "on_session" and intent.customer is not None


def _copy_payer(payment: Payment, charge: stripe.Charge | None) -> None:
    """Copy what the payer entered in the card form, without NULs, which Stripe allows and the database rejects."""
    if charge is None or not charge.paid:
        return
    details = charge.billing_details
    payment.receipt_email = (charge.receipt_email or "").replace("\0", "")[:500]
    payment.payer_name = ((details.name if details else "") or "").replace("\0", "")[:200]


def _lock_or_build_row(intent: stripe.PaymentIntent, owner: Owner | None) -> Payment | None:
    """Return the intent's row, locked, or a new unsaved one; None if the intent is not ours.

    If our row never got the intent's ID, the intent's metadata has the row's ID.
    """
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
    if ours:  # a second paid intent for one payment gets its own row, so that the money is visible
        owner = Owner(ours.purpose, ours.reference, ours.user, ours.description)
    elif metadata_value(intent, "site") == settings.SITE_URL:  # made on this site, but its row was lost in a restore
        owner = _owner_from_metadata(intent)
    return _build_row(intent, owner) if owner else None


def _owner_from_metadata(intent: stripe.PaymentIntent) -> Owner:
    user_id = as_uuid(metadata_value(intent, "user"))
    user = User.objects.filter(id=user_id).first() if user_id else None
    reference = as_uuid(metadata_value(intent, "reference"))
    return Owner(metadata_value(intent, "purpose"), reference, user, intent.description or "")


def _build_row(intent: stripe.PaymentIntent, owner: Owner) -> Payment:
    return Payment(
        purpose=owner.purpose, reference=owner.reference, user=owner.user, description=owner.description,
        amount=from_cents(intent.amount),
    )  # fmt: skip
