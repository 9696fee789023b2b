"""News about storage plans for the office, which fetches and returns the customer's things."""

from enum import StrEnum

from django.db.models import Q
from django.utils import timezone

from catalog.catalog import STORAGE_PLAN_BY_ID
from common.days import in_words
from common.money import dollars
from notifications.kinds import Skip
from notifications.models import AboutKind, Message, MessageStatus
from notifications.office import News, office_kind
from payments.states import SubscriptionStatus
from storage.emails import skip_if_paid_since
from storage.models import StorageSubscription


class PlanEvent(StrEnum):
    """What happened to a plan. It is the first word of the message's occasion."""

    STARTED = "started"
    CHANGED = "changed"
    CANCELED = "canceled"
    KEPT = "kept"
    MOVED = "moved"
    UNPAID = "unpaid"
    ENDED = "ended"


_SENTENCES = {
    PlanEvent.STARTED: "{name} started a storage plan",
    PlanEvent.CHANGED: "{name} changed their storage plan",
    PlanEvent.CANCELED: "{name} canceled their storage plan",
    PlanEvent.KEPT: "{name} is keeping their storage plan",
    PlanEvent.MOVED: "{name} changed the addresses of their storage plan",
    PlanEvent.UNPAID: "A monthly payment for the storage plan of {name} failed",
    PlanEvent.ENDED: "The storage plan of {name} has ended",
}
_MAX_ADDRESSES = 3


@office_kind("office-storage", AboutKind.SUBSCRIPTION)
def office_storage(message: Message) -> News:
    """Tell the office what happened to a plan, to its addresses or to a payment for it, since Due now doesn't show it.

    Skipped if it no longer holds, or if the same happened again before the office was told.
    """
    row = StorageSubscription.objects.select_related("user").get(id=message.row_id)
    event = PlanEvent(message.occasion.split()[0])
    if event == PlanEvent.UNPAID:
        skip_if_paid_since(row)
    is_ending = row.ends_at is not None and row.status not in SubscriptionStatus.ENDED
    continues = row.ends_at is None and row.status not in SubscriptionStatus.ENDED
    if (event == PlanEvent.CANCELED and not is_ending) or (event == PlanEvent.KEPT and not continues):
        raise Skip("The customer has changed their mind since, or the plan has ended.")
    again = Message.objects.filter(kind=message.kind, about_id=row.id, occasion__startswith=f"{event} ")
    if again.filter(id__gt=message.id, status=MessageStatus.QUEUED).exists():
        raise Skip("It happened again since, and that is told with the plan as it is now.")
    if event == PlanEvent.MOVED and _is_told_with_plan(message):
        raise Skip("The news about the plan has its addresses as they are now.")
    return News(
        _SENTENCES[event].format(name=row.user.full_name),
        "; ".join([*_terms(row), *_properties(row)]),
        f"/admin?tab=customers&person={row.user_id}",
    )


def _is_told_with_plan(message: Message) -> bool:
    """Return whether news that the plan started or changed is waiting, or was composed after the addresses changed."""
    news = Message.objects.filter(kind=message.kind, about_id=message.about_id)
    about_plan = Q(occasion__startswith=f"{PlanEvent.STARTED} ") | Q(occasion__startswith=f"{PlanEvent.CHANGED} ")
    waits, is_later = Q(status=MessageStatus.QUEUED), Q(updated_at__gt=message.created_at)
    return news.filter(about_plan, waits | is_later).exclude(status=MessageStatus.FAILED).exists()


def _terms(row: StorageSubscription) -> list[str]:
    price = f"{STORAGE_PLAN_BY_ID[row.plan].name}, {dollars(row.monthly_amount)} per month"
    ends = "ended" if row.status in SubscriptionStatus.ENDED else "ends"
    unpaid = [f"{dollars(row.due.amount)} is unpaid"] if row.status == SubscriptionStatus.PAST_DUE else []
    return [price, *unpaid, *([f"{ends} {in_words(timezone.localdate(row.ends_at))}"] if row.ends_at else [])]


def _properties(row: StorageSubscription) -> list[str]:
    addresses = [
        f"{each.street}, {each.city}" for each in row.addresses.order_by("created_at", "id")[: _MAX_ADDRESSES + 1]
    ]
    more = ["and more"] if len(addresses) > _MAX_ADDRESSES else []
    return [*addresses[:_MAX_ADDRESSES], *more] or ["no address"]
