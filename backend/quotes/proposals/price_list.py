"""The office's price list: lines that it uses often."""

from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Lower
from django.shortcuts import get_object_or_404

from common.errors import Conflict
from common.locks import take_turns
from common.unset import UNSET, Unset, assign
from quotes.models import LineUnit, PriceListItem

MAX_PRICE_LIST_ITEMS = 300


def price_list() -> list[PriceListItem]:
    """Return the whole list, sorted by text. It is short enough for autocompletion in the browser."""
    return list(PriceListItem.objects.order_by(Lower("text"), "id")[:MAX_PRICE_LIST_ITEMS])


@transaction.atomic
def add_item(*, text: str, unit: LineUnit, unit_price: Decimal) -> PriceListItem:
    """Add a line. Raises Conflict if the list is full."""
    take_turns("price list")  # so that concurrent ones count each other
    if PriceListItem.objects.count() >= MAX_PRICE_LIST_ITEMS:
        raise Conflict(f"The price list is full ({MAX_PRICE_LIST_ITEMS} lines). Delete one that you no longer use.")
    return PriceListItem.objects.create(text=text, unit=unit, unit_price=unit_price)


@transaction.atomic
def change_item(
    *,
    item_id: UUID,
    text: str | Unset = UNSET,
    unit: LineUnit | Unset = UNSET,
    unit_price: Decimal | Unset = UNSET,
) -> PriceListItem:
    """Change a line. Proposals that already use it stay as they are. Raises Http404."""
    item = get_object_or_404(PriceListItem.objects.select_for_update(), id=item_id)
    assign(item, text=text, unit=unit, unit_price=unit_price)
    item.save()
    return item


def delete_item(*, item_id: UUID) -> None:
    """Delete a line. Raises Http404."""
    get_object_or_404(PriceListItem, id=item_id).delete()
