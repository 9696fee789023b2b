"""Plan the messages to customers and the office about subscriptions, in the transaction that stores Stripe's report."""

import datetime as dt
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.dispatch import receiver
from django.utils import timezone

from accounts.models import Address, AddressStatus
from accounts.signals import address_moved
from notifications.planning import plan, plan_news
from payments.models import Payment, PaymentStatus
from payments.states import BillOutcome, SubscriptionStatus
from storage import emails
from storage.models import StorageSubscription
from storage.office_emails import PlanEvent, office_storage


@dataclass(frozen=True)
class Snapshot:
    """The facts about a subscription whose changes the customer is notified of. ``failed_charge`` is the ID of the
    newest charge of a plan that is past due.
    """

    plan: str
    started: bool
    failed_charge: UUID | None
    past_due: bool
    ended: bool
    ends_at: dt.datetime | None


def take_snapshot(row: StorageSubscription) -> Snapshot:
    past_due = row.status == SubscriptionStatus.PAST_DUE
    charge = row.newest_charge if past_due else None
    return Snapshot(
        plan=row.plan,
        started=row.started_at is not None,
        failed_charge=charge.id if charge and charge.outcome == BillOutcome.FAILED else None,
        past_due=past_due,
        ended=row.status in SubscriptionStatus.ENDED,
        ends_at=row.ends_at,
    )


def plan_messages(row: StorageSubscription, before: Snapshot) -> None:
    """Plan the messages about a subscription that the caller has locked, changed and saved."""
    now = take_snapshot(row)
    if now.started and not before.started:
        plan(emails.storage_started, row.id)
    if _has_failed(before, now):
        plan(emails.storage_payment_failed, row.id, occasion=f"{row.current_period_end}")
    if before.started and (now.ended, now.ends_at) != (before.ended, before.ends_at):
        plan_news(emails.storage_canceled, row.id, thing=row.id)
    if before.started and now.plan != before.plan:
        plan(emails.storage_changed, row.id, occasion=f"{row.plan} {row.updated_at}")
    if event := _office_event(before, now):
        plan(office_storage, row.id, occasion=f"{event} {row.updated_at}")


def _has_failed(before: Snapshot, now: Snapshot) -> bool:
    """Return whether a monthly payment has failed, also the next one while an earlier one is still unpaid."""
    if not before.past_due or not now.past_due:
        return now.past_due
    return before.failed_charge is not None and now.failed_charge not in (None, before.failed_charge)


def _office_event(before: Snapshot, now: Snapshot) -> PlanEvent | None:
    """Return what happened that the office has to know, since they fetch and return the customer's things and have to
    reach a customer whose payment failed.
    """
    if not now.started:
        return None
    if not before.started:
        return PlanEvent.STARTED
    if now.ended != before.ended:
        return PlanEvent.ENDED if now.ended else PlanEvent.KEPT
    if (now.ends_at is None) != (before.ends_at is None):
        return PlanEvent.CANCELED if now.ends_at else PlanEvent.KEPT
    if _has_failed(before, now):
        return PlanEvent.UNPAID
    return PlanEvent.CHANGED if now.plan != before.plan else None


def plan_address_news(row: StorageSubscription) -> None:
    """Plan the news for the office that the addresses of a subscription have changed."""
    plan(office_storage, row.id, occasion=f"{PlanEvent.MOVED} {timezone.now()}")


@receiver(address_moved)
def _address_moved(address: Address, **kwargs: Any) -> None:
    rows = StorageSubscription.objects.filter(addresses=address)
    live = list(rows.live())
    # What is still in storage after the plan has ended goes back to the new address.
    has_items = address.status == AddressStatus.ITEMS_IN_STORAGE
    for row in live or (rows.order_by("-created_at", "-id")[:1] if has_items else []):
        plan_address_news(row)


def plan_receipt(payment: Payment) -> None:
    """Plan the receipt for a payment that succeeded. An old payment that only changes now gets none: its receipt would
    be sent long after ``not_before``.
    """
    if payment.status == PaymentStatus.SUCCEEDED and payment.reference:
        paid_at = min(payment.received_at, timezone.now())
        plan(emails.storage_charged, payment.reference, occasion=f"{payment.id}", not_before=paid_at)


def plan_refund_email(payment: Payment, change: str) -> None:
    """Plan the email about a refund; for ``change``, see ``payments.hooks``."""
    if payment.reference:
        plan(emails.storage_refunded, payment.reference, occasion=f"{payment.id} {change}")
