"""The administrator's list of visits: filters, search and order."""

import datetime as dt
from itertools import product
from typing import Any

from django.utils import timezone
from rest_framework.request import Request

from common import filters
from common.ordering import NEWEST, OLDEST, ByColumn, Order, instant
from common.pagination import Rows
from common.search import found
from jobs.models import JobKind, JobStatus

ORDERS: dict[str, Order] = {
    order.name: order
    for order in (
        NEWEST,
        OLDEST,
        ByColumn("scheduledDate", "scheduled_date", instant, nullable=True),
        ByColumn("-scheduledDate", "scheduled_date", instant, nullable=True, descending=True),
    )
}
FILTERS = {
    "status": "One or more statuses, repeated or separated by commas",
    "kind": "One or more kinds",
    "from": "Visits on this day (Eastern) and later",
    "to": "Visits on this day (Eastern) and earlier",
    "unscheduled": "1: visits without a date",
    "quoteId": "Visits for this quote",
    "q": "Beginnings of words of the customer's name, e-mail address, phone number or the quote's short id",
    "ordering": f"One of {', '.join(ORDERS)}; -createdAt where none is named",
}


def filtered(request: Request, jobs: Any) -> tuple[Rows, Order]:
    """The shares of ``jobs`` that the query asks for, and their order. Raises ValidationError (400)."""
    order = filters.ordering(request, ORDERS, NEWEST.name)
    first, last = filters.day(request, "from"), filters.day(request, "to")
    if first:
        jobs = jobs.filter(scheduled_date__gte=_midnight(first))
    if last:
        jobs = jobs.filter(scheduled_date__lt=_midnight(last + dt.timedelta(days=1)))
    if filters.flag(request, "unscheduled"):
        jobs = jobs.filter(scheduled_date=None)
    if quote := filters.identifier(request, "quoteId"):
        jobs = jobs.filter(quote_id=quote)
    statuses = filters.chosen(request, "status", JobStatus.values)
    kinds = filters.chosen(request, "kind", JobKind.values)
    shares = _shares(jobs, statuses, kinds)
    chosen = jobs
    if statuses:
        chosen = chosen.filter(status__in=statuses)
    if kinds:
        chosen = chosen.filter(kind__in=kinds)
    return found(filters.text(request, "q"), chosen, shares, words="quote__words"), order


def _shares(jobs: Any, statuses: list[str], kinds: list[str]) -> list[Any]:
    """``jobs`` divided so that an index has each share in the order they came in."""
    if kinds:
        statuses = statuses or JobStatus.values
    choices = [[{"kind": kind} for kind in kinds] or [{}], [{"status": status} for status in statuses] or [{}]]
    return [jobs.filter(**kind, **status) for kind, status in product(*choices)]


def _midnight(day: dt.date) -> dt.datetime:
    """The instant that a day begins at, where the business lives."""
    return timezone.make_aware(dt.datetime.combine(day, dt.time()))
