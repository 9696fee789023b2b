"""A quote's progress as its customer sees it: five steps, what happens next, and by when.

The rules are only here; the web client and other apps just put the result into words. The deadlines are those of the
desk's queue (``desk.queue.quotes``), so that what customers are promised is what staff see as due.
"""

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from operator import itemgetter

from django.db import models
from django.db.models import prefetch_related_objects
from django.utils import timezone

from common.response_deadlines import RESPONSE_TIME
from jobs.models import Job, JobKind, JobStatus
from quotes.models import Quote, QuoteStatus, QuoteStep


class NextStep(models.TextChoices):
    """What happens next. ``answer`` is up to the customer; everything else but a planned visit is up to us."""

    PRICE = "price"
    ANSWER = "answer"
    DAY = "day"
    VISIT = "visit"
    TAKEDOWN_DAY = "takedown_day"


@dataclass(frozen=True)
class Progress:
    """A quote's progress. ``next`` is None if nothing else is planned.

    ``by`` is our deadline for the next step, None if it has none. ``reply_by`` is our deadline to reply to the
    customer's question, None if there is none. ``visit`` is the next one that has a day; accepting a new price doesn't
    change it.
    """

    step: QuoteStep
    next: NextStep | None = None
    by: dt.datetime | None = None
    reply_by: dt.datetime | None = None
    visit: Job | None = None


def load_visits(quotes: Iterable[Quote]) -> None:
    """Load, in one statement, the visits of all ``quotes`` whose progress depends on them."""
    prefetch_related_objects([quote for quote in quotes if _needs_visits(quote)], "jobs")


def _needs_visits(quote: Quote) -> bool:
    return quote.status in QuoteStatus.ACCEPTED or (quote.has_visit and quote.status not in QuoteStatus.COMPLETED)


def progress_of(quote: Quote) -> Progress | None:
    """Return the quote's progress, None once nothing follows a decline. For lists, call ``load_visits`` first."""
    reply_by = quote.question_at + RESPONSE_TIME if quote.question_at else None
    if quote.status in QuoteStatus.DECLINED:
        return _progress_after_rejection(quote, reply_by)
    if quote.status in QuoteStatus.COMPLETED:
        return Progress(QuoteStep.DONE, reply_by=reply_by)
    if quote.waits_for_price:
        by = None if quote.let_go_at else (quote.clock_at or quote.created_at) + RESPONSE_TIME
        return Progress(QuoteStep.REQUESTED, NextStep.PRICE, by, reply_by)
    if quote.status in QuoteStatus.OPEN:
        if quote.is_expired:
            return Progress(QuoteStep.PRICED, reply_by=reply_by)
        visit = _next_visit(quote.jobs.all()) if quote.has_visit else None
        return Progress(QuoteStep.PRICED, NextStep.ANSWER, reply_by=reply_by, visit=visit)
    return _progress_after_acceptance(quote, reply_by)


def _progress_after_acceptance(quote: Quote, reply_by: dt.datetime | None) -> Progress:
    """Go by whether there is a visit with a day, not by the status: staff may set ``service_scheduled`` without one."""
    if not quote.has_visit:
        if any(job.status in JobStatus.BEGUN for job in quote.jobs.all()):
            return Progress(QuoteStep.SCHEDULED, NextStep.DAY, reply_by=reply_by)  # for the rest of the work
        by = (quote.accepted_at or quote.created_at) + RESPONSE_TIME
        if by < timezone.now() and any(_has_lost_its_day(job) for job in quote.jobs.all()):
            return Progress(QuoteStep.ACCEPTED, NextStep.DAY, reply_by=reply_by)  # we weren't late with the first day
        return Progress(QuoteStep.ACCEPTED, NextStep.DAY, by, reply_by)
    return _progress_with_visits(quote, quote.jobs.all(), reply_by)


def _has_lost_its_day(job: Job) -> bool:
    """Return whether a visit was called off, or was changed and has no day."""
    return job.status in JobStatus.CALLED_OFF or (job.scheduled_date is None and job.updated_at > job.created_at)


def _progress_after_rejection(quote: Quote, reply_by: dt.datetime | None) -> Progress | None:
    """Go by what is left of the work, since lights that are up still come down (``jobs.services.call_off_visits``).

    Of past visits that nobody marked as done, only a takedown is still expected.
    """
    if not quote.has_visit:
        return None
    today = timezone.localdate()
    expected = [
        job
        for job in quote.jobs.all()
        if job.kind == JobKind.TAKEDOWN or (job.scheduled_date and timezone.localdate(job.scheduled_date) >= today)
    ]
    progress = _progress_with_visits(quote, expected, reply_by)
    return progress if progress.next else None


def _progress_with_visits(quote: Quote, jobs: Collection[Job], reply_by: dt.datetime | None) -> Progress:
    if visit := _next_visit(jobs):
        return Progress(QuoteStep.SCHEDULED, NextStep.VISIT, reply_by=reply_by, visit=visit)
    if any(_needs_another_day(job) for job in jobs):
        return Progress(QuoteStep.SCHEDULED, NextStep.DAY, reply_by=reply_by)
    if quote.takedown_from:
        by = quote.takedown_from + RESPONSE_TIME
        return Progress(QuoteStep.SCHEDULED, NextStep.TAKEDOWN_DAY, by, reply_by)
    return Progress(QuoteStep.SCHEDULED, reply_by=reply_by)


def _needs_another_day(job: Job) -> bool:
    """Return whether a visit before the takedown has lost its day, for example because of snow."""
    return job.kind != JobKind.TAKEDOWN and job.status in JobStatus.UPCOMING and job.scheduled_date is None


def _next_visit(jobs: Iterable[Job]) -> Job | None:
    """Return the first open visit from today on (Eastern), or else the last past one that is still open."""
    today = timezone.localdate()
    still_open = [job for job in jobs if job.status in JobStatus.OPEN]
    dated = sorted(((job.scheduled_date, job) for job in still_open if job.scheduled_date), key=itemgetter(0))
    upcoming = [job for when, job in dated if timezone.localdate(when) >= today]
    return upcoming[0] if upcoming else (dated[-1][1] if dated else None)
