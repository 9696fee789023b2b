"""Customers: accounts, and guests by their email address.

A guest's rows with one address are one customer. They join an account only when it has verified that address
(``accounts.claims``).
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db import connection, models

from accounts.models import USER_SEARCH_VECTOR, User
from common.email_addresses import email_key
from common.ordering import ByColumn, parse_instant
from common.search import split_words
from common.search_lists import find_newest
from desk.customer_keys import customer_key
from quotes.models import Quote
from texts.preferences import Reach
from trees.models import TreeOrder

NEWEST_CUSTOMER = ByColumn("lastSeen", "at", parse_instant, descending=True)


class CustomerKind(models.TextChoices):
    USER = "user"
    GUEST = "guest"


@dataclass(frozen=True)
class Person:
    """An account (``user_id``) or a guest by their email address. ``at`` and ``id`` are the cursor key in the list."""

    user_id: UUID | None
    email: str
    name: str
    phone: str
    at: dt.datetime
    id: UUID

    @property
    def identity(self) -> UUID | str:
        """A value that is equal for rows of the same person."""
        return self.user_id or email_key(self.email)

    @property
    def key(self) -> str:
        """The key of their page on the desk."""
        return customer_key(self.user_id, self.email)


@dataclass(frozen=True)
class CustomerRow:
    """A person in the list; see ``CustomerRowOutput``."""

    key: str
    kind: str
    user_id: UUID | None
    name: str
    email: str
    phone: str
    quotes: int
    tree_orders: int
    invoices: int
    plans: int
    last_seen_at: dt.datetime | None
    at: dt.datetime
    id: UUID


# A person is listed once, at their newest quote, tree order or storage plan; a search also finds accounts without any.
# Each candidate row looks up its person's newest row in an index, so a page's cost does not grow with the tables.
_OF_ACCOUNT = """
    (SELECT {column} FROM {table} AS other WHERE other.user_id = mine.user_id
     ORDER BY other.created_at DESC, other.id DESC LIMIT 1)
"""
_LATEST = f"""
    CASE WHEN mine.user_id IS NULL
        THEN (SELECT {{column}} FROM {{table}} AS other
              WHERE other.user_id IS NULL AND lower(other.{{email}} COLLATE "C") = lower(mine.{{mine}} COLLATE "C")
              ORDER BY other.created_at DESC, other.id DESC LIMIT 1)
        ELSE {_OF_ACCOUNT}
    END
"""  # noqa: S608, names of our own tables and columns
_QUOTES = {"table": "quotes_quote", "email": "email"}
_ORDERS = {"table": "trees_treeorder", "email": "customer_email"}
_PLANS = {"table": "storage_storagesubscription"}
_NO_LATER_PLAN = f"coalesce({_OF_ACCOUNT.format(column='other.created_at', **_PLANS)} <= created_at, TRUE)"
_PEOPLE = f"""
    SELECT user_id, email, name, phone, at, id FROM (
        (SELECT user_id, email, full_name AS name, phone, created_at AS at, id FROM quotes_quote AS mine
         WHERE {{after}} id = {_LATEST.format(column="other.id", mine="email", **_QUOTES)}
           AND coalesce({_LATEST.format(column="other.created_at", mine="email", **_ORDERS)} <= created_at, TRUE)
           AND {_NO_LATER_PLAN}
         ORDER BY created_at DESC, id DESC LIMIT {{size}})
        UNION ALL
        (SELECT user_id, customer_email, customer_name, customer_phone, created_at, id FROM trees_treeorder AS mine
         WHERE {{after}} NOT erased AND id = {_LATEST.format(column="other.id", mine="customer_email", **_ORDERS)}
           AND coalesce({_LATEST.format(column="other.created_at", mine="customer_email", **_QUOTES)} < created_at,
                        TRUE)
           AND {_NO_LATER_PLAN}
         ORDER BY created_at DESC, id DESC LIMIT {{size}})
        UNION ALL
        (SELECT user_id, '', '', coalesce({_OF_ACCOUNT.format(column="other.phone", **_QUOTES)},
             {_OF_ACCOUNT.format(column="other.customer_phone", **_ORDERS)}, ''), created_at, id
         FROM storage_storagesubscription AS mine
         WHERE {{after}} id = {_OF_ACCOUNT.format(column="other.id", **_PLANS)}
           AND coalesce({_OF_ACCOUNT.format(column="other.created_at", **_QUOTES)} < created_at, TRUE)
           AND coalesce({_OF_ACCOUNT.format(column="other.created_at", **_ORDERS)} < created_at, TRUE)
           AND EXISTS (SELECT FROM accounts_user AS account WHERE account.id = user_id AND is_active)
         ORDER BY created_at DESC, id DESC LIMIT {{size}})
    ) AS people ORDER BY at DESC, id DESC LIMIT {{size}}
