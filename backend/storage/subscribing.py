"""Subscribing to storage. Each user has one open subscription, however many windows they subscribe in.

Our row is committed first. Then Stripe is called, outside of transactions, with an idempotency key derived from the row
(its ID and attempt). So a request that is repeated, concurrently or after a failure, continues with the same row and
gets the same subscription.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from accounts.models import User
from accounts.services import saved_address
from catalog.catalog import STORAGE_PLAN_BY_ID
from common.errors import Conflict
from payments import subscriptions
from payments.client import Refused, if_it_exists
from payments.states import SubscriptionState, SubscriptionStatus
from storage import status
from storage.changes import attach_property, change_plan
from storage.models import StorageSubscription

PURPOSE = "storage"
_MAX_ROUNDS = 6


@dataclass(frozen=True)
class Subscribed:
    """A subscription, with the client secret if its first payment is due."""

    client_secret: str | None
    subscription: StorageSubscription


@transaction.atomic
def begin_subscription(*, user: User, plan: str, address_id: UUID | None = None) -> StorageSubscription:
    """Return the user's open subscription, or a new incomplete one for ``plan``. Raises DomainError (400) for someone
    else's address.
    """
    User.objects.select_for_update().get(pk=user.pk)
    address = saved_address(user, address_id) if address_id else None
    row = StorageSubscription.objects.filter(user=user, status__in=SubscriptionStatus.OPEN).first()
    row = row or _new(user, plan)
    if address and row.status == SubscriptionStatus.INCOMPLETE:
        row.addresses.set([address])
    return row


def _new(user: User, plan: str) -> StorageSubscription:
    """Return a new row, or the user's abandoned one for another attempt."""
    abandoned = StorageSubscription.objects.filter(
        user=user, status=SubscriptionStatus.CANCELED, started_at=None
    ).first()
    if abandoned:
        abandoned.addresses.clear()
        _next_attempt(abandoned, plan)
        abandoned.refresh_from_db()
        return abandoned
    return StorageSubscription.objects.create(
        user=user, plan=plan, monthly_amount=STORAGE_PLAN_BY_ID[plan].monthly_price,
        status=SubscriptionStatus.INCOMPLETE,
    )  # fmt: skip


def finish_subscription(*, user: User, subscription_id: UUID, plan: str, address_id: UUID | None = None) -> Subscribed:
    """Bring the subscription to ``plan``.

    For an incomplete subscription, return the client secret of its first payment. A live one changes its plan and keeps
    its card. Call it outside of a transaction; repeated and concurrent calls are safe. Raises Conflict if the plan
    doesn't allow that many properties or another window keeps changing it, and PaymentsUnavailable.
    """
    for _ in range(_MAX_ROUNDS):
        row = StorageSubscription.objects.get(id=subscription_id)
        if row.status == SubscriptionStatus.CANCELED:
            subscription_id = begin_subscription(user=user, plan=plan, address_id=address_id).id
        elif row.status == SubscriptionStatus.INCOMPLETE:
            if secret := _first_payment(row, plan):
                return Subscribed(secret, StorageSubscription.objects.get(id=row.id))
        else:
            try:
                change_plan(row, plan)
            except Refused:
                if not _has_ended(row):
                    raise
                continue  # it ended without a webhook, as when its customer was deleted, so begin another
            if address_id:
                attach_property(user=user, subscription_id=row.id, address_id=address_id)
            return Subscribed(None, StorageSubscription.objects.get(id=row.id))
    raise Conflict("Your subscription was changed in another window at the same time. Reload the page and try again.")


def _has_ended(row: StorageSubscription) -> bool:
    """Fetch a live subscription from Stripe, and return whether it has ended there."""
    subscriptions.sync_subscription(row.stripe_subscription_id)
    row.refresh_from_db(fields=["status"])
    return row.status == SubscriptionStatus.CANCELED


def _first_payment(row: StorageSubscription, plan: str) -> str | None:
    """Return the client secret of an incomplete subscription for ``plan``; None if its state has changed."""
    state = fetch_or_start(row)
    if state is None:
        return None
    if state.status != SubscriptionStatus.INCOMPLETE:
        subscriptions.sync_subscription(state.id)
        return None
    if row.plan == plan:
        return state.client_secret
    # Stripe can't change the plan before the first payment, so abandon this subscription and start another. If it was
    # just paid, the next round finds that and changes the live one.
    if subscriptions.abandon(state.id).status == SubscriptionStatus.CANCELED:
        _next_attempt(row, plan)
    return None


def fetch_or_start(row: StorageSubscription) -> SubscriptionState | None:
    """Fetch the row's subscription from Stripe, or start it there. Return None if the row has changed."""
    if id_ := row.stripe_subscription_id:
        found = if_it_exists(lambda: subscriptions.fetch(id_))
        if found is None:
            status.mark_abandoned(row)
        return found
    state = subscriptions.start(user=row.user, plan=row.plan, purpose=PURPOSE, reference=row.id, attempt=row.attempt)
    kept = StorageSubscription.objects.filter(id=row.id, attempt=row.attempt).update(stripe_subscription_id=state.id)
    return state if kept else None


def _next_attempt(row: StorageSubscription, plan: str) -> None:
    """Prepare the row for a new subscription at Stripe, unless another request already has."""
    StorageSubscription.objects.filter(id=row.id, attempt=row.attempt, started_at=None).update(
        plan=plan, monthly_amount=STORAGE_PLAN_BY_ID[plan].monthly_price, status=SubscriptionStatus.INCOMPLETE,
        attempt=row.attempt + 1, stripe_subscription_id="", ends_at=None, current_period_end=None,
    )  # fmt: skip
