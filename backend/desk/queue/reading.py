"""Read the queue: one statement finds the places on a page across all kinds, then each kind loads its rows."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db.models import Count, DateTimeField, F, QuerySet, SmallIntegerField, Value
from django.db.models.expressions import ExpressionWrapper
from django.utils import timezone

from common.ordering import Order, RowTupleGreaterThan, parse_instant
from common.search import parse_id
from common.written_once import read_at
from desk.models import QueueKind
from desk.queue.inquiries import INQUIRY_KINDS
from desk.queue.kind import Kind, Part, Place, QueueItem
from desk.queue.messages import MESSAGE_KINDS
from desk.queue.payments import PAYMENT_KINDS
from desk.queue.quotes import QUOTE_KINDS
from desk.queue.trees import TREE_KINDS
from invoices.unbilled import count_drafts, count_unbilled
from jobs.unscheduled import count_unscheduled
from texts.preferences import Reach
from texts.services import phones_with_texts_off

KINDS: tuple[Kind, ...] = (*QUOTE_KINDS, *INQUIRY_KINDS, *TREE_KINDS, *PAYMENT_KINDS, *MESSAGE_KINDS)


class _QueueOrder(Order):
    """Earliest deadline first, but rows with a future ``retry_at`` after all others. In a list of one kind, its
    ``first`` rows come before all others.
    """

    name = "queue"

    def cursor_key(self, row: QueueItem) -> tuple[Any, ...]:
        return row.place.part, row.place.respond_by, row.place.rank, row.place.id

    def parse(self, texts: list[str | None]) -> Place:
        part, respond_by, rank, id_ = (text or "" for text in texts)
        return Place(Part(int(part)), parse_instant(respond_by), int(rank), UUID(id_))


QUEUE_ORDER = _QueueOrder()


@dataclass(frozen=True)
class QueueFilters:
    """Which rows to read; blank values don't filter. ``late`` rows are past their deadline."""

    kind: str = ""
    city: str = ""
    late: bool = False


def read_queue(size: int, after: tuple[Any, ...] | None, filters: QueueFilters) -> list[QueueItem]:
    """Return the next ``size`` rows after the place ``after``."""
    now = timezone.now()
    by_kind: dict[str, dict[UUID, Place]] = defaultdict(dict)
    places = _read_places(size, Place(*after) if after else None, filters, now)
    for place in places:
        by_kind[place.kind][place.id] = place
    items = _reached([item for kind in KINDS for item in kind.load(by_kind[kind.name])])
    off = phones_with_texts_off(item.phone for item in items.values() if item.phone)
    return [replace(items[place], texts_off=items[place].phone in off) for place in places if place in items]


def _reached(items: list[QueueItem]) -> dict[Place, QueueItem]:
    """Return the rows with how their customers want to be reached now. A stranger's question keeps its sender, and a
    tree order its own number: the tree may be for somebody else, and the order's form promises a call.
    """
    accounts = {
        item.place: parse_id(item.customer_key or "")
        for item in items
        if item.communication_preference and not item.tree_order_id
    }
    reach = Reach(accounts.values())

    def reached(item: QueueItem) -> QueueItem:
        if item.place not in accounts:
            return item
        account = accounts[item.place]
        channel = reach.channel(account, item.communication_preference or "")
        return replace(item, communication_preference=channel, phone=reach.phone(account, item.phone or ""))

    return {item.place: reached(item) for item in items}


def _read_places(size: int, after: Place | None, filters: QueueFilters, now: dt.datetime) -> list[Place]:
    if after is None and not filters.city:
        key = ("queue", size, filters.kind, filters.late)
        return [Place(*row) for row in read_at(key, lambda now: _places(size, None, filters, now), now)]
    return [Place(*row) for row in _places(size, after, filters, now)]


