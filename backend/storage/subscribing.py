"""Subscribing to storage: one open subscription per user, however often and in however many windows they click.

Our row is committed first. Then Stripe is called, outside of transactions, with an idempotency key derived from the row
(its ID and attempt). So a repeated request, at the same moment or after a failure, continues with the same row and gets
the same subscription.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.http import Http404

from accounts.models import User, Viewer
from accounts.services import saved_address
from catalog.catalog import STORAGE_PLAN_BY_ID
from common.errors import Conflict
from payments import subscriptions
from payments.client import Refused
from payments.hooks import Due, PaymentPart
from payments.states import SubscriptionState, SubscriptionStatus
from storage import status
from storage.changes import attach_property, change_plan
from storage.models import StorageSubscription

PURPOSE = "storage"
_ROUNDS = 6


def nothing_due(viewer: Viewer, reference: UUID | None, part: PaymentPart = PaymentPart.ALL) -> Due:
    """Raise Http404: a subscription's payments are started by Stripe, never here."""
    raise Http404


@dataclass(frozen=True)
class Subscribed:
    """The subscription, and the client secret if its first payment is due."""

    client_secret: str | None
    subscription: StorageSubscription


@transaction.atomic
def begin_subscription(*, user: User, plan: str, address_id: UUID | None = None) -> StorageSubscription:
    """Return the user's open subscription, or a new incomplete one for ``plan``. Raises DomainError (400) for another's
    address.
    """
    User.objects.select_for_update().get(pk=user.pk)
    address = saved_address(user, address_id) if address_id else None
    open_rows = StorageSubscription.objects.filter(user=user, status__in=SubscriptionStatus.OPEN)
    row = open_rows.first()
    row = row or _new(user, plan)
    if address and row.status == SubscriptionStatus.INCOMPLETE:
        row.addresses.set([address])
    return row


def _new(user: User, plan: str) -> StorageSubscription:
    """Return a new row, or the one that was abandoned before it was paid."""
    given_up = StorageSubscription.objects.filter(
        user=user, status=SubscriptionStatus.CANCELED, started_at=None
    ).first()
    if given_up:
        given_up.addresses.clear()
        _next_attempt(given_up, plan)
        given_up.refresh_from_db()
        return given_up
    return StorageSubscription.objects.create(
        user=user, plan=plan, monthly_amount=STORAGE_PLAN_BY_ID[plan].monthly_price,
        status=SubscriptionStatus.INCOMPLETE,
    )  # fmt: skip


def finish_subscription(*, user: User, subscription_id: UUID, plan: str, address_id: UUID | None = None) -> Subscribed:
    """Bring the subscription to ``plan``.

    An incomplete one returns the client secret for its first payment; a live one changes its plan without another card.
    Call it outside of transactions, any number of times, also at once. Raises Conflict if the plan does not allow that
    many properties or another window keeps changing it, and PaymentsUnavailable.
    """
    for _ in range(_ROUNDS):
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
                continue  # it ended without an event, as when its customer was deleted, so begin another
            if address_id:
                attach_property(user=user, subscription_id=row.id, address_id=address_id)
            return Subscribed(None, StorageSubscription.objects.get(id=row.id))
    raise Conflict("Your subscription was changed in another window at the same time. Reload the page and try again.")


def _has_ended(row: StorageSubscription) -> bool:
    """Return whether a live row turns out to have ended at Stripe."""
    subscriptions.sync_subscription(row.stripe_subscription_id)
    row.refresh_from_db(fields=["status"])
    return row.status == SubscriptionStatus.CANCELED


def _first_payment(row: StorageSubscription, plan: str) -> str | None:
    """Return the client secret of an incomplete subscription of ``plan``; None if its state has changed."""
    state = at_stripe(row)
    if state is None:
        return None
    if state.status != SubscriptionStatus.INCOMPLETE:
        subscriptions.sync_subscription(state.id)
        return None
    if row.plan == plan:
        return state.client_secret
    # Stripe can't change the plan before the first payment, so this one is abandoned for another.
    if subscriptions.abandon(state.id).status == SubscriptionStatus.CANCELED:
        _next_attempt(row, plan)
    else:
        subscriptions.sync_subscription(state.id)  # it was paid a moment ago, so the live subscription is changed
    return None


def at_stripe(row: StorageSubscription) -> SubscriptionState | None:
    """Return the row's subscription at Stripe, created if needed; None if the row has changed."""
    try:
        if row.stripe_subscription_id:
            return subscriptions.fetch(row.stripe_subscription_id)
    except Refused as refusal:
        if not refusal.missing:
            raise
        status.mark_abandoned(row)
        return None
    state = subscriptions.start(user=row.user, plan=row.plan, purpose=PURPOSE, reference=row.id, attempt=row.attempt)
    kept = StorageSubscription.objects.filter(id=row.id, attempt=row.attempt).update(stripe_subscription_id=state.id)
    return state if kept else None


def _next_attempt(row: StorageSubscription, plan: str) -> None:
    """Prepare the row for a new subscription at Stripe, unless another window has done so."""
    StorageSubscription.objects.filter(id=row.id, attempt=row.attempt, started_at=None).update(
        plan=plan, monthly_amount=STORAGE_PLAN_BY_ID[plan].monthly_price, status=SubscriptionStatus.INCOMPLETE,
        attempt=row.attempt + 1, stripe_subscription_id="", ends_at=None, current_period_end=None,
    )  # fmt: skip
