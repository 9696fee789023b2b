"""Storage's part of the reconciliation with Stripe."""

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
from storage.subscribing import at_stripe

# How long to wait for a webhook before asking Stripe.
PATIENCE = dt.timedelta(minutes=3)
ASK_AGAIN = dt.timedelta(minutes=10)
AT_ONCE = 200


def reconcile_subscriptions() -> list[Exception]:
    """Fetch subscriptions that wait for their first payment or a change of plan, or whose paid period is over.

    Return the errors; a row that fails does not stop the others.
    """
    now = timezone.now()
    waiting = Q(status=SubscriptionStatus.INCOMPLETE, updated_at__lt=now - PATIENCE)
    changing = Q(status__in=SubscriptionStatus.LIVE, updated_at__lt=now - PATIENCE) & ~Q(pending_plan="")
    overdue = Q(status__in=SubscriptionStatus.LIVE, current_period_end__lt=now - PATIENCE)
    asked_lately = Q(checked_at__gte=now - ASK_AGAIN)
    rows = StorageSubscription.objects.filter(waiting | changing | overdue).exclude(asked_lately)
    first = rows.select_related("user").order_by(F("checked_at").asc(nulls_first=True), "id")[:AT_ONCE]
    return run_each(first, _reconcile, outage=(PaymentsUnavailable,))


def _reconcile(row: StorageSubscription) -> None:
    try:
        _sync(row)
        # A change that Stripe still does not know of was never made.
        StorageSubscription.objects.filter(id=row.id, pending_plan=row.pending_plan).update(pending_plan="")
    finally:  # also after a failure, so that the next run starts with others
        StorageSubscription.objects.filter(id=row.id).update(checked_at=timezone.now())


def _sync(row: StorageSubscription) -> None:
    state_id = row.stripe_subscription_id
    if row.status == SubscriptionStatus.INCOMPLETE:
        state = at_stripe(row)
        state_id = state.id if state else ""
    if state_id and not sync_subscription(state_id) and customer_was_deleted(row.user.stripe_customer_id):
        mark_abandoned(row)  # it ended when the customer was deleted