def _places(size: int, after: Place | None, filters: QueueFilters, now: dt.datetime) -> QuerySet[Any]:
    """Return the query for the columns of the next ``size`` places."""
    branches = [
        _branch(kind, rows, part, after)[:size]
        for kind in _kinds(filters)
        for part, rows in _parts(kind, _filtered(kind, filters, now), now, has_first=filters.kind == kind.name)
        if after is None or part >= after.part
    ]
    if len(branches) < 2:
        return branches[0] if branches else KINDS[0].rows(now).none()
    merged: QuerySet[Any] = branches[0].union(*branches[1:], all=True)
    return merged.order_by("part", "deadline", "rank", "id")[:size]


def _kinds(filters: QueueFilters) -> list[Kind]:
    """Return the kinds that the filters allow."""
    return [kind for kind in KINDS if filters.kind in ("", kind.name) and (kind.city or not filters.city)]


def _filtered(kind: Kind, filters: QueueFilters, now: dt.datetime) -> QuerySet[Any]:
    rows: QuerySet[Any] = kind.rows(now)
    if kind.city and filters.city:
        rows = rows.filter(**{kind.city: filters.city})
    return rows.filter(kind.is_late(now)) if filters.late else rows


def _parts(
    kind: Kind, rows: QuerySet[Any], now: dt.datetime, *, has_first: bool
) -> Iterator[tuple[Part, QuerySet[Any]]]:
    """Yield the parts of a kind's rows, each with its query."""
    if kind.retry is None:
        yield Part.NOW, rows
        return
    due = rows.filter(kind.is_due(now))
    if has_first and kind.first:
        yield Part.FIRST, due.filter(kind.first)
        yield Part.NOW, due.exclude(kind.first)
    else:
        yield Part.NOW, due
    yield Part.LATER, rows.filter(**{f"{kind.retry}__gt": now})


def _branch(kind: Kind, rows: QuerySet[Any], part: Part, after: Place | None) -> QuerySet[Any]:
    if after and part == after.part:
        if kind.rank == after.rank:
            values = [after.respond_by - kind.time, after.id]
            rows = rows.filter(RowTupleGreaterThan([F(kind.since), F("id")], values, descending=False))
        else:
            comparison = "gt" if kind.rank < after.rank else "gte"
            rows = rows.filter(**{f"{kind.since}__{comparison}": after.respond_by - kind.time})
    places: QuerySet[Any] = (
        rows.order_by(kind.since, "id")
        .annotate(
            part=Value(part, SmallIntegerField()),
            deadline=ExpressionWrapper(F(kind.since) + Value(kind.time), DateTimeField()),
            rank=Value(kind.rank, SmallIntegerField()),
        )
        .values_list("part", "deadline", "rank", "id")
    )
    return places


def count_queue(city: str) -> dict[str, Any]:
    """Return the number of rows, in ``city`` unless it is blank; see ``QueueCountsOutput``."""
    now, filters = timezone.now(), QueueFilters(city=city)
    if city:
        rows = list(_counts(filters, now))
    else:
        rows = read_at(("counts of the queue",), lambda now: _counts(filters, now), now)
    numbers: Counter[str] = Counter()
    for rank, number, _ in rows:  # several kinds have the same name
        numbers[QueueKind.values[rank]] += number
    return {
        "all": numbers.total(),
        "late": sum(late for _, _, late in rows),
        "kinds": {kind: numbers[kind] for kind in QueueKind.values},
        "unbilled": count_unbilled(),
        "drafts": count_drafts(),
        "unscheduled": count_unscheduled(),
    }


def _counts(filters: QueueFilters, now: dt.datetime) -> QuerySet[Any]:
    """Return the query for each kind's rank, number of rows and number of late rows."""
    branches = [
        _filtered(kind, filters, now)
        .order_by()
        .annotate(rank=Value(kind.rank, SmallIntegerField()))
        .values("rank")
        .annotate(number=Count("id"), late=Count("id", filter=kind.is_late(now)))
        .values_list("rank", "number", "late")
        for kind in _kinds(filters)
    ]
    counts: QuerySet[Any] = branches[0].union(*branches[1:], all=True)
    return counts
