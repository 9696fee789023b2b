"""What the business does with jobs."""

import datetime as dt
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User
from common.days import eastern, midnight
from common.locks import lock_unchanged
from common.seasons import season_of
from common.unset import UNSET, Unset, assign
from jobs import emails
from jobs.models import Job, JobKind, JobStatus
from jobs.signals import visits_changed
from notifications.planning import plan, plan_news
from notifications.told import evening_before, is_too_late_to_remind
from quotes.lines import ScheduledVisit
from quotes.models import Quote
from quotes.services import complete_quote, note_visits, schedule_service

MORNING = dt.time(9)
MOVE_EMAIL_DELAY = dt.timedelta(minutes=2)
SATURDAY = 5


@transaction.atomic
def schedule_job(
    *,
    by: User,
    quote_id: UUID,
    kind: JobKind = JobKind.INSTALLATION,
    scheduled_date: dt.datetime | None = None,
    notes: str = "",
    seen: dt.datetime | None = None,
) -> Job:
    """Add a job to a quote, which becomes ``service_scheduled``. The job can be without a date.

    ``seen`` is the quote's ``updated_at`` that the administrator saw. Raises DomainError (400) for an unknown quote,
    and Conflict (409) for a rejected one or one that has changed since.
    """
    visit = ScheduledVisit(JobKind(kind).label, scheduled_date, is_takedown=kind == JobKind.TAKEDOWN)
    quote = schedule_service(quote_id=quote_id, by=by, visit=visit, seen=seen)
    job = Job.objects.create(quote=quote, user_id=quote.user_id, kind=kind, scheduled_date=scheduled_date, notes=notes)
    _update_quote(quote)
    announce_visit(job)
    return job


@transaction.atomic
def revise_job(
    *,
    job_id: UUID,
    by: User,
    status: JobStatus | Unset = UNSET,
    scheduled_date: dt.datetime | Unset | None = UNSET,
    notes: str | Unset = UNSET,
    seen: dt.datetime | None = None,
) -> Job:
    """Change a job, as an administrator. Completing the takedown completes the quote, unless another day is set for
    the rest of it.

    ``seen`` is the ``updated_at`` that the administrator saw. Raises Http404, and Conflict if the job has changed
    since.
    """
    # Lock the quote first, as everywhere else: rejecting a quote locks its visits after the quote.
    quote = get_object_or_404(Quote.objects.select_for_update(of=("self",)), jobs=job_id)
    job = lock_unchanged(Job.objects.all(), job_id, seen)
    was_completed = job.status == JobStatus.COMPLETED
    was_planned = (job.scheduled_date, job.status in JobStatus.CALLED_OFF)
    assign(job, status=status, scheduled_date=scheduled_date, notes=notes)
    job.save()
    is_done = job.status == JobStatus.COMPLETED and not was_completed
    if is_done and job.kind == JobKind.TAKEDOWN and not _planned_takedowns(quote).exists():
        complete_quote(quote_id=job.quote_id, by=by)
        quote.refresh_from_db()
    _update_quote(quote)
    if (job.scheduled_date, job.status in JobStatus.CALLED_OFF) != was_planned:
        announce_visit(job)
    if is_done:
        plan(emails.visit_done, job.quote_id, occasion=str(job.id))
    return Job.objects.select_related("user", "quote").get(id=job_id)


def _planned_takedowns(quote: Quote) -> QuerySet[Job]:
    open_takedowns = quote.jobs.filter(kind=JobKind.TAKEDOWN, status__in=JobStatus.OPEN)
    return open_takedowns.exclude(scheduled_date=None)


