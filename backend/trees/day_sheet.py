"""The delivery list of a day for the driver: orders by city, what to load, and what to collect."""

import datetime as dt
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from catalog.catalog import TREE_ADD_ONS, TREE_SIZES
from trees.models import TreeOrder, TreeOrderStatus


@dataclass(frozen=True)
class Town:
    """The orders of one city, spelled as one of its customers wrote it."""

    town: str
    orders: list[TreeOrder]


@dataclass(frozen=True)
class DayTotals:
    """What to load and to collect.

    ``sizes`` and ``add_ons`` have a count for each catalog ID, also if it is 0. ``to_collect`` is the amount due on
    ``orders_to_collect`` orders. The ``orders_paying``, whose card payment a bank is processing, are not among them.
    """

    sizes: dict[str, int]
    add_ons: dict[str, int]
    orders: int
    to_collect: Decimal
    orders_to_collect: int
    orders_paying: int


@dataclass(frozen=True)
class DaySheet:
    """A delivery day, city by city."""

    day: dt.date
    towns: list[Town]
    totals: DayTotals


def day_sheet(day: dt.date) -> DaySheet:
    """Return the orders scheduled for ``day``, without canceled ones. Delivered orders stay on the sheet.

    Cities, and streets within them, are in alphabetical order, ignoring case.
    """
    scheduled = (
        TreeOrder.objects.for_desk().filter(scheduled_delivery_date=day).exclude(status__in=TreeOrderStatus.CALLED_OFF)
    )
    orders = sorted(scheduled, key=lambda order: (_city_key(order), order.address_line1.casefold(), order.id))
    sizes = Counter(order.tree_size for order in orders)
    due = [order.amount_due for order in orders if order.amount_due and not order.is_paying]
    by_city = [list(group) for _, group in groupby(orders, key=_city_key)]
    return DaySheet(
        day=day,
        towns=[Town(group[0].city, group) for group in by_city],
        totals=DayTotals(
            sizes={size.id: sizes[size.id] for size in TREE_SIZES},
            add_ons={add_on.id: sum(add_on in order.add_ons for order in orders) for add_on in TREE_ADD_ONS},
            orders=len(orders),
            to_collect=sum(due, Decimal("0.00")),
            orders_to_collect=len(due),
            orders_paying=sum(order.is_paying for order in orders),
        ),
    )


def _city_key(order: TreeOrder) -> str:
    return order.city.casefold()
