"""The doctor says in plain words what is missing or wrong in the installation."""

import datetime as dt
from collections import namedtuple
from collections.abc import Callable
from io import StringIO
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.utils import timezone

from common import installation_checks
from common.doctor import Check, Finding, State, failing, inspect, registry

Usage = namedtuple("Usage", "total used free")


def _found(name: str) -> tuple[State, str]:
    (result,) = inspect([name])
    assert bool(result.what_to_do) == (result.state != State.OK)
    return result.state, result.sentence


def _execute(sql: str, *parameters: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)


def _only(monkeypatch: Any, run: Callable[[], Finding]) -> None:
    monkeypatch.setattr(registry, "_checks", {"mine": Check("mine", "Mine", run, remote=False)})


def _worker_alive(ago: dt.timedelta) -> None:
    _execute("INSERT INTO procrastinate_workers (last_heartbeat) VALUES (%s)", timezone.now() - ago)


def test_database_checks_pass_for_an_up_to_date_database(db: None) -> None:
    assert _found("database")[0] == _found("migrations")[0] == _found("clock")[0] == State.OK


@pytest.mark.parametrize(("version", "state"), [("170009", State.FAILING), ("180000", State.OK)])
def test_database_check_fails_before_version_18(monkeypatch: Any, version: str, state: State) -> None:
    cursor = MagicMock()
    cursor.__enter__().fetchone.return_value = (version,)
    monkeypatch.setattr(installation_checks, "connection", SimpleNamespace(cursor=lambda: cursor))
    assert _found("database")[0] == state


def test_migrations_check_fails_for_a_missing_migration(db: None) -> None:
    _execute("DELETE FROM django_migrations WHERE app = 'links'")
    assert _found("migrations") == (
        State.FAILING, "1 change to the database that this version needs was not made.",
    )  # fmt: skip


def test_worker_check_fails_if_it_has_never_run(db: None) -> None:
    assert _found("worker")[0] == State.FAILING


@pytest.mark.parametrize(
    ("silent", "state"),
    [
        (dt.timedelta(seconds=20), State.OK),
        (dt.timedelta(minutes=3), State.WARNING),
        (dt.timedelta(minutes=6), State.FAILING),
    ],
)
def test_worker_check_fails_after_five_minutes_of_silence(db: None, silent: dt.timedelta, state: State) -> None:
    _worker_alive(silent)
    assert _found("worker")[0] == state


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(6, "6 minutes"), (119, "119 minutes"), (120, "2 hours"), (2879, "47 hours"), (2880, "2 days")],
)
def test_worker_check_says_for_how_long_it_has_been_silent(db: None, minutes: int, words: str) -> None:
    _worker_alive(dt.timedelta(minutes=minutes, seconds=5))
    assert f"The worker has been silent for {words}, so" in _found("worker")[1]


def test_queue_check_warns_of_jobs_that_failed_in_the_last_day(db: None) -> None:
    assert _found("queue") == (State.OK, "Nothing is late.")
    for ago in ("1 hour", "23 hours", "25 hours"):
        _execute(
            """
            WITH job AS (
                INSERT INTO procrastinate_jobs (queue_name, task_name, status) VALUES ('default', 'a', 'failed')
                RETURNING id
            )
            INSERT INTO procrastinate_events (job_id, type, at) SELECT id, 'failed', now() - %s::interval FROM job
            """,
            ago,
        )
    assert _found("queue") == (State.WARNING, "2 jobs failed in the last day.")


def test_worker_check_passes_right_after_a_clean_stop(db: None) -> None:
    _execute(
        "INSERT INTO procrastinate_periodic_defers (task_name, defer_timestamp, periodic_id) VALUES ('a', %s, '')",
        int(timezone.now().timestamp()) - 30,
    )
    assert _found("worker") == (State.OK, "The worker is running.")


@pytest.mark.parametrize(("free", "state"), [(50, State.OK), (15, State.WARNING), (9, State.FAILING)])
def test_disk_check_fails_below_a_tenth(db: None, monkeypatch: Any, free: int, state: State) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: Usage(100, 100 - free, free))
    assert _found("disk")[0] == state


@pytest.mark.parametrize(
    ("off", "state", "word"),
    [(2, State.OK, "agrees"), (-30, State.WARNING, "ahead of"), (400, State.FAILING, "behind")],
)
def test_clock_check_fails_for_minutes_but_not_for_seconds(off: float, state: State, word: str) -> None:
    found = installation_checks.clock_finding(off, "Stripe")
    assert found.state == state
    assert word in found.sentence


def test_debug_and_a_missing_address_are_warnings(settings: Any) -> None:
    settings.DEVELOPMENT, settings.BUSINESS_ADDRESS = True, ""
    assert _found("debug")[0] == _found("address")[0] == State.WARNING
    settings.DEVELOPMENT, settings.BUSINESS_ADDRESS = False, "12 Market Street"
    assert _found("debug")[0] == _found("address")[0] == State.OK


@pytest.mark.parametrize(
    ("phone", "email", "examples"),
    [
        ("(603) 555-0148", "hello@seacoastholidaylights.example", "phone number and email address"),
        ("6035550148", "hello@lights.co", "phone number"),
        ("(603) 555-1480", "Office@Example.com", "email address"),
        ("(603) 555-1480", "example@lights.co", ""),
    ],
)
def test_details_of_the_example_are_a_warning(settings: Any, phone: str, email: str, examples: str) -> None:
    settings.BUSINESS_PHONE, settings.BUSINESS_EMAIL, settings.DEVELOPMENT = phone, email, False
    state, sentence = _found("contact")
    assert (state, f"the example's {examples}," in sentence) == (
        (State.WARNING, True) if examples else (State.OK, False)
    )
    settings.DEVELOPMENT = True
    assert _found("contact")[0] == State.OK


def test_check_that_raises_an_error_is_failing(monkeypatch: Any) -> None:
    def breaks() -> Finding:
        raise RuntimeError("secret detail")

    _only(monkeypatch, breaks)
    (result,) = inspect()
    assert (result.state, result.sentence) == (State.FAILING, "This could not be checked: RuntimeError.")


def test_check_names_an_outage_of_the_database(monkeypatch: Any) -> None:
    def breaks() -> Finding:
        raise OperationalError("connection refused")

    _only(monkeypatch, breaks)
    assert "because the database can't be reached: connection refused" in inspect()[0].sentence


def test_command_exits_with_1_if_something_fails(monkeypatch: Any) -> None:
    _only(monkeypatch, lambda: failing("The roof is off.", "Put it on again."))
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", stdout=out)
    assert ended.value.code == 1
    assert "FAILING  Mine: The roof is off.\n         Put it on again.\n" in out.getvalue()


def test_command_names_a_check_that_does_not_exist(monkeypatch: Any, db: None) -> None:
    _only(monkeypatch, lambda: registry.ok("Fine."))
    with pytest.raises(CommandError, match="There is no check rooof"):
        call_command("doctor", "rooof")


def test_command_prints_the_worst_first(monkeypatch: Any, db: None) -> None:
    monkeypatch.setattr(registry, "_checks", {})
    registry.check("a", "A")(lambda: registry.ok("Fine."))
    registry.check("b", "B")(lambda: registry.warning("Hm.", "Look."))
    out = StringIO()
    call_command("doctor", stdout=out)
    assert out.getvalue().index("warning  B: Hm.") < out.getvalue().index("ok       A: Fine.")
    assert "2 checks: 0 failing, 1 with a warning." in out.getvalue()
