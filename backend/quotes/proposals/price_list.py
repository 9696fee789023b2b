"""The office's own list of usual lines."""

from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Lower
from django.shortcuts import get_object_or_404

from common.errors import Conflict
from common.unset import UNSET, Unset, assign
from quotes.models import LineUnit, PriceListItem

MOST_ITEMS = 300


def price_list() -> list[PriceListItem]:
    """Return the whole list by text, which is short enough to be completed from as someone types."""
    return list(PriceListItem.objects.order_by(Lower("text"), "id")[:MOST_ITEMS])


@transaction.atomic
def add_item(*, text: str, unit: LineUnit, unit_price: Decimal) -> PriceListItem:
    """Add a line. Raises Conflict if the list is full."""
    if PriceListItem.objects.count() >= MOST_ITEMS:
        raise Conflict(f"The price list is full ({MOST_ITEMS} lines). Delete one that you no longer use.")
    return PriceListItem.objects.create(text=text, unit=unit, unit_price=unit_price)


@transaction.atomic
def change_item(
    *,
    item_id: UUID,
    text: str | Unset = UNSET,
    unit: LineUnit | Unset = UNSET,
    unit_price: Decimal | Unset = UNSET,
) -> PriceListItem:
    """Change a line; proposals that were written with it stay as they are. Raises Http404."""
    item = get_object_or_404(PriceListItem.objects.select_for_update(), id=item_id)
    assign(item, text=text, unit=unit, unit_price=unit_price)
    item.save()
    return item


def delete_item(*, item_id: UUID) -> None:
    """Delete a line. Raises Http404."""
    get_object_or_404(PriceListItem, id=item_id).delete()
