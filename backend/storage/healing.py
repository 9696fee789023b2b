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
from storage.status import give_up
from storage.subscribing import at_stripe

# So long may news be under way before we go and ask.
PATIENCE = dt.timedelta(minutes=3)
ASK_AGAIN = dt.timedelta(minutes=10)
AT_ONCE = 200


def heal() -> list[Exception]:
    """Ask Stripe about subscriptions that wait for their first payment or for a change of plan, and about those whose
    paid period is over without our having heard of another. Return what failed; the rows behind it are repaired."""
    now = timezone.now()
    waiting = Q(status=SubscriptionStatus.INCOMPLETE, updated_at__lt=now - PATIENCE)
    changing = Q(status__in=SubscriptionStatus.LIVE, updated_at__lt=now - PATIENCE) & ~Q(pending_plan="")
    overdue = Q(status__in=SubscriptionStatus.LIVE, current_period_end__lt=now - PATIENCE)
    asked_lately = Q(checked_at__gte=now - ASK_AGAIN)
    rows = StorageSubscription.objects.filter(waiting | changing | overdue).exclude(asked_lately)
    first = rows.select_related("user").order_by(F("checked_at").asc(nulls_first=True), "id")[:AT_ONCE]
    return run_each(first, _heal, outage=(PaymentsUnavailable,))


def _heal(row: StorageSubscription) -> None:
    try:
        _ask_about(row)
        # A change that Stripe does not know of by now was never made.
        StorageSubscription.objects.filter(id=row.id, pending_plan=row.pending_plan).update(pending_plan="")
    finally:  # also after a failure: the next run begins with others
        StorageSubscription.objects.filter(id=row.id).update(checked_at=timezone.now())


def _ask_about(row: StorageSubscription) -> None:
    state_id = row.stripe_subscription_id
    if row.status == SubscriptionStatus.INCOMPLETE:
        state = at_stripe(row)
        state_id = state.id if state else ""
    if state_id and not sync_subscription(state_id) and customer_was_deleted(row.user.stripe_customer_id):
        give_up(row)  # it went with its customer
