"""Administrators see how often the promise of a reply within 24 hours is kept."""

import datetime as dt

import time_machine
from rest_framework.test import APIClient

from quotes.tests.factories import make_quote

NOW = dt.datetime(2026, 11, 21, 20, tzinfo=dt.UTC)


def _hours_ago(hours: float) -> dt.datetime:
    return NOW - dt.timedelta(hours=hours)


def test_percentage_is_null_before_the_first_request(admin_client: APIClient) -> None:
    with time_machine.travel(NOW, tick=False):
        assert admin_client.get("/api/desk/promise").json() == {
            "season": "2026-27", "answered": 0, "onTime": 0, "late": 0, "open": 0, "overdue": 0, "percent": None,
        }  # fmt: skip


def test_replies_on_time_late_replies_and_open_requests_are_counted(admin_client: APIClient) -> None:
    make_quote(created_at=_hours_ago(72), answered_at=_hours_ago(60))
    make_quote(created_at=_hours_ago(72), answered_at=_hours_ago(48))  # to the minute
    make_quote(created_at=_hours_ago(72), answered_at=_hours_ago(47))
    make_quote(created_at=_hours_ago(25))
    make_quote(created_at=_hours_ago(24.1))
    make_quote(created_at=_hours_ago(23))
    make_quote(created_at=_hours_ago(400), status="rejected")  # nobody waits for an answer to that
    make_quote(created_at=_hours_ago(24 * 365), answered_at=_hours_ago(24 * 365))  # last season's
    with time_machine.travel(NOW, tick=False):
        assert admin_client.get("/api/desk/promise").json() == {
            "season": "2026-27", "answered": 3, "onTime": 2, "late": 1, "open": 3, "overdue": 2, "percent": 67,
        }  # fmt: skip
