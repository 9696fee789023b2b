"""Store a subscription's state at Stripe in our row, and update the status of its properties."""

import logging

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import Address, AddressStatus, User
from catalog.catalog import STORAGE_PLAN_BY_ID
from payments.states import Bill, SubscriptionState, SubscriptionStatus
from storage import news
from storage.models import StorageCharge, StorageSubscription

log = logging.getLogger(__name__)


def apply_subscription_state(state: SubscriptionState) -> bool:
    """Copy a subscription's current state into our row; return whether the subscription is ours.

    Call it in a transaction; repeated calls change nothing. It locks the user and then the row, as all changes of a
    subscription do.
    """
    if state.reference is None:
        return False
    owner = StorageSubscription.objects.filter(id=state.reference).values_list("user_id", flat=True).first()
    if owner is None:
        return False
    User.objects.select_for_update().get(pk=owner)
    row = StorageSubscription.objects.select_for_update().get(id=state.reference)
    if not _is_current(row, state):
        if state.status in SubscriptionStatus.LIVE:  # can't happen: its bill was voided before the next attempt began
            log.error("Subscription %s is live, but %s is already at attempt %s", state.id, row.id, row.attempt)
        return True
    before = news.take_snapshot(row)
    _copy_state(row, state)
    row.save()
    for bill in state.bills:
        _store_charge(row, bill)
    update_property_statuses(row)
    news.plan_messages(row, before)
    if state.status in SubscriptionStatus.LIVE:
        User.objects.filter(pk=owner).update(stripe_subscription_id=state.id)
    return True


def _is_current(row: StorageSubscription, state: SubscriptionState) -> bool:
    if row.stripe_subscription_id:
        return row.stripe_subscription_id == state.id
    return row.attempt == state.attempt  # the response with the ID was lost


def _copy_state(row: StorageSubscription, state: SubscriptionState) -> None:
    row.stripe_subscription_id = state.id
    row.status = state.status
    row.next_payment_differs = _next_payment_differs(row, state)
    if state.plan in STORAGE_PLAN_BY_ID:
        row.plan, row.monthly_amount = state.plan, state.monthly_amount
    if row.pending_plan == row.plan:
        row.pending_plan = ""
    row.current_period_end, row.ends_at = state.current_period_end, state.ends_at
    if state.card:
        row.card_brand, row.card_last4 = state.card.brand, state.card.last4
    if state.status in SubscriptionStatus.LIVE and row.started_at is None:
        row.started_at = timezone.now()


def _next_payment_differs(row: StorageSubscription, state: SubscriptionState) -> bool:
    """Return whether the plan was changed since the last bill, so that the next one is not just the monthly amount."""
    if state.status not in SubscriptionStatus.LIVE or row.started_at is None:
        return False
    billed_since = row.current_period_end != state.current_period_end
    return row.plan != state.plan or (row.next_payment_differs and not billed_since)


def _store_charge(row: StorageSubscription, bill: Bill) -> None:
    """Store or update the charge for a bill. Its plan and amount stay as first reported."""
    outcome = {
        "outcome": bill.outcome,
        "charged_at": bill.charged_at,
        "stripe_payment_intent_id": bill.payment_intent_id,
    }
    StorageCharge.objects.update_or_create(
        stripe_invoice_id=bill.id,
        defaults=outcome,
        create_defaults={
            **outcome, "user_id": row.user_id, "subscription": row, "plan": bill.plan or row.plan,
            "amount": bill.amount, "created_at": bill.billed_at,
        },
    )  # fmt: skip


def update_property_statuses(row: StorageSubscription) -> None:
    """Mark the addresses of a live subscription ``subscribed``, and those of an ended one ``active``.

    An address with items in storage keeps its status.
    """
    attached = Address.objects.filter(storage_subscriptions=row)
    if row.status in SubscriptionStatus.LIVE:
        attached.filter(status=AddressStatus.ACTIVE).update(status=AddressStatus.SUBSCRIBED)
        return
    live = StorageSubscription.addresses.through.objects.filter(
        address=OuterRef("pk"), storagesubscription__status__in=SubscriptionStatus.LIVE
    )
    attached.filter(~Exists(live), status=AddressStatus.SUBSCRIBED).update(status=AddressStatus.ACTIVE)


@transaction.atomic
def mark_abandoned(row: StorageSubscription) -> None:
    """Mark a subscription as canceled that no longer exists at Stripe, unless another request has begun a new one."""
    User.objects.select_for_update().get(pk=row.user_id)
    rows = StorageSubscription.objects.filter(id=row.id, stripe_subscription_id=row.stripe_subscription_id)
    current = rows.select_for_update().first()
    if current is None:
        return
    before = news.take_snapshot(current)
    current.status = SubscriptionStatus.CANCELED
    current.save()
    update_property_statuses(current)
    news.plan_messages(current, before)
