"""Housekeeping, done by the worker: what is kept for a while only is removed again."""

import datetime as dt

from django.core.management import call_command
from django.utils import timezone
from procrastinate.contrib.django import app

from common.models import IdempotentAnswer, ThrottleHits

# A form stays open in a browser for a day or two at most; nobody repeats an older request.
ANSWERS_KEPT = dt.timedelta(hours=48)
# Hits older than an hour count for nothing (see common.throttling).
HITS_KEPT = dt.timedelta(hours=1)
FINISHED_JOBS_KEPT_HOURS = 14 * 24


@app.periodic(cron="7 * * * *")
@app.task(queueing_lock="forget_requests", name="common.forget_requests")
def forget_requests(timestamp: int) -> None:
    """Delete idempotent answers older than two days and throttle buckets idle for over an hour. Hourly."""
    now = timezone.now()
    IdempotentAnswer.objects.filter(created_at__lt=now - ANSWERS_KEPT).delete()
    # The newest hit is the array's last one.
    ThrottleHits.objects.extra(where=["hits[cardinality(hits)] < %s"], params=[now - HITS_KEPT]).delete()


@app.periodic(cron="37 3 * * *")
@app.task(queueing_lock="forget_finished", name="common.forget_finished")
def forget_finished(timestamp: int) -> None:
    """Delete expired sessions, and jobs of the queue that succeeded two weeks ago or more. Daily."""
    call_command("clearsessions")
    app.job_manager.delete_old_jobs
