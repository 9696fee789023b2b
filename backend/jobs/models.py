"""Jobs for a crew: installations, service visits and takedowns."""

import datetime as dt

from django.db import models
from django.db.models import Q

from accounts.models import OwnedQuerySet, User
from common.models import Record, newest_first
from common.statuses import Badge, Mark, SharedChoices, Status, Tone, group
from quotes.models import Quote


class JobKind(SharedChoices):
    INSTALLATION = "installation"
    SERVICE = "service", "Service visit"
    TAKEDOWN = "takedown"


class JobStatus(Status):
    """Administrators can set any status."""

    SCHEDULED = "scheduled", Badge(Tone.TEAL, Mark.SQUARE)
    IN_PROGRESS = "in_progress", Badge(Tone.AMBER, Mark.RING)
    COMPLETED = "completed", Badge(Tone.EVERGREEN)
    CANCELLED = "cancelled", Badge(Tone.DIM), "Canceled"

    UPCOMING = group(SCHEDULED)
    # The work is not done, or no one has marked it as done.
    OPEN = group(SCHEDULED, IN_PROGRESS)
    BEGUN = group(IN_PROGRESS, COMPLETED)
    CALLED_OFF = group(CANCELLED)


# See common.literals.
OPEN_JOBS = Q(status__in=JobStatus.OPEN)


class Job(Record):
    """One visit for a quote. ``scheduled_date`` is when the crew arrives."""

    quote = models.ForeignKey(Quote, on_delete=models.PROTECT, related_name="jobs", db_index=False)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="jobs", db_index=False)
    kind = models.CharField(max_length=20, choices=JobKind, default=JobKind.INSTALLATION)
    scheduled_date = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=20, choices=JobStatus, default=JobStatus.SCHEDULED)
    notes = models.TextField(blank=True)

    objects = OwnedQuerySet["Job"].as_manager()

    class Meta:
        indexes = [
            newest_first("job_new"),
            newest_first("job_user_new", "user"),
            models.Index(fields=["scheduled_date", "id"], name="job_scheduled_date"),
            newest_first("job_status_new", "status"),
            models.Index(fields=["kind", "status", "-created_at", "-id"], name="job_kind_new"),
            models.Index(fields=["kind", "status", "scheduled_date", "id"], name="job_kind_day"),
            newest_first("job_quote_new", "quote"),
            models.Index(fields=["-created_at", "-id"], name="job_unscheduled", condition=Q(scheduled_date=None)),
            models.Index(fields=["scheduled_date", "id"], name="job_open_day", condition=OPEN_JOBS),
        ]
        constraints = [
            # The range of common.inputs, extended by a day on each side for time zones.
            models.CheckConstraint(
                condition=Q(
                    scheduled_date__gte=dt.datetime(1999, 12, 31, tzinfo=dt.UTC),
                    scheduled_date__lt=dt.datetime(2101, 1, 2, tzinfo=dt.UTC),
                ),
                name="job_date_plausible",
            ),
            models.CheckConstraint(condition=Q(kind__in=JobKind.values), name="job_kind_known"),
            models.CheckConstraint(condition=Q(status__in=JobStatus.values), name="job_status_known"),
        ]

    def __str__(self) -> str:
        kind = self.get_kind_display()
        return f"{kind} {self.scheduled_date:%Y-%m-%d}" if self.scheduled_date else kind
