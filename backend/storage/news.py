"""When customers and the office are told about a subscription: what Stripe reports, in the transaction that stores
it.
"""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone

from notifications.planning import plan, plan_news
from payments.models import Payment, PaymentStatus
from payments.states import SubscriptionStatus
from storage import emails
from storage.models import StorageSubscription
from storage.office_emails import Happened, office_storage


@dataclass(frozen=True)
class Told:
    """What of a subscription a customer is told."""

    plan: str
    started: bool
    past_due: bool
    ended: bool
    ends_at: dt.datetime | None


def told_of(row: StorageSubscription) -> Told:
    """Return what the customer is told about a subscription."""
    return Told(
        plan=row.plan,
        started=row.started_at is not None,
        past_due=row.status == SubscriptionStatus.PAST_DUE,
        ended=row.status in SubscriptionStatus.ENDED,
        ends_at=row.ends_at,
    )


def plan_messages(row: StorageSubscription, before: Told) -> None:
    """Plan what the customer is told about a subscription that the caller has locked, changed and saved."""
    now = told_of(row)
    if now.started and not before.started:
        plan(emails.storage_started, row.id)
    if now.past_due and not before.past_due:
        plan(emails.storage_payment_failed, row.id, occasion=f"{row.current_period_end}")
    if before.started and (now.ended, now.ends_at) != (before.ended, before.ends_at):
        plan_news(emails.storage_canceled, row.id, thing=row.id)
    if before.started and now.plan != before.plan:
        plan(emails.storage_changed, row.id, occasion=f"{row.plan} {row.updated_at}")
    if what := _for_office(before, now):
        plan(office_storage, row.id, occasion=f"{what} {row.updated_at}")


def _for_office(before: Told, now: Told) -> Happened | None:
    """Return what the office has to know: someone brings or fetches the customer's things."""
    if not now.started:
        return None
    if not before.started:
        return Happened.STARTED
    if now.ended != before.ended:
        return Happened.ENDED if now.ended else Happened.KEPT
    if (now.ends_at is None) != (before.ends_at is None):
        return Happened.CANCELED if now.ends_at else Happened.KEPT
    return Happened.CHANGED if now.plan != before.plan else None


def plan_receipt(payment: Payment) -> None:
    """Plan the receipt for a payment that succeeded, once. An old one, which only changed now, gets none."""
    if payment.status == PaymentStatus.SUCCEEDED and payment.reference:
        paid_at = min(payment.succeeded_at or payment.created_at, timezone.now())
        plan(emails.storage_charged, payment.reference, occasion=f"{payment.id}", not_before=paid_at)


def plan_refund_email(payment: Payment, before: Decimal) -> None:
    """Plan the email about a refund; ``before`` is what was refunded in total until then (US dollars)."""
    if payment.reference:
        occasion = f"{payment.id} {before} {payment.amount_refunded}"
        plan(emails.storage_refunded, payment.reference, occasion=occasion)
