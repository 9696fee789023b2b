"""Health checks say whether the process is up, and whether it can serve requests."""

import datetime as dt
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from procrastinate.contrib.django import app

from common import health
from common.doctor import inspect
from common.email_kinds import Cause
from common.tasks import forget_sessions
from common.worker.state import Alarm
from config.version import VERSION
from notifications.models import Message

QUEUE_UP = {"status": "ok", "waiting": [], "running": [], "stalled": [], "failed": 0}
MESSAGES_UP = {"status": "ok", "queued": 0, "failed": 0}
UP = {
    "version": VERSION,
    "status": "ok",
    "parts": {"database": "ok", "migrations": "ok"},
    "queue": QUEUE_UP,
    "messages": MESSAGES_UP,
    "alerts": [],
}
FORGET = "common.tasks.forget_sessions"


@pytest.fixture(autouse=True)
def _as_after_a_start(monkeypatch: Any, settings: Any) -> None:
    monkeypatch.setattr(health, "_migrations_seen_applied", False)
    settings.SECURE_SSL_REDIRECT = False


def test_healthz_does_not_need_the_database() -> None:
    response = Client().get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_healthz_is_503_while_draining(monkeypatch: Any, tmp_path: Path) -> None:
    (tmp_path / "draining").touch()
    monkeypatch.setattr(health, "DRAINING", tmp_path / "draining")
    response = Client().get("/healthz")
    assert (response.status_code, response.json()) == (503, {"status": "draining"})


def test_readyz_is_200_when_all_parts_are_up(db: None) -> None:
    response = Client().get("/readyz")
    assert (response.status_code, response.json()) == (200, UP)


def test_migrations_are_checked_until_they_are_applied(db: None, django_assert_num_queries: Any) -> None:
    Client().get("/readyz")
    with django_assert_num_queries(8):
        Client().get("/readyz")


def test_readyz_names_the_database_when_it_is_down(monkeypatch: Any) -> None:
    def refuse() -> bool:
        raise OperationalError("password of user lights is wrong")

    monkeypatch.setattr(health, "_database_responds", refuse)
    response = Client().get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"version": VERSION, "status": "down", "parts": {"database": "down"}}


