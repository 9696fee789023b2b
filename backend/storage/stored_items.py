"""What we store from customers' properties: what is still to be picked up, what is in storage, what goes back."""

import datetime as dt
from uuid import UUID

from django.db import transaction
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, Value, When
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import Address, AddressStatus
from accounts.services import lock_addresses
from common.literals import written_out
from common.statuses import Badge, Mark, Status, Tone
from notifications.planning import plan_news
from payments.states import SubscriptionStatus
from storage import emails
from storage.models import StorageSubscription

# Time to correct a wrong click before the customer is told.
ITEMS_EMAIL_DELAY = dt.timedelta(minutes=10)


class StoredItemsStatus(Status):
    """Where the items from a property are, and whether they have to be fetched or returned."""

    TO_PICK_UP = "to_pick_up", Badge(Tone.AMBER, Mark.RING)
    IN_STORAGE = "in_storage", Badge(Tone.SLATE, Mark.SQUARE)
    TO_RETURN = "to_return", Badge(Tone.RED)


def properties_with_items(properties: QuerySet[Address], statuses: list[str]) -> QuerySet[Address]:
    """Return those of the ``properties`` whose items have one of the ``statuses`` (none: any), with ``items_status``
    and their newest plan: ``plan`` and ``plan_ends_at`` (both None without a plan).

    Items go back once their plan is canceled. If it is canceled before they are picked up, there is nothing to do.
    """
    plans = StorageSubscription.objects.filter(addresses=OuterRef("pk")).order_by("-created_at", "-id")
    # A plan that was canceled while its payment is open stays past due until it ends.
    renewing = Exists(plans.filter(status__in=SubscriptionStatus.RENEWING, ends_at=None))
    stored = Q(status=AddressStatus.ITEMS_IN_STORAGE)
    return (
        properties.filter(written_out(Q(status__in=AddressStatus.IN_USE)))
        .annotate(
            items_status=Case(
                When(renewing & ~stored, then=Value(StoredItemsStatus.TO_PICK_UP.value)),
                When(renewing, then=Value(StoredItemsStatus.IN_STORAGE.value)),
                When(stored, then=Value(StoredItemsStatus.TO_RETURN.value)),
            ),
            plan=Subquery(plans.values("plan")[:1]),
            plan_ends_at=Subquery(plans.values("ends_at")[:1]),
        )
        .filter(items_status__in=statuses or StoredItemsStatus.values)
        .select_related("user")
    )


@transaction.atomic
def record_items(*, address_id: UUID, in_storage: bool) -> Address:
    """Record that the items from a property were picked up or returned, and plan the email that tells its customer.

    Recording the same again changes nothing. Raises Http404.
    """
    lock_addresses(get_object_or_404(Address.objects.select_related("user"), id=address_id).user)
    address = Address.objects.select_for_update().get(id=address_id)
    if in_storage == (address.status == AddressStatus.ITEMS_IN_STORAGE):
        return address
    plans = StorageSubscription.objects.filter(addresses=address).order_by("-created_at", "-id")
    without = AddressStatus.SUBSCRIBED if plans.live().exists() else AddressStatus.ACTIVE
    address.status = AddressStatus.ITEMS_IN_STORAGE if in_storage else without
    address.save()
    if newest := plans.first():
        plan_news(emails.storage_items, newest.id, thing=address.id, not_before=timezone.now() + ITEMS_EMAIL_DELAY)
    return address
