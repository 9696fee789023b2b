"""Filters, search and sort orders of the desk's list of tree orders."""

from datetime import date
from functools import partial

from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils import timezone
from rest_framework.request import Request

from common import filters
from common.literals import written_out
from common.ordering import NEWEST, OLDEST, ByColumn, ByGroup, Order, by_name
from common.pagination import Listing
from common.search_lists import divided, search_list
from trees.models import UNDELIVERED_ORDERS, UNPAID_ORDERS, WAITING_ORDERS, TreeOrder, TreeOrderStatus, TreeSize

ORDERS = by_name(
    NEWEST,
    OLDEST,
    ByColumn("customerName", "name_key", str, expression=Lower("customer_name")),
    ByColumn("-customerName", "name_key", str, expression=Lower("customer_name"), descending=True),
    ByColumn("scheduledDeliveryDate", "scheduled_delivery_date", date.fromisoformat, nullable=True),
    ByColumn("preferredDeliveryDate", "preferred_delivery_date", date.fromisoformat, nullable=True),
    ByGroup("status", "status"),
)
FILTERS = {
    "status": "One or more statuses, repeated or separated by commas",
    "size": "One or more tree sizes",
    "town": "The city as the customer wrote it",
    "deliveryDay": "Orders scheduled for this day",
    "preferredDay": "Orders whose customer prefers this day",
    "disposal": "1: orders with disposal in January, without canceled ones",
    "unanswered": "1: orders whose customer has not been reached yet",
    "pastUnmarked": "true: orders still open after their delivery day (Eastern), sorted by that day",
    "unpaid": "1: unpaid orders that are delivered or have a delivery day, sorted by that day",
    "q": "Beginnings of words in the name, email address, phone number or short ID",
    "ordering": f"One of {', '.join(ORDERS)}; default: -createdAt",
}


def filtered(request: Request, orders: QuerySet[TreeOrder]) -> Listing:
    """Return the list of ``orders`` for the query parameters. Raises ValidationError (400)."""
    everything = orders
    past_unmarked = filters.flag(request, "pastUnmarked")
    unpaid = filters.flag(request, "unpaid")
    order = filters.ordering(request, ORDERS, "scheduledDeliveryDate" if past_unmarked or unpaid else NEWEST.name)
    for name, column in (("deliveryDay", "scheduled_delivery_date"), ("preferredDay", "preferred_delivery_date")):
        if day := filters.day(request, name):
            orders = orders.filter(**{column: day})
    if filters.flag(request, "disposal"):
        orders = orders.filter(include_disposal=True).exclude(status__in=TreeOrderStatus.CALLED_OFF)
    if filters.flag(request, "unanswered"):
        orders = orders.filter(written_out(WAITING_ORDERS))
    if past_unmarked:
        orders = past_unmarked_orders(orders)
    if unpaid:
        orders = orders.filter(written_out(UNPAID_ORDERS))
    if city := filters.text(request, "town"):
        orders = orders.filter(city=city)
    statuses = filters.chosen(request, "status", TreeOrderStatus.values)
    sizes = filters.chosen(request, "size", TreeSize.values)
    chosen = orders.filter(status__in=statuses) if statuses else orders
    if sizes:
        chosen = chosen.filter(tree_size__in=sizes)
    divide = partial(_partitions, orders, statuses, sizes, within_city=bool(city))
    return search_list(filters.text(request, "q"), everything, chosen, divide, order)


def past_unmarked_orders(orders: QuerySet[TreeOrder]) -> QuerySet[TreeOrder]:
    """Return the ``orders`` whose delivery day (Eastern) has passed without being marked as delivered."""
    return orders.filter(written_out(UNDELIVERED_ORDERS), scheduled_delivery_date__lt=timezone.localdate())


def _partitions(
    orders: QuerySet[TreeOrder], statuses: list[str], sizes: list[str], order: Order, *, within_city: bool
) -> list[QuerySet[TreeOrder]]:
    """Divide ``orders`` so that one index has each partition in order.

    The indexes begin with the city, the size and the status. So a filter on one of these columns makes a partition for
    each value of the columns after it.
    """
    if order not in (NEWEST, OLDEST):
        if statuses:
            orders = orders.filter(status__in=statuses)
        return [orders.filter(tree_size__in=sizes) if sizes else orders]
    if within_city:
        sizes = sizes or TreeSize.values
    if sizes:
        statuses = statuses or TreeOrderStatus.values
    return divided(orders, tree_size=sizes, status=statuses)
