"""The work queue: customers who wait for a reply, the earliest deadline first."""

import datetime as dt
import heapq
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import models

from catalog.catalog import ADD_ON_BY_ID
from common.literals import written_out
from common.ordering import OLDEST
from common.pagination import read_page
from looks.look import Look
from quotes.models import WAITING_QUOTES, CommunicationPreference, Quote
from trees.models import WAITING_ORDERS, TreeOrder


class QueueKind(models.TextChoices):
    QUOTE = "quote"
    TREE_ORDER = "tree_order"


@dataclass(frozen=True)
class PriceRange:
    """From ``low`` to ``high`` whole US dollars."""

    low: int
    high: int


@dataclass(frozen=True)
class QueueItem:
    """A customer who waits for a quote or for the call about their tree order. ``estimate`` is a quote's stored one."""

    kind: str
    id: UUID
    customer_name: str
    phone: str
    email: str
    communication_preference: str
    summary: str
    look: Look | None
    city: str
    estimate: PriceRange | None
    status: str
    created_at: dt.datetime
    respond_by: dt.datetime
    updated_at: dt.datetime


def read_queue(size: int, after: tuple[Any, ...] | None) -> list[QueueItem]:
    """Return the next ``size`` items after the cursor key ``after`` (see ``common.ordering.OLDEST``)."""
    quotes = read_page(Quote.objects.filter(written_out(WAITING_QUOTES)), OLDEST, size, after)
    orders = read_page(TreeOrder.objects.filter(written_out(WAITING_ORDERS)), OLDEST, size, after)
    return list(heapq.merge(map(_quote, quotes), map(_order, orders), key=OLDEST.cursor_key))[:size]


def _quote(quote: Quote) -> QueueItem:
    add_ons = [ADD_ON_BY_ID[each].name if each in ADD_ON_BY_ID else each for each in quote.add_ons]
    return QueueItem(
        kind=QueueKind.QUOTE,
        id=quote.id,
        customer_name=quote.full_name,
        phone=quote.phone,
        email=quote.email,
        communication_preference=quote.communication_preference,
        summary=", ".join([quote.get_service_package_display(), *add_ons]),
        look=quote.look,
        city=quote.city,
        estimate=quote.estimate and PriceRange(quote.estimate["low"], quote.estimate["high"]),
        status=quote.status,
        created_at=quote.created_at,
        respond_by=quote.respond_by,
        updated_at=quote.updated_at,
    )


def _order(order: TreeOrder) -> QueueItem:
    add_ons = [add_on.name for add_on in order.add_ons]
    return QueueItem(
        kind=QueueKind.TREE_ORDER,
        id=order.id,
        customer_name=order.customer_name,
        phone=order.customer_phone,
        email=order.customer_email,
        communication_preference=CommunicationPreference.PHONE,  # the order form promises a call
        summary=", ".join([order.get_tree_size_display(), *add_ons]),
        look=None,
        city=order.city,
        estimate=None,
        status=order.status,
        created_at=order.created_at,
        respond_by=order.respond_by,
        updated_at=order.updated_at,
    )
