"""A customer's changes to a subscription: plan, cancellation, card and properties.

Stripe is called outside of transactions, and the state it returns is stored (``storage.status``). Properties are stored
only here.
"""

from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404

from accounts.models import Address, AddressStatus, User
from accounts.services import lock_addresses, saved_address
from catalog.catalog import STORAGE_PLAN_BY_ID
from common.counts import count_of
from common.errors import Conflict, DomainError
from payments import cards, subscriptions
from payments.client import PaymentsUnavailable
from payments.states import Preview, SubscriptionStatus
from storage.models import StorageSubscription
from storage.news import plan_address_news
from storage.status import update_property_statuses


def change_plan(row: StorageSubscription, plan: str) -> None:
    """Change a live subscription to ``plan`` now. Raises Conflict if it has too many properties for that."""
    if not _store_pending_plan(row.id, plan):
        return
    try:
        subscriptions.change_plan(_stripe_id(row), plan)
    except PaymentsUnavailable:
        raise  # the plan may have changed, so the stricter limit applies until the reconciliation
    except DomainError:
        StorageSubscription.objects.filter(id=row.id, pending_plan=plan).update(pending_plan="")
        raise


@transaction.atomic
def _store_pending_plan(subscription_id: UUID, plan: str) -> bool:
    """Store the requested plan, so that its limit already applies; return False if it is the current one."""
    row = StorageSubscription.objects.select_for_update().get(id=subscription_id)
    _check_limit(row, plan)
    if row.plan == plan and not row.pending_plan:
        return False
    row.pending_plan = plan
    row.save()
    return True


def _check_limit(row: StorageSubscription, plan: str) -> None:
    new_plan, properties = STORAGE_PLAN_BY_ID[plan], row.addresses.count()
    if new_plan.max_properties is not None and properties > new_plan.max_properties:
        raise Conflict(
            f"The {new_plan.name} plan takes {count_of(new_plan.max_properties, 'property', 'properties')}, and yours "
            f"has {properties}. Remove properties first."
        )


def preview_change(*, user: User, subscription_id: UUID, plan: str) -> Preview:
    """Return what changing to ``plan`` would cost. Raises Http404, and Conflict if the change isn't possible."""
    row = _live(user, subscription_id)
    _check_limit(row, plan)
    return subscriptions.preview_change(_stripe_id(row), plan)


def cancel_subscription(*, user: User, subscription_id: UUID) -> None:
    """Cancel at the end of the paid period, or now if it was never paid. Raises Http404, Conflict if it has ended."""
    row = _own(user, subscription_id)
    if row.status == SubscriptionStatus.INCOMPLETE and not row.stripe_subscription_id:
        # Stripe wasn't reached, or its response was lost. If it did start a subscription, its attempt is now outdated.
        if StorageSubscription.objects.filter(id=row.id, attempt=row.attempt, stripe_subscription_id="").update(
            status=SubscriptionStatus.CANCELED, attempt=row.attempt + 1
        ):
            return
        row.refresh_from_db()
    if row.status == SubscriptionStatus.INCOMPLETE:
        subscriptions.abandon(row.stripe_subscription_id)
        subscriptions.sync_subscription(row.stripe_subscription_id)
        return
    row = _live(user, subscription_id)
    if row.status != SubscriptionStatus.CANCELING:
        subscriptions.cancel_at_period_end(_stripe_id(row))


def resume_subscription(*, user: User, subscription_id: UUID) -> None:
    """Undo the cancellation. Raises Http404, Conflict if it has ended."""
    row = _live(user, subscription_id)
    if row.ends_at is not None:
        subscriptions.resume(_stripe_id(row))


def update_card(*, user: User, subscription_id: UUID) -> str:
    """Return the client secret for entering another card. Raises Http404, Conflict if it has ended."""
    row = _live(user, subscription_id)
    return cards.start_card_update(user=user, subscription_id=_stripe_id(row))


@transaction.atomic
def attach_property(*, user: User, subscription_id: UUID, address_id: UUID) -> None:
    """Add one of the user's saved addresses.

    Raises Http404, DomainError (400) for someone else's address, and Conflict beyond the plan's limit or if the
    subscription isn't live.
    """
    lock_addresses(user)
    row = _live(user, subscription_id, lock=True)
    address = saved_address(user, address_id)
    attached = set(row.addresses.values_list("id", flat=True))
    if address.id in attached:
        return
    plan = row.limiting_plan
    if plan.max_properties is not None and len(attached) >= plan.max_properties:
        raise Conflict(f"Your plan takes {plan.property_limit.lower()}")
    row.addresses.add(address)
    update_property_statuses(row)
    plan_address_news(row)


@transaction.atomic
def detach_property(*, user: User, subscription_id: UUID, address_id: UUID) -> None:
    """Remove a property. Raises Http404, and Conflict while items from it are in storage."""
    User.objects.select_for_update().get(pk=user.pk)
    row = _own(user, subscription_id, lock=True)
    address = get_object_or_404(row.addresses, id=address_id)
    if address.status == AddressStatus.ITEMS_IN_STORAGE:
        raise Conflict("We're storing items from this property. Call us to have them returned first.")
    row.addresses.remove(address)
    Address.objects.filter(id=address.id, status=AddressStatus.SUBSCRIBED).update(status=AddressStatus.ACTIVE)
    if row.status in SubscriptionStatus.LIVE:
        plan_address_news(row)


def _own(user: User, subscription_id: UUID, *, lock: bool = False) -> StorageSubscription:
    rows = StorageSubscription.objects.owned_by(user)
    return get_object_or_404(rows.select_for_update() if lock else rows, id=subscription_id)


def _live(user: User, subscription_id: UUID, *, lock: bool = False) -> StorageSubscription:
    row = _own(user, subscription_id, lock=lock)
    if row.status not in SubscriptionStatus.LIVE:
        raise Conflict("This subscription isn't active")
    return row


def _stripe_id(row: StorageSubscription) -> str:
    if not row.stripe_subscription_id:
        raise Conflict("This subscription isn't billed by card. Call us to change it.")
    return row.stripe_subscription_id