def call_off_visits(quote: Quote) -> None:
    """Cancel the upcoming visits of a declined or rejected quote, and notify the customer. The caller locked the quote.

    Once an installation has begun, nothing is canceled: lights that are up still have to come down.
    """
    if quote.jobs.filter(kind=JobKind.INSTALLATION, status__in=JobStatus.BEGUN).exists():
        return
    visits = list(quote.visits.select_for_update().filter(status__in=JobStatus.UPCOMING))
    for visit in visits:
        visit.status = JobStatus.CANCELLED
        visit.save()
        announce_visit(visit)
    if visits:
        _update_quote(quote)


def _update_quote(quote: Quote) -> None:
    """Update what the locked quote stores about its visits: whether any has a day, and when a takedown is missing.

    A completed takedown ends the work: what staff reopen after it needs a day of its own.
    """
    visits = [job for job in quote.jobs.exclude(status__in=JobStatus.CALLED_OFF) if _is_planned(job)]
    taken_down = [_when(job) for job in visits if job.kind == JobKind.TAKEDOWN and job.status == JobStatus.COMPLETED]
    visits = [job for job in visits if not taken_down or _when(job) > max(taken_down)]
    installed = [
        _takedown_from(job) for job in visits if job.kind == JobKind.INSTALLATION and job.status == JobStatus.COMPLETED
    ]
    has_takedown = any(job.kind == JobKind.TAKEDOWN for job in visits)
    note_visits(quote, has_visit=bool(visits), takedown_from=max(installed) if installed and not has_takedown else None)
    visits_changed.send(sender=Job, quote=quote)


def announce_visit(job: Job) -> None:
    """Plan the messages about a visit's new day or its cancellation. The caller has locked the job.

    A first day and a cancellation are sent right away. A move waits two minutes, so that dragging a visit around the
    calendar sends one email.
    """
    now, day = timezone.now(), None if job.status in JobStatus.CALLED_OFF else job.scheduled_date
    was_told = emails.was_told(job)
    if not (day or was_told):
        return
    is_move = was_told and job.status not in JobStatus.CALLED_OFF
    plan_news(emails.visit_news, job.quote_id, thing=job.id, not_before=now + MOVE_EMAIL_DELAY if is_move else None)
    if day and not is_too_late_to_remind(timezone.localdate(day), now):
        evening = evening_before(timezone.localdate(day))
        plan(emails.visit_tomorrow, job.quote_id, occasion=emails.reminder_occasion(job), not_before=evening)


def _is_planned(job: Job) -> bool:
    """Return whether the visit has a day, or took place without one."""
    return job.scheduled_date is not None or job.status == JobStatus.COMPLETED


def _when(job: Job) -> dt.datetime:
    """Return when a planned visit is, or was if it had no day."""
    return job.scheduled_date or job.updated_at


def _takedown_from(installation: Job) -> dt.datetime:
    """Return when the takedown has to be scheduled: December 26 (Eastern), or right after a later installation, also
    one in January.
    """
    installed = _when(installation)
    day = midnight(dt.date(season_of(timezone.localdate(installed)).year, 12, 26))
    return max(day, installed).astimezone(dt.UTC)


def suggest_takedown(job: Job) -> dt.datetime | None:
    """Return a date for the takedown after ``job``: a weekday morning, when the holidays of its season are over.

    Return None unless ``job`` is a completed installation whose quote has no takedown yet.
    """
    if job.kind != JobKind.INSTALLATION or job.status != JobStatus.COMPLETED:
        return None
    takedowns = Job.objects.filter(quote_id=job.quote_id, kind=JobKind.TAKEDOWN)
    if takedowns.exclude(status__in=JobStatus.CALLED_OFF).exists():
        return None
    today = timezone.localdate()
    installed = timezone.localdate(job.scheduled_date or timezone.now())
    # By January 6, the holidays are over. Lights that are still up after that should not wait for another winter.
    day = dt.date(season_of(max(installed, today)).year + 1, 1, 6)
    if day < today:
        day = today + dt.timedelta(days=1)
    while day.weekday() >= SATURDAY:
        day += dt.timedelta(days=1)
    return eastern(day, MORNING).astimezone(dt.UTC)
