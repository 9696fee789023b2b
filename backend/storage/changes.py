"""What a customer changes of a subscription: its plan, its end, its card and its properties.

Stripe is asked outside of transactions, and what it answers is taken over (``storage.status``); the properties are
ours alone.
"""

from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404

from accounts.models import Address, AddressStatus, User
from catalog.catalog import STORAGE_PLAN_BY_ID
from common.errors import Conflict, DomainError
from payments import cards, subscriptions
from payments.client import PaymentsUnavailable
from payments.states import Preview, SubscriptionStatus
from storage.models import StorageSubscription
from storage.status import mark_properties


def own_address(user: User, address_id: UUID) -> Address:
    """A saved address of the user's. Raises DomainError (400) on ``addressId``."""
    address = Address.objects.owned_by(user).filter(id=address_id).first()
    if address is None:
        message = "This is not one of your saved addresses"
        raise DomainError(message, {"addressId": [message]})
    return address


def change_plan(row: StorageSubscription, plan: str) -> None:
    """Change a live subscription to ``plan`` now. Raises Conflict where it has more properties than that takes."""
    if not _note_change(row.id, plan):
        return
    try:
        subscriptions.change_plan(_at_stripe(row), plan)
    except PaymentsUnavailable:
        raise  # it may have been changed all the same: the stricter limit holds until Stripe has been asked
    except DomainError:
        StorageSubscription.objects.filter(id=row.id, pending_plan=plan).update(pending_plan="")
        raise


@transaction.atomic
def _note_change(subscription_id: UUID, plan: str) -> bool:
    """Write down that a change is being asked for, so that no property is added past the new limit meanwhile; whether
    there is anything to change."""
    row = StorageSubscription.objects.select_for_update().get(id=subscription_id)
    _check_limit(row, plan)
    if row.plan == plan and not row.pending_plan:
        return False
    row.pending_plan = plan
    row.save()
    return True


def _check_limit(row: StorageSubscription, plan: str) -> None:
    chosen, properties = STORAGE_PLAN_BY_ID[plan], row.addresses.count()
    if chosen.max_properties is not None and properties > chosen.max_properties:
        raise Conflict(
            f"The {chosen.name} plan takes {chosen.max_properties} "
            f"{'property' if chosen.max_properties == 1 else 'properties'}, and yours has {properties}. "
            "Remove properties first."
        )


def preview_change(*, user: User, subscription_id: UUID, plan: str) -> Preview:
    """What going over to ``plan`` would cost. Raises Http404, and Conflict where it could not be done."""
    row = _live(user, subscription_id)
    _check_limit(row, plan)
    return subscriptions.preview_change(_at_stripe(row), plan)


def cancel_subscription(*, user: User, subscription_id: UUID) -> None:
    """End with the paid period; one that was never paid for ends now. Raises Http404, Conflict where it has ended."""
    row = _own(user, subscription_id)
    if row.status == SubscriptionStatus.INCOMPLETE and row.stripe_subscription_id:
        subscriptions.abandon(row.stripe_subscription_id)
        subscriptions.sync_subscription(row.stripe_subscription_id)
        return
    row = _live(user, subscription_id)
    if row.status != SubscriptionStatus.CANCELING:
        subscriptions.cancel_at_period_end(_at_stripe(row))


def resume_subscription(*, user: User, subscription_id: UUID) -> None:
    """Go on after all. Raises Http404, Conflict where it has ended."""
    row = _live(user, subscription_id)
    if row.ends_at is not None:
        subscriptions.resume(_at_stripe(row))


def update_card(*, user: User, subscription_id: UUID) -> str:
    """The client secret with which another card is taken. Raises Http404, Conflict where it has ended."""
    row = _live(user, subscription_id)
    return cards.start_card_update(user=user, subscription_id=_at_stripe(row))


@transaction.atomic
def attach_property(*, user: User, subscription_id: UUID, address_id: UUID) -> None:
    """Add one of the user's saved addresses. Raises Http404, DomainError (400) for somebody else's address, Conflict
    past the plan's limit or where the subscription is not live."""
    User.objects.select_for_update().get(pk=user.pk)  # as whoever deletes an address or changes the subscription
    row = _live(user, subscription_id, lock=True)
    address = own_address(user, address_id)
    attached = set(row.addresses.values_list("id", flat=True))
    if address.id in attached:
        return
    if row.most_properties is not None and len(attached) >= row.most_properties:
        raise Conflict(f"Your plan takes {STORAGE_PLAN_BY_ID[row.pending_plan or row.plan].property_limit.lower()}")
    row.addresses.add(address)
    mark_properties(row)


@transaction.atomic
def detach_property(*, user: User, subscription_id: UUID, address_id: UUID) -> None:
    """Take an address off. Raises Http404, Conflict while items of it are in storage."""
    User.objects.select_for_update().get(pk=user.pk)
    row = _own(user, subscription_id, lock=True)
    address = get_object_or_404(row.addresses, id=address_id)
    if address.status == AddressStatus.ITEMS_IN_STORAGE:
        raise Conflict("Items of this property are in storage. Call us to have them brought back first.")
    row.addresses.remove(address)
    Address.objects.filter(id=address.id, status=AddressStatus.SUBSCRIBED).update(status=AddressStatus.ACTIVE)


def _own(user: User, subscription_id: UUID, *, lock: bool = False) -> StorageSubscription:
    rows = StorageSubscription.objects.owned_by(user)
    return get_object_or_404(rows.select_for_update() if lock else rows, id=subscription_id)


def _live(user: User, subscription_id: UUID, *, lock: bool = False) -> StorageSubscription:
    row = _own(user, subscription_id, lock=lock)
    if row.status not in SubscriptionStatus.LIVE:
        raise Conflict("This subscription is not running")
    return row


def _at_stripe(row: StorageSubscription) -> str:
    if not row.stripe_subscription_id:
        raise Conflict("This subscription is not billed by card. Please call us to change it.")
    return row.stripe_subscription_id
