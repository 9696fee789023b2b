"""The worker deletes expired rows."""

import datetime as dt

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from common import tasks
from common.models import IdempotentResponse, ThrottleHits
from common.tasks import forget_jobs, forget_requests, forget_sessions
from common.worker import app as worker_app
from testing.helpers import run_queue

_FINISHED = """
    WITH job AS (
        INSERT INTO procrastinate_jobs (queue_name, task_name, args, status)
        VALUES ('email', %(name)s, '{}', %(status)s) RETURNING id
    )
    INSERT INTO procrastinate_events (job_id, type, at)
    SELECT id, type::procrastinate_job_event_type, now() - days * interval '1 day'
    FROM job, (VALUES ('deferred', 30), ('started', %(days)s)) AS event (type, days)
"""
_DELETE_SLOWLY = """
    CREATE FUNCTION delete_slowly() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_sleep(0.6); RETURN OLD; END';
    CREATE TRIGGER delete_slowly BEFORE DELETE ON procrastinate_jobs
        FOR EACH ROW EXECUTE FUNCTION delete_slowly();
"""
_DELETE_AS_USUAL = "DROP FUNCTION delete_slowly CASCADE"


def _finished(name: str, days: float, status: str = "succeeded") -> None:
    """Add a job whose last event was ``days`` ago."""
    with connection.cursor() as cursor:
        cursor.execute(_FINISHED, {"name": name, "days": days, "status": status})


def test_responses_are_deleted_after_two_days(db: None) -> None:
    now = timezone.now()
    for hours in (47, 49):
        response = IdempotentResponse.objects.create(scope="quotes guest", key=f"key of {hours} hours", fingerprint=b"")
        IdempotentResponse.objects.filter(pk=response.pk).update(created_at=now - dt.timedelta(hours=hours))
    forget_requests(timestamp=0)
    assert [response.key for response in IdempotentResponse.objects.all()] == ["key of 47 hours"]


def test_throttle_hits_are_deleted_an_hour_after_the_last_one(db: None) -> None:
    now = timezone.now()
    for bucket, ages in {"idle": [90, 61], "in use": [90, 59]}.items():
        ThrottleHits.objects.create(bucket=bucket, hits=[now - dt.timedelta(minutes=age) for age in ages])
    forget_requests(timestamp=0)
    assert [kept.bucket for kept in ThrottleHits.objects.all()] == ["in use"]


def test_sessions_are_deleted_once_they_have_expired(db: None) -> None:
    now = timezone.now()
    for key, hours in (("valid", 1), ("expired", -1)):
        Session.objects.create(session_key=key, session_data="", expire_date=now + dt.timedelta(hours=hours))
    forget_sessions(timestamp=0)
    assert [session.session_key for session in Session.objects.all()] == ["valid"]


def test_finished_jobs_are_deleted_after_two_weeks(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "JOBS_AT_ONCE", 2)
    for status in ("succeeded", "aborted", "cancelled", "succeeded", "succeeded"):
        _finished(f"{status} long ago", 14.1, status)
    for status in ("failed", "todo", "doing"):
        _finished(f"{status} long ago", 14.1, status)
    _finished("succeeded", 13.9)
    forget_jobs(timestamp=0)
    left = ProcrastinateJob.objects.filter(queue_name="email").order_by("id").values_list("task_name", flat=True)
    assert list(left) == ["failed long ago", "todo long ago", "doing long ago", "succeeded"]


@pytest.mark.django_db(transaction=True)
def test_many_finished_jobs_may_take_longer_to_delete_than_the_queue_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(10):
        _finished("long ago", 15)
    with connection.cursor() as cursor:
        cursor.execute(_DELETE_SLOWLY)
        try:
            app.configure_task(forget_jobs.name).defer(timestamp=0)
            monkeypatch.setattr(worker_app, "STATEMENT_WITHIN", 5)
            run_queue()
        finally:
            cursor.execute(_DELETE_AS_USUAL)
    assert not ProcrastinateJob.objects.filter(task_name="long ago").exists()