def test_readyz_names_migrations_when_one_is_missing(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'common'")
    for _ in range(2):  # the first call sets it
        response = Client().get("/readyz")
        assert response.status_code == 503
        assert response.json()["parts"]["migrations"] == "down"


def _defer(age: dt.timedelta, **options: Any) -> int:
    job = app.configure_task(forget_sessions.name, queueing_lock=str(uuid4()), **options).defer(timestamp=0)
    _execute("UPDATE procrastinate_events SET at = %s WHERE job_id = %s", timezone.now() - age, job)
    return int(job)


def _execute(sql: str, *parameters: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)


def _start(job: int, started: dt.timedelta, *, beat: dt.timedelta = dt.timedelta(0)) -> None:
    """Mark the job as started ``started`` ago by a worker whose last heartbeat was ``beat`` ago."""
    _execute("INSERT INTO procrastinate_workers (last_heartbeat) VALUES (%s)", timezone.now() - beat)
    _execute(
        "UPDATE procrastinate_jobs SET status = 'doing', worker_id = (SELECT max(id) FROM procrastinate_workers) "
        "WHERE id = %s", job,
    )  # fmt: skip
    _execute(
        "UPDATE procrastinate_events SET at = %s WHERE job_id = %s AND type = 'started'",
        timezone.now() - started, job,
    )  # fmt: skip


def _report() -> dict[str, Any]:
    """Return the part of the response that does not affect the status, which is still 200."""
    response = Client().get("/readyz")
    assert (response.status_code, response.json()["status"]) == (200, "ok")
    assert response.json()["parts"] == UP["parts"]
    return response.json()  # type: ignore[no-any-return]


@pytest.mark.parametrize(("age", "waiting"), [(4, []), (6, [FORGET])])
def test_readyz_lists_a_job_that_has_waited_for_five_minutes(db: None, age: int, waiting: list[str]) -> None:
    _defer(dt.timedelta(minutes=age))
    assert _report()["queue"]["waiting"] == waiting


@pytest.mark.parametrize(("due", "waiting"), [(60, []), (-4, []), (-6, [FORGET])])
def test_scheduled_job_is_late_five_minutes_after_it_is_due(db: None, due: int, waiting: list[str]) -> None:
    _defer(dt.timedelta(days=1), schedule_at=timezone.now() + dt.timedelta(minutes=due))
    assert _report()["queue"]["waiting"] == waiting


@pytest.mark.parametrize(("minutes", "running"), [(14, []), (16, [FORGET])])
def test_readyz_lists_a_job_that_runs_too_long(db: None, minutes: int, running: list[str]) -> None:
    _start(_defer(dt.timedelta(hours=1)), dt.timedelta(minutes=minutes))
    queue = _report()["queue"]
    assert (queue["running"], queue["stalled"]) == (running, [])


def test_readyz_lists_a_stalled_job(db: None) -> None:
    _start(_defer(dt.timedelta(hours=1)), dt.timedelta(minutes=1), beat=dt.timedelta(seconds=40))
    assert _report()["queue"]["stalled"] == [FORGET]


@pytest.mark.parametrize(
    ("started", "beat", "is_late"),
    [(None, 1, True), (16, 1, True), (1, 40, True), (1, 1, False)],
    ids=["no worker takes it", "it runs too long", "its worker is gone", "it runs"],
)
def test_queue_check_lists_waiting_running_and_stalled_jobs(
    db: None, started: int | None, beat: int, is_late: bool
) -> None:
    job = _defer(dt.timedelta(hours=1))
    if started:
        _start(job, dt.timedelta(minutes=started), beat=dt.timedelta(seconds=beat))
    [found] = inspect(["queue"])
    assert (found.state, FORGET in found.sentence) == ("failing" if is_late else "ok", is_late)


def test_failed_job_is_counted_for_a_day(db: None) -> None:
    for hours in (1, 25):
        job = _defer(dt.timedelta(hours=hours))
        _start(job, dt.timedelta(hours=hours))
        _execute("UPDATE procrastinate_jobs SET status = 'failed' WHERE id = %s", job)
        at = timezone.now() - dt.timedelta(hours=hours)
        _execute("UPDATE procrastinate_events SET at = %s WHERE job_id = %s", at, job)
    report = _report()
    assert report["queue"]["failed"] == 1
    assert report["messages"] == MESSAGES_UP


def _queued_message(*, due: dt.timedelta | None, planned: dt.timedelta, attempts: int = 0) -> None:
    """Create an unsent message: planned ``planned`` ago, and due ``due`` from now (None: at once)."""
    message = Message.objects.create(
        channel="email",
        kind="notice",
        cause=Cause.STAFF,
        recipients=[],
        raw=b"",
        attempts=attempts,
        not_before=timezone.now() + due if due is not None else None,
    )
    Message.objects.filter(id=message.id).update(created_at=timezone.now() - planned)


def test_readyz_reports_a_message_five_minutes_late_with_status_200(db: None) -> None:
    minutes = [dt.timedelta(minutes=number) for number in range(7)]
    _queued_message(due=None, planned=minutes[6], attempts=3)  # waits for a retry
    _queued_message(due=-minutes[6], planned=dt.timedelta(days=3))
    _queued_message(due=None, planned=minutes[4])
    _queued_message(due=-minutes[4], planned=dt.timedelta(days=3))
    report = _report()
    assert report["messages"] == {"status": "trouble", "queued": 2, "failed": 0}
    assert report["queue"] == QUEUE_UP


def test_deliberately_delayed_message_is_not_late(db: None, caplog: pytest.LogCaptureFixture) -> None:
    """Bundled news for the office, a text held overnight, and a reminder for later."""
    for later in (dt.timedelta(minutes=9), dt.timedelta(hours=11), dt.timedelta(days=3)):
        _queued_message(due=later, planned=dt.timedelta(hours=1))
        _defer(dt.timedelta(hours=1), queue="email", schedule_at=timezone.now() + later)
    Alarm().check()
    assert _report()["messages"] == MESSAGES_UP
    assert caplog.messages == []


def test_readyz_reports_a_failed_email(db: None) -> None:
    job = _defer(dt.timedelta(minutes=4), queue="email")
    _start(job, dt.timedelta(0))
    _execute("UPDATE procrastinate_jobs SET status = 'failed' WHERE id = %s", job)
    assert _report()["messages"] == {"status": "trouble", "queued": 0, "failed": 1}


def test_problem_and_recovery_are_logged_once(db: None, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "common.worker.state")
    alarm = Alarm()
    alarm.check()
    assert caplog.messages == []
    job = _defer(dt.timedelta(minutes=6))
    for _ in range(3):
        alarm.check()
    assert caplog.messages == [f"The queue is in trouble. waiting: {FORGET}"]
    _execute("UPDATE procrastinate_jobs SET status = 'succeeded' WHERE id = %s", job)
    for _ in range(3):
        alarm.check()
    assert caplog.messages[1:] == ["The queue is healthy again"]
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]


def test_queue_state_is_read_through_indexes(db: None) -> None:
    _execute(
        "INSERT INTO procrastinate_jobs (queue_name, task_name, status) SELECT 'default', 'x', 'succeeded' "
        "FROM generate_series(1, 20000)"
    )
    _execute("ANALYZE procrastinate_jobs")
    with CaptureQueriesContext(connection) as captured:
        _report()
    for query in captured.captured_queries:
        if "procrastinate_jobs" in query["sql"]:
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN {query['sql']}")
                plan = "\n".join(line for (line,) in cursor.fetchall())
            assert "Seq Scan on procrastinate_jobs" not in plan, plan
