"""Identify a sender by the quotes and tree orders with their number or email address."""

import datetime as dt
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from common.email_addresses import email_key, same_address
from common.search import having_any
from quotes.models import Quote, QuoteStatus
from texts.models import ContactChoice
from texts.numbers import e164
from trees.models import TreeOrder, TreeOrderStatus

# How many of the newest rows are read for each number or address.
_NEWEST = 20


@dataclass(frozen=True)
class Known:
    """What we know about a sender. ``quote`` is their newest quote that is not settled, ``tree_order`` their newest
    order that is neither delivered nor canceled. The other fields are those of their newest row, blank for a stranger.
    If it can be one of several customers, only ``name`` is set, to the names of all of them.
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


def find_by_number(number: str) -> Known:
    """Return who has ``number`` (E.164). Nobody had to prove that the number they typed is theirs, so if several people
    have open quotes or orders with it, none of them may read what it sends: staff find out who wrote.
    """
    choosers = ContactChoice.objects.filter(number=number).values("user")  # entered in My Services
    quotes = {
        *(quote for quote in _with_digits(Quote.objects.all(), number) if e164(quote.phone) == number),
        *Quote.objects.filter(user__in=choosers).select_related("user").order_by("-created_at", "-id")[:_NEWEST],
    }
    orders = {
        *(order for order in _with_digits(TreeOrder.objects.all(), number) if e164(order.customer_phone) == number),
        *TreeOrder.objects.filter(user__in=choosers).select_related("user").order_by("-created_at", "-id")[:_NEWEST],
    }
    names = _names_of_customers([*filter(_is_open, quotes), *filter(_is_open, orders)])
    if len(names) > 1:
        return Known(name=" or ".join(dict.fromkeys(names))[:200])
    return _known(sorted(quotes, key=_age, reverse=True), sorted(orders, key=_age, reverse=True))


def _names_of_customers(rows: list[Quote | TreeOrder]) -> list[str]:
    """Return one name for each account and for each guest's address, the newest first."""
    names: dict[UUID | str, str] = {}
    for row in sorted(rows, key=_age, reverse=True):
        name, email = (row.full_name, row.email) if isinstance(row, Quote) else (row.customer_name, row.customer_email)
        names.setdefault(row.user_id or email_key(email), name)
    return list(names.values())


def _is_open(row: Quote | TreeOrder) -> bool:
    if isinstance(row, Quote):
        return row.status not in QuoteStatus.SETTLED
    return row.status in TreeOrderStatus.UNDELIVERED


def _age(row: Quote | TreeOrder) -> tuple[dt.datetime, UUID]:
    return row.created_at, row.id


def find_by_address(address: str) -> Known:
    """Return who entered the email address in a form."""
    quotes = Quote.objects.filter(same_address("email", address)).order_by("-created_at", "-id")
    orders = TreeOrder.objects.filter(same_address("customer_email", address)).order_by("-created_at", "-id")
    return _known(list(quotes[:_NEWEST]), list(orders[:_NEWEST]))


def _known(quotes: list[Quote], orders: list[TreeOrder]) -> Known:
    """Return what these rows of one person say. Both lists are newest first."""
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
    return Known(next(filter(_is_open, quotes), None), next(filter(_is_open, orders), None), name, email, phone, user)


def _with_digits(rows: QuerySet[Any], number: str) -> QuerySet[Any]:
    return having_any(rows, _spellings(number)).select_related("user").order_by("-created_at", "-id")[:_NEWEST]


def _spellings(number: str) -> list[str]:
    """Return the digits that someone may have typed for ``number``: with and without the US country code."""
    digits = number.removeprefix("+")
    return [digits, digits[1:]] if digits.startswith("1") else [digits]
