"""The accountant's CSV file: everything that came in or went out between two days, one line each.

It has the same entries as the months (``desk.money.months``), so its sum for a month is that month's net: each balance
transaction but payouts, less its fee; each recorded payment on the day it was recorded; and each reversal on the day
of the reversal.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from heapq import merge
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet, Sum
from django.utils import timezone

from common.days import midnight
from common.ordering import ByColumn, parse_instant
from common.pagination import Listing, iterate_pages, iterate_rows, read_page
from common.postgres.replica import is_report
from common.spreadsheets import csv_lines
from desk.money.months import NOTHING, stripe_moves
from desk.money.naming import name_all, with_payers
from desk.money.recorded import BY_RECEIVED, BY_REVERSED, RECORDED, Recorded

COLUMNS = ("date", "document", "customer", "net", "kind", "stripeId", "amount", "fee")
_OCCURRED = ByColumn("occurredAt", "occurred_at", parse_instant)


@dataclass(frozen=True)
class Line:
    """A line of the file. Amounts are in US dollars, negative for what went out; ``at`` is in UTC."""

    at: dt.datetime
    id: UUID
    document: str
    customer: str
    amount: Decimal
    fee: Decimal
    kind: str
    stripe_id: str


@dataclass(frozen=True)
class Range:
    """A range of Eastern days, both ends included."""

    first: dt.date
    last: dt.date

    def of(self, rows: QuerySet[Any], column: str) -> QuerySet[Any]:
        """Filter ``rows`` to those whose ``column`` is within these days."""
        until = midnight(self.last + dt.timedelta(days=1))
        return rows.filter(**{f"{column}__gte": midnight(self.first), f"{column}__lt": until})


@dataclass(frozen=True)
class Summary:
    """How many lines the file has, and their sum in US dollars."""

    lines: int
    net: Decimal


@is_report
def summarize(days: Range) -> Summary:
    """Return the number of lines and the sum of the file for these days, with a fixed number of queries."""
    stripe = days.of(stripe_moves(), "occurred_at").aggregate(count=Count("id"), sum=Sum("net"))
    lines, net = stripe["count"], stripe["sum"] or NOTHING
    for source in RECORDED:
        for sign, column, rows in ((1, "created_at", source.rows()), (-1, "taken_back_at", source.reversed())):
            found = days.of(rows, column).aggregate(count=Count("id"), sum=Sum("amount"))
            lines, net = lines + found["count"], net + sign * (found["sum"] or NOTHING)
    return Summary(lines, net)


def as_csv(days: Range) -> Iterator[str]:
    """Yield the file in chunks, oldest first, with at most a thousand rows of each table in memory."""
    sources = [_stripe_lines(days)]
    for source in RECORDED:
        sources += [_received(source, days), _reversed(source, days)]
    lines = merge(*sources, key=lambda line: (line.at, line.id))
    return csv_lines(COLUMNS, (_values(line) for line in lines))


def _values(line: Line) -> list[Any]:
    day = timezone.localdate(line.at)
    net = line.amount - line.fee
    return [day, line.document, line.customer, net, line.kind, line.stripe_id, line.amount, line.fee]


def _stripe_lines(days: Range) -> Iterator[Line]:
    rows = with_payers(days.of(stripe_moves(), "occurred_at"))
    for page in iterate_pages(_listing(rows, _OCCURRED)):
        for named in is_report(name_all)(page):
            row = named.row
            yield Line(
                row.occurred_at, row.id, named.document, named.customer, row.amount, row.fee, row.kind, row.stripe_id
            )


def _received(source: Recorded, days: Range) -> Iterator[Line]:
    for row in iterate_rows(_listing(days.of(source.rows(), "created_at"), BY_RECEIVED)):
        yield _recorded_line(source, row, row.created_at, row.amount, row.method)


def _reversed(source: Recorded, days: Range) -> Iterator[Line]:
    for row in iterate_rows(_listing(days.of(source.reversed(), "taken_back_at"), BY_REVERSED)):
        yield _recorded_line(source, row, row.taken_back_at, -row.amount, f"{row.method}_reversed")


def _recorded_line(source: Recorded, row: Any, at: dt.datetime, amount: Decimal, kind: str) -> Line:
    customer = source.subject(row)["customer_name"]
    return Line(at, row.id, source.document(row), customer, amount, NOTHING, kind, "")


def _listing(rows: QuerySet[Any], order: ByColumn) -> Listing:
    return Listing(order, lambda size, after: read_page(rows, order, size, after))
