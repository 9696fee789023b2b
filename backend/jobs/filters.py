"""The administrator's list of jobs: filters, search and order."""

import datetime as dt
from functools import partial

from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.request import Request

from common import filters
from common.days import midnight
from common.literals import written_out
from common.ordering import NEWEST, OLDEST, ByColumn, Order, by_name, parse_instant
from common.pagination import Listing, is_one_of, read_page
from common.search import split_words
from common.search_lists import CANDIDATES, divided, find_candidates
from jobs.models import OPEN_JOBS, Job, JobKind, JobStatus
from quotes.models import Quote

ORDERS = by_name(
    NEWEST,
    OLDEST,
    ByColumn("scheduledDate", "scheduled_date", parse_instant, nullable=True),
    ByColumn("-scheduledDate", "scheduled_date", parse_instant, nullable=True, descending=True),
)
SHORT_RANGE = dt.timedelta(days=62)
FILTERS = {
    "status": "One or more statuses, repeated or separated by commas",
    "kind": "One or more kinds",
    "from": "Visits on or after this day (Eastern)",
    "to": "Visits on or before this day (Eastern)",
    "unscheduled": "1: visits without a date",
    "pastUnmarked": "true: visits that are still open although their day (Eastern) has passed, oldest day first",
    "quoteId": "Visits for this quote",
    "q": "Prefixes of words in the customer's name, email address, phone number or the quote's short ID. Finds jobs "
    f"for the newest {CANDIDATES} matching quotes",
    "ordering": f"One of {', '.join(ORDERS)}; default: -createdAt",
}


def filtered(request: Request, jobs: QuerySet[Job]) -> Listing:
    """Return the list of ``jobs`` that the query parameters ask for. Raises ValidationError (400)."""
    everything = jobs
    past_unmarked = filters.flag(request, "pastUnmarked")
    order = filters.ordering(request, ORDERS, "scheduledDate" if past_unmarked else NEWEST.name)
    jobs = _between(jobs, order, filters.day(request, "from"), filters.day(request, "to"))
    if filters.flag(request, "unscheduled"):
        jobs = jobs.filter(scheduled_date=None)
    if quote := filters.identifier(request, "quoteId"):
        jobs = jobs.filter(quote_id=quote)
    statuses = filters.chosen(request, "status", JobStatus.values)
    kinds = filters.chosen(request, "kind", JobKind.values)
    if past_unmarked:
        jobs = past_unmarked_jobs(jobs)
    text = filters.text(request, "q")
    if split_words(text):
        quotes = Quote.objects.all()
        jobs = jobs.filter(is_one_of("quote_id", find_candidates(text, quotes, [quotes])))
        if statuses:
            jobs = jobs.filter(status__in=statuses)
        if kinds:
            jobs = jobs.filter(kind__in=kinds)
        return Listing(order, partial(read_page, jobs, order, base=everything))
    return Listing(order, partial(read_page, _partitions(jobs, order, statuses, kinds), order, base=everything))


def past_unmarked_jobs(jobs: QuerySet[Job]) -> QuerySet[Job]:
    """Return the jobs that are still open although their day (Eastern) has passed."""
    return jobs.filter(written_out(OPEN_JOBS), scheduled_date__lt=midnight(timezone.localdate()))


def _partitions(jobs: QuerySet[Job], order: Order, statuses: list[str], kinds: list[str]) -> list[QuerySet[Job]]:
    """Divide ``jobs`` into partitions that one index each has in order.

    The indexes start with the kind and the status. So a filter on the kind needs a partition for every status.
    """
    if statuses and order not in (NEWEST, OLDEST):
        kinds = kinds or JobKind.values
    if kinds:
        statuses = statuses or JobStatus.values
    return divided(jobs, kind=kinds, status=statuses)


def _between(jobs: QuerySet[Job], order: Order, first: dt.date | None, last: dt.date | None) -> QuerySet[Job]:
    """Return the jobs from ``first`` through ``last``. None means no limit, and so does the largest date."""
    if first:
        jobs = jobs.filter(scheduled_date__gte=midnight(first))
    if last and last < dt.date.max:
        jobs = jobs.filter(scheduled_date__lt=midnight(last + dt.timedelta(days=1)))
    if order in (NEWEST, OLDEST) and first and last and last - first <= SHORT_RANGE:
        # Without the limit, which is more than crews can do in this time, PostgreSQL would scan all jobs in order.
        return Job.objects.filter(id__in=jobs.select_related(None).values("id")[:10_000])
    return jobs
