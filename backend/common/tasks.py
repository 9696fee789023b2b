"""Housekeeping tasks that delete expired rows."""

import datetime as dt

from django.core.management import call_command
from django.db import connection
from django.db.models import DateTimeField, Func
from django.utils import timezone
from procrastinate.contrib.django import app

from common.models import IdempotentResponse, SpentChallenge, ThrottleHits

# Clients repeat a request while its form is open in the browser, which is a day or two at most.
RESPONSES_KEPT = dt.timedelta(hours=48)
# Hits older than an hour don't count (see common.throttling).
HITS_KEPT = dt.timedelta(hours=1)
FINISHED_JOBS_KEPT = dt.timedelta(days=14)
# After a busy week or a long pause, one statement for all of them could take longer than a statement may.
JOBS_AT_ONCE = 1000

_FORGET_JOBS = """
    DELETE FROM procrastinate_jobs WHERE id IN (
        SELECT id FROM procrastinate_jobs AS job
        WHERE status IN ('succeeded', 'aborted', 'cancelled')
            AND (SELECT max(at) FROM procrastinate_events WHERE job_id = job.id) < %s
        ORDER BY id LIMIT %s
    )
"""


class _Last(Func):
    """The last element of an array."""

    template = "(%(expressions)s)[cardinality(%(expressions)s)]"
    output_field = DateTimeField()


@app.periodic(cron="7 * * * *")
@app.task(queueing_lock="forget_requests")
def forget_requests(timestamp: int) -> None:
    """Delete stored responses after two days, throttle counters unused for an hour, and expired challenges. Hourly."""
    now = timezone.now()
    IdempotentResponse.objects.filter(created_at__lt=now - RESPONSES_KEPT).delete()
    ThrottleHits.objects.alias(last=_Last("hits")).filter(last__lt=now - HITS_KEPT).delete()
    SpentChallenge.objects.filter(expires_at__lt=now).delete()


@app.periodic(cron="17 * * * *")
@app.task(queueing_lock="forget_cache_entries")
def forget_cache_entries(timestamp: int) -> None:
    """Delete the cache's expired entries, since the cache itself deletes them only when they are read. Hourly."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM common_cache WHERE expires < %s", [timezone.now()])


@app.periodic(cron="37 3 * * *")
@app.task(queueing_lock="forget_sessions")
def forget_sessions(timestamp: int) -> None:
    """Delete expired sessions. Daily."""
    call_command("clearsessions")


@app.periodic(cron="47 3 * * *")
@app.task(queueing_lock="forget_jobs")
def forget_jobs(timestamp: int) -> None:
    """Delete queue jobs that ended two weeks ago, except failed ones. Daily."""
    with connection.cursor() as cursor:
        deleted = JOBS_AT_ONCE
        while deleted == JOBS_AT_ONCE:
            cursor.execute(_FORGET_JOBS, [timezone.now() - FINISHED_JOBS_KEPT, JOBS_AT_ONCE])
            deleted = cursor.rowcount
