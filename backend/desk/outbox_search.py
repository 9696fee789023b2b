"""Search for the messages to or about a person.

A message stores no name, and no address before it is composed. So the search first finds quotes, tree orders, invoices
and accounts, then the messages to their addresses or about them.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, F, Func, Q
from django.db.models.functions import Collate

from accounts.models import User
from common.email_addresses import email_key
from common.search import split_words
from common.search_lists import by_index_if_few, find_newest
from desk.customers import find_users
from invoices.models import Invoice
from notifications.limits import recipient_key
from quotes.models import Quote
from storage.models import StorageSubscription
from trees.models import TreeOrder

# How many of the newest matches of each type are used. A search is for one person, who has fewer.
_MOST = 100
_LAST_CHARACTER = "\U0010ffff"


def search_messages(q: str, messages: Any, partitions: Sequence[Any]) -> Any:
    """Return those of ``messages`` that are to or about people who match ``q``, or to an address that begins with
    ``q``, for ``read_page``.

    ``partitions`` are the same messages in the parts that one index has in order; they are returned if ``q`` has no
    word. The number of queries is constant.
    """
    if not split_words(q):
        return partitions
    # Compared as bytes: other collations don't sort all addresses with one prefix between two keys.
    messages, partitions = _with_address(messages), [_with_address(part) for part in partitions]
    wanted = _to_or_about(q)
    unindexed = Func(ExpressionWrapper(wanted, BooleanField()), template="(%(expressions)s) IS TRUE")
    return by_index_if_few(messages.filter(wanted), [part.filter(unindexed) for part in partitions])


def _with_address(messages: Any) -> Any:
    return messages.alias(address=Collate(F("recipient_key"), "C"))


def _to_or_about(q: str) -> Q:
    quotes, orders, invoices, users = _rows_of_people(q)
    addresses = [
        *(quote.email for quote in quotes),
        *(order.customer_email for order in orders),
        *(invoice.bill_to_email for invoice in invoices),
        *(user.email for user in users),
        q,
    ]
    wanted = Q(address__in={recipient_key(address) for address in addresses if address})
    subscriptions = StorageSubscription.objects.filter(user__in=users)
    rows = [row.id for row in (*quotes, *orders, *invoices)]
    wanted |= Q(about_id__in=[*rows, *subscriptions.values_list("id", flat=True)[:_MOST]])
    if " " not in q:
        start = email_key(q)
        wanted |= Q(address__gte=start, address__lt=start + _LAST_CHARACTER)
    return wanted


def _rows_of_people(q: str) -> tuple[list[Quote], list[TreeOrder], list[Invoice], list[User]]:
    return (
        find_newest(q, Quote.objects.all(), _MOST),
        find_newest(q, TreeOrder.objects.listed(), _MOST),
        find_newest(q, Invoice.objects.listed(), _MOST),
        find_users(q, _MOST),
    )
