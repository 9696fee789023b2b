"""The delivery list of a day for the driver: orders by city, and what to load."""

import datetime as dt
from collections import Counter
from itertools import groupby
from typing import Any

from catalog.catalog import TREE_ADD_ONS, TREE_SIZES
from trees.models import TreeOrder, TreeOrderStatus


def day_sheet(day: dt.date) -> dict[str, Any]:
    """Return ``{day, towns: [{town, orders}], totals}`` for ``day``, without canceled orders.

    Cities and the streets within them are in alphabetical order, whatever their case. ``totals`` has every size and
    add-on of the catalog, also those that no one ordered (0). Delivered orders stay on the list.
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
