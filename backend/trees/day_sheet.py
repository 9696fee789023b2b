"""What goes out on a delivery day, for the driver: town by town, with what to load."""

import datetime as dt
from collections import Counter
from itertools import groupby
from typing import Any

from catalog.catalog import TREE_ADD_ONS, TREE_SIZES
from trees.models import TreeOrder, TreeOrderStatus


def day_sheet(day: dt.date) -> dict[str, Any]:
    """The orders scheduled for ``day``, without cancelled ones: ``{day, towns: [{town, orders}], totals}``.

    Towns are in alphabetic order, whatever case they were written in; within one, streets are. ``totals`` count every
    size and extra of the catalogue, those that nobody ordered as 0. An order that was delivered already stays on it.
    """
    live = TreeOrder.objects.filter(scheduled_delivery_date=day).exclude(status__in=TreeOrderStatus.CALLED_OFF)
    orders = sorted(live, key=lambda order: (_town(order), order.address_line1.casefold(), order.id))
    sizes = Counter(order.tree_size for order in orders)
    towns = [(town, list(its)) for town, its in groupby(orders, key=_town)]
    return {
        "day": day,
        "towns": [{"town": its[0].city, "orders": its} for _, its in towns],
        "totals": {
            "sizes": {size.id: sizes[size.id] for size in TREE_SIZES},
            "addOns": {add_on.id: sum(add_on in order.add_ons for order in orders) for add_on in TREE_ADD_ONS},
            "orders": len(orders),
        },
    }


def _town(order: TreeOrder) -> str:
    return order.city.casefold()