"""  # noqa: S608, names of our own tables and columns


def read_customers(size: int, after: tuple[Any, ...] | None, q: str) -> list[CustomerRow]:
    """Return the next ``size`` people after the cursor key ``after``, by last activity.

    With ``q``, return only those who match it, among the newest matching rows. A search has one page.
    """
    if not split_words(q):
        return _rows(_newest(size, after))
    return find_customers(q, size - 1, *find_requests(q, size - 1))


def _newest(size: int, after: tuple[Any, ...] | None) -> list[Person]:
    with connection.cursor() as cursor:
        cursor.execute(
            _PEOPLE.format(size=int(size), after="(created_at, id) < (%s, %s) AND" if after else ""),
            [*after] * 3 if after else [],
        )
        return [Person(*row) for row in cursor]


# The columns that search results need.
_QUOTE_COLUMNS = (
    "user_id", "email", "full_name", "phone", "created_at", "service_package", "street_address", "city",
    "quote_amount", "status",
)  # fmt: skip
_ORDER_COLUMNS = (
    "user_id", "customer_email", "customer_name", "customer_phone", "created_at", "tree_size", "address_line1",
    "address_line2", "city", "total_amount", "status",
)  # fmt: skip


def find_requests(q: str, size: int) -> tuple[list[Quote], list[TreeOrder]]:
    """Return the newest quotes and tree orders that match ``q``: enough of them for ``size`` people with several
    each.
    """
    return (
        find_newest(q, Quote.objects.only(*_QUOTE_COLUMNS), 4 * size),
        find_newest(q, TreeOrder.objects.listed().only(*_ORDER_COLUMNS), 4 * size),
    )


def find_users(q: str, size: int) -> list[User]:
    """Return the newest accounts that match ``q``."""
    return find_newest(q, User.objects.filter(is_active=True), size, search_vector=USER_SEARCH_VECTOR)


def find_customers(q: str, size: int, quotes: list[Quote], orders: list[TreeOrder]) -> list[CustomerRow]:
    """Return ``size`` people by last activity: the customers of the quotes and tree orders that were found for ``q``,
    and accounts that match it.
    """
    candidates = [
        *map(person_from_quote, quotes),
        *map(person_from_order, orders),
        *map(person_from_user, find_users(q, size)),
    ]
    return _rows(_latest(candidates)[:size])


def person_from_quote(quote: Quote) -> Person:
    return Person(quote.user_id, quote.email, quote.full_name, quote.phone, quote.created_at, quote.id)


def person_from_order(order: TreeOrder) -> Person:
    return Person(
        order.user_id, order.customer_email, order.customer_name, order.customer_phone, order.created_at, order.id
    )


def person_from_user(user: User) -> Person:
    return Person(user.id, user.email, "", "", user.created_at, user.id)


def _rows(people: list[Person]) -> list[CustomerRow]:
    ids = [person.user_id for person in people if person.user_id]
    users = User.objects.in_bulk(ids)
    guests = [email_key(person.email) for person in people if not person.user_id]
    quotes = _counts("quotes_quote", "email", ids, guests)
    orders = _counts("trees_treeorder", "customer_email", ids, guests)
    invoices = _counts("invoices_invoice", "bill_to_email", ids, guests)
    plans = _counts("storage_storagesubscription", None, ids, [])
    reach = Reach(ids)
    rows = []
    for person in people:
        who, user = person.identity, users.get(person.user_id) if person.user_id else None
        asked = [counts[who][1] for counts in (quotes, orders, plans) if who in counts]
        rows.append(
            CustomerRow(
                key=person.key,
                kind=CustomerKind.USER if person.user_id else CustomerKind.GUEST,
                user_id=person.user_id,
                name=(f"{user.first_name} {user.last_name}".strip() if user else "") or person.name,
                email=user.email if user else person.email,
                phone=reach.phone(person.user_id, person.phone),
                quotes=quotes.get(who, (0, None))[0],
                tree_orders=orders.get(who, (0, None))[0],
                invoices=invoices.get(who, (0, None))[0],
                plans=plans.get(who, (0, None))[0],
                last_seen_at=max(asked, default=None),
                at=person.at,
                id=person.id,
            )
        )
    return rows


_OF_USERS = """
    SELECT who, count(*), max(created_at) FROM unnest(%s::uuid[]) AS who JOIN {table} ON user_id = who GROUP BY who
"""
# LATERAL makes one index lookup per guest, which the planner wouldn't choose: it has no statistics on email keys.
_OF_GUESTS = """
    SELECT who, count, newest FROM unnest(%s::text[]) AS who CROSS JOIN LATERAL (
        SELECT count(*) AS count, max(created_at) AS newest FROM {table}
        WHERE user_id IS NULL AND lower({email} COLLATE "C") = who
    ) AS counted WHERE count > 0
"""


def _counts(table: str, email: str | None, users: list[UUID], guests: list[str]) -> dict[Any, tuple[int, Any]]:
    """Return the number of rows of ``table`` that each person has, and when the newest was created. Guests have none
    if ``email`` is None.
    """
    with connection.cursor() as cursor:
        cursor.execute(_OF_USERS.format(table=table), [users])
        counts: dict[Any, tuple[int, Any]] = {who: (count, newest) for who, count, newest in cursor}
        if email:
            cursor.execute(_OF_GUESTS.format(table=table, email=email), [guests])
            counts |= {who: (count, newest) for who, count, newest in cursor}
        return counts


def customer_rows(candidates: Iterable[Person]) -> list[CustomerRow]:
    """Return one row for each person by last activity, with their latest details and their counts."""
    return _rows(_latest(candidates))


def _latest(candidates: Iterable[Person]) -> list[Person]:
    """Return the latest candidate for each person, newest first. An account newer than its requests has their phone."""
    people: dict[UUID | str, Person] = {}
    for person in sorted(candidates, key=lambda each: (each.at, each.id), reverse=True):
        latest = people.setdefault(person.identity, person)
        if not latest.phone:
            people[person.identity] = replace(latest, phone=person.phone)
    return list(people.values())
