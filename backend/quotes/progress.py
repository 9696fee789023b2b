"""How far a quote has come, as its customer sees it: five steps, what happens next, and by when.

This is the only place that knows the rule. The web client and other apps only put it into words. Customers see no
deadline of ours by its name (``respond_by``), only the one that concerns them now; the deadlines are those of the
desk's queue (``desk.queue.quotes``), so that what we promise is what staff see as due.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import models
from django.db.models import prefetch_related_objects
from django.utils import timezone

from common.response_deadlines import RESPONSE_TIME
from jobs.models import Job, JobStatus
from quotes.models import Quote, QuoteStatus, QuoteStep


class NextStep(models.TextChoices):
    """What happens next. ``answer`` is the customer's turn, a visit is nobody's, and the rest is ours."""

    PRICE = "price"
    ANSWER = "answer"
    DAY = "day"
    VISIT = "visit"
    TAKEDOWN_DAY = "takedown_day"


@dataclass(frozen=True)
class Progress:
    """A quote's progress. ``next`` is None if nothing is known to follow.

    ``by`` is until when we do what is next, None if no one waits for it; ``reply_by`` is until when we reply to what
    the customer wrote last, None if there is nothing to reply to. ``visit`` is the next one with a day.
    """

    step: QuoteStep
    next: NextStep | None = None
    by: dt.datetime | None = None
    reply_by: dt.datetime | None = None
    visit: Job | None = None


def load_visits(quotes: Iterable[Quote]) -> None:
    """Load the visits of those of ``quotes`` whose progress depends on one, in one statement."""
    prefetch_related_objects([quote for quote in quotes if _needs_visits(quote)], "jobs")


def _needs_visits(quote: Quote) -> bool:
    return quote.has_visit and quote.status in QuoteStatus.ACCEPTED


def progress_of(quote: Quote) -> Progress | None:
    """Return the quote's progress, None if it was declined. Lists call ``load_visits`` first."""
    if quote.status in QuoteStatus.DECLINED:
        return None
    reply_by = quote.question_at + RESPONSE_TIME if quote.question_at else None
    if quote.status in QuoteStatus.COMPLETED:
        return Progress(QuoteStep.DONE, reply_by=reply_by)
    if quote.waits_for_price:
        by = None if quote.let_go_at else (quote.clock_at or quote.created_at) + RESPONSE_TIME
        return Progress(QuoteStep.REQUESTED, NextStep.PRICE, by, reply_by)
    if quote.status in QuoteStatus.OPEN:
        next_step = None if quote.is_expired else NextStep.ANSWER
        return Progress(QuoteStep.PRICED, next_step, reply_by=reply_by)
    return _of_accepted(quote, reply_by)


def _of_accepted(quote: Quote, reply_by: dt.datetime | None) -> Progress:
    """``approved`` and ``service_scheduled`` differ by what staff set; the customer sees whether there is a day."""
    if not quote.has_visit:
        by = (quote.accepted_at or quote.created_at) + RESPONSE_TIME
        return Progress(QuoteStep.ACCEPTED, NextStep.DAY, by, reply_by)
    if visit := _next_visit(quote.jobs.all()):
        return Progress(QuoteStep.SCHEDULED, NextStep.VISIT, reply_by=reply_by, visit=visit)
    if quote.takedown_from:
        by = quote.takedown_from + RESPONSE_TIME
        return Progress(QuoteStep.SCHEDULED, NextStep.TAKEDOWN_DAY, by, reply_by)
    return Progress(QuoteStep.SCHEDULED, reply_by=reply_by)


def _next_visit(jobs: Iterable[Job]) -> Job | None:
    """Return the first visit from today on (Eastern); failing that, the last one that no one has marked as done."""
    today = timezone.localdate()
    still = [job for job in jobs if job.status in JobStatus.OPEN]
    dated = sorted(((job.scheduled_date, job) for job in still if job.scheduled_date), key=_when)
    to_come = [job for when, job in dated if timezone.localdate(when) >= today]
    return to_come[0] if to_come else (dated[-1][1] if dated else None)


def _when(dated: tuple[dt.datetime, Job]) -> dt.datetime:
    return dated[0]
