"""The news about storage plans for the office, which fetches the customer's things and returns them."""

from enum import StrEnum

from django.utils import timezone

from catalog.catalog import STORAGE_PLAN_BY_ID
from common.days import in_words
from common.money import dollars
from notifications.models import AboutKind, Message
from notifications.office import News, office_kind
from storage.models import StorageSubscription


class Happened(StrEnum):
    """What happened to a plan; the first word of the message's occasion."""

    STARTED = "started"
    CHANGED = "changed"
    CANCELED = "canceled"
    KEPT = "kept"
    ENDED = "ended"


_SENTENCES = {
    Happened.STARTED: "{name} started a storage plan",
    Happened.CHANGED: "{name} changed their storage plan",
    Happened.CANCELED: "{name} canceled their storage plan",
    Happened.KEPT: "{name} is keeping their storage plan",
    Happened.ENDED: "The storage plan of {name} has ended",
}
_MOST_ADDRESSES = 3


@office_kind("office-storage", AboutKind.SUBSCRIPTION)
def office_storage(message: Message) -> News:
    """Tell the office of a plan that started, changed, was canceled or kept, or ended: no row of the queue says so."""
    row = StorageSubscription.objects.select_related("user").get(id=message.row_id)
    happened = Happened(message.occasion.split()[0])
    return News(
        _SENTENCES[happened].format(name=row.user.full_name),
        "; ".join([*_terms(row), *_properties(row)]),
        f"/admin?tab=customers&person={row.user_id}",
    )


def _terms(row: StorageSubscription) -> list[str]:
    price = f"{STORAGE_PLAN_BY_ID[row.plan].name}, {dollars(row.monthly_amount)} per month"
    return [price, *([f"ends {in_words(timezone.localdate(row.ends_at))}"] if row.ends_at else [])]


def _properties(row: StorageSubscription) -> list[str]:
    found = [f"{each.street}, {each.city}" for each in row.addresses.all()[: _MOST_ADDRESSES + 1]]
    more = ["and more"] if len(found) > _MOST_ADDRESSES else []
    return [*found[:_MOST_ADDRESSES], *more] or ["no address yet"]
