"""Load balancers ask whether the process is up, and whether the product can do its work."""

import datetime as dt
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from procrastinate.contrib.django import app

from common import health
from common.tasks import forget_sessions

UP = {"status": "ok", "parts": {"database": "ok", "migrations": "ok", "queue": "ok"}}


@pytest.fixture(autouse=True)
def _as_after_a_start(monkeypatch: Any, settings: Any) -> None:
    monkeypatch.setattr(health, "_migrations_seen_applied", False)
    settings.SECURE_SSL_REDIRECT = False


def test_the_process_is_up_without_asking_the_database() -> None:
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_ready_when_all_parts_are(db: None) -> None:
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()) == (200, UP)


def test_migrations_are_looked_at_until_they_are_applied(db: None, django_assert_num_queries: Any) -> None:
    Client().get("/readyz")
    with django_assert_num_queries(2):
        Client().get("/readyz")


def test_the_database_is_down(monkeypatch: Any) -> None:
    def refuse() -> bool:
        raise OperationalError("password of user lights is wrong")

    monkeypatch.setattr(health, "_database_answers", refuse)
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "down", "parts": {"database": "down"}}


def test_a_migration_is_missing(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'common'")
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["parts"]["migrations"] == "down"


def _defer(age: dt.timedelta, **options: Any) -> None:
    job = app.configure_task(forget_sessions.name, **options).defer(timestamp=0)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_events SET at = %s WHERE job_id = %s", [timezone.now() - age, job])


@pytest.mark.parametrize(("age", "status"), [(4, 200), (6, 503)])
def test_a_job_that_nobody_takes_is_noticed_after_five_minutes(db: None, age: int, status: int) -> None:
    _defer(dt.timedelta(minutes=age))
    answer = Client().get("/readyz")
    assert answer.status_code == status
    assert (answer.json()["parts"]["queue"] == "ok") == (status == 200)


@pytest.mark.parametrize(("due", "status"), [(60, 200), (-4, 200), (-6, 503)])
def test_a_job_for_later_counts_from_when_it_is_due(db: None, due: int, status: int) -> None:
    _defer(dt.timedelta(days=1), schedule_at=timezone.now() + dt.timedelta(minutes=due))
    assert Client().get("/readyz").status_code == status
