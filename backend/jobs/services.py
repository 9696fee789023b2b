"""What the business does with jobs."""

import datetime as dt
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from common.locks import lock_unchanged
from common.unset import UNSET, Unset, assign
from jobs.models import Job, JobKind, JobStatus
from quotes.services import complete_quote, schedule_service

MORNING = dt.time(9)
SATURDAY = 5


@transaction.atomic
def schedule_job(
    *,
    by: User,
    quote_id: UUID,
    kind: JobKind = JobKind.INSTALLATION,
    scheduled_date: dt.datetime | None = None,
    notes: str = "",
) -> Job:
    """Add a job to a quote, which becomes ``service_scheduled``. The job can be without a date.

    Raises DomainError (400) for an unknown quote, Conflict (409) for a rejected one.
    """
    quote = schedule_service(quote_id=quote_id, by=by)
    return Job.objects.create(quote=quote, user_id=quote.user_id, kind=kind, scheduled_date=scheduled_date, notes=notes)


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
    """Change a job, as an administrator. Completing the takedown completes the quote.

    ``seen`` is the ``updated_at`` that the administrator saw. Raises Http404, and Conflict if the job has changed
    since.
    """
    job = lock_unchanged(Job.objects.all(), job_id, seen)
    was_completed = job.status == JobStatus.COMPLETED
    assign(job, status=status, scheduled_date=scheduled_date, notes=notes)
    job.save()
    if job.status == JobStatus.COMPLETED and not was_completed and job.kind == JobKind.TAKEDOWN:
        complete_quote(quote_id=job.quote_id, by=by)
    return Job.objects.select_related("user", "quote").get(id=job_id)


def suggest_takedown(job: Job) -> dt.datetime | None:
    """Return when to take down what ``job`` installed: a weekday morning in the January after it.

    Return None if it is not a completed installation or its quote already has a takedown.
    """
    if job.kind != JobKind.INSTALLATION or job.status != JobStatus.COMPLETED:
        return None
    takedowns = Job.objects.filter(quote_id=job.quote_id, kind=JobKind.TAKEDOWN)
    if takedowns.exclude(status__in=JobStatus.CALLED_OFF).exists():
        return None
    installed = timezone.localtime(job.scheduled_date or timezone.now()).date()
    # The holidays are over by January 6.
    day = dt.date(max(installed.year + 1, timezone.localdate().year), 1, 6)
    if day < timezone.localdate():
        day = dt.date(day.year + 1, 1, 6)
    while day.weekday() >= SATURDAY:
        day += dt.timedelta(days=1)
    return timezone.make_aware(dt.datetime.combine(day, MORNING)).astimezone(dt.UTC)
