"""Whose number or email address it is: the quotes and tree orders that have it."""

import datetime as dt
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from common.email_addresses import same_address
from common.search import having_any
from quotes.models import Quote, QuoteStatus
from texts.models import ContactChoice
from texts.numbers import e164
from trees.models import TreeOrder, TreeOrderStatus

# How many of the newest rows with the digits of a number are looked at.
_NEWEST = 20


@dataclass(frozen=True)
class Known:
    """What we know about a sender. ``quote`` is their newest one that is not settled, ``tree_order`` their newest one
    that is neither delivered nor canceled. The others are of the newest row that has the sender; blank for a stranger.
    """

    quote: Quote | None = None
    tree_order: TreeOrder | None = None
    name: str = ""
    email: str = ""
    phone: str = ""
    user: User | None = None

    @property
    def is_customer(self) -> bool:
        return bool(self.email)


def whose_number(number: str) -> Known:
    """Return who has ``number`` (E.164); if several people share it, the one whose quote or order is the newest."""
    choosers = ContactChoice.objects.filter(number=number).values("user")  # in My Services, beside what they typed
    quotes = {
        *(quote for quote in _with_digits(Quote.objects.all(), number) if e164(quote.phone) == number),
        *Quote.objects.filter(user__in=choosers).select_related("user").order_by("-created_at", "-id")[:_NEWEST],
    }
    orders = {
        *(order for order in _with_digits(TreeOrder.objects.all(), number) if e164(order.customer_phone) == number),
        *TreeOrder.objects.filter(user__in=choosers).select_related("user").order_by("-created_at", "-id")[:_NEWEST],
    }
    return _known(sorted(quotes, key=_age, reverse=True), sorted(orders, key=_age, reverse=True))


def _age(row: Quote | TreeOrder) -> tuple[dt.datetime, UUID]:
    return row.created_at, row.id


def whose_address(address: str) -> Known:
    """Return who has the email address, as they typed it in a form."""
    quotes = Quote.objects.filter(same_address("email", address)).order_by("-created_at", "-id")
    orders = TreeOrder.objects.filter(same_address("customer_email", address)).order_by("-created_at", "-id")
    return _known(list(quotes[:_NEWEST]), list(orders[:_NEWEST]))


def _known(quotes: list[Quote], orders: list[TreeOrder]) -> Known:
    """Return who has these rows, the newest first."""
    open_quotes = [quote for quote in quotes if quote.status not in QuoteStatus.SETTLED]
    open_orders = [order for order in orders if order.status in TreeOrderStatus.UNDELIVERED]
    people = [
        *((quote.created_at, quote.full_name, quote.email, quote.phone, quote.user) for quote in quotes[:1]),
        *(
            (order.created_at, order.customer_name, order.customer_email, order.customer_phone, order.user)
            for order in orders[:1]
        ),
    ]
    if not people:
        return Known()
    _, name, email, phone, user = max(people, key=lambda person: person[0])
    return Known(next(iter(open_quotes), None), next(iter(open_orders), None), name, email, phone, user)


def _with_digits(rows: QuerySet[Any], number: str) -> QuerySet[Any]:
    return having_any(rows, _written(number)).select_related("user").order_by("-created_at", "-id")[:_NEWEST]


def _written(number: str) -> list[str]:
    """Return the digits that a person may have typed for ``number``: here people leave the country code out."""
    digits = number.removeprefix("+")
    return [digits, digits[1:]] if digits.startswith("1") else [digits]
