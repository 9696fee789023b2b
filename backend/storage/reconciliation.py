"""Reconcile storage subscriptions with Stripe."""

import datetime as dt

from django.db.models import F, Q
from django.utils import timezone

from common.batches import run_each
from payments.client import PaymentsUnavailable
from payments.customers import customer_was_deleted
from payments.states import SubscriptionStatus
from payments.subscriptions import sync_subscription
from storage.models import StorageSubscription
from storage.status import mark_abandoned
from storage.subscribing import fetch_or_start

# How long to wait for a webhook before asking Stripe.
WAIT_FOR_WEBHOOK = dt.timedelta(minutes=3)
CHECK_INTERVAL = dt.timedelta(minutes=10)
BATCH_SIZE = 200


def reconcile_subscriptions() -> list[Exception]:
    """Fetch subscriptions from Stripe that wait for their first payment or a plan change, or whose paid period is over.

    Return the errors; a row that fails doesn't stop the others.
    """
    now = timezone.now()
    waiting = Q(status=SubscriptionStatus.INCOMPLETE, updated_at__lt=now - WAIT_FOR_WEBHOOK)
    changing = Q(status__in=SubscriptionStatus.LIVE, updated_at__lt=now - WAIT_FOR_WEBHOOK) & ~Q(pending_plan="")
    overdue = Q(status__in=SubscriptionStatus.LIVE, current_period_end__lt=now - WAIT_FOR_WEBHOOK)
    checked_recently = Q(checked_at__gte=now - CHECK_INTERVAL)
    rows = StorageSubscription.objects.filter(waiting | changing | overdue).exclude(checked_recently)
    batch = rows.select_related("user").order_by(F("checked_at").asc(nulls_first=True), "id")[:BATCH_SIZE]
    return run_each(batch, _reconcile, outage=(PaymentsUnavailable,))


def _reconcile(row: StorageSubscription) -> None:
    try:
        _sync(row)
        # If Stripe doesn't have the plan change by now, it was never made.
        StorageSubscription.objects.filter(id=row.id, pending_plan=row.pending_plan).update(pending_plan="")
    finally:  # also after a failure, so that the next run starts with other rows
        StorageSubscription.objects.filter(id=row.id).update(checked_at=timezone.now())


def _sync(row: StorageSubscription) -> None:
    state_id = row.stripe_subscription_id
    if row.status == SubscriptionStatus.INCOMPLETE:
        state = fetch_or_start(row)
        state_id = state.id if state else ""
    if state_id and not sync_subscription(state_id) and customer_was_deleted(row.user.stripe_customer_id):
        mark_abandoned(row)  # deleting the customer at Stripe ended it
